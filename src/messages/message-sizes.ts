import { type Database, inJsonList } from '../db/database.ts';
import type { MessageVariant } from './message-writer.ts';

// A reaction takes about 110 bytes, and the other fields 700. Of the edits an answer has 100 KB and the newest, which may
// have a million bytes.
const added = `700 + 110 * (SELECT count(*) FROM reactions WHERE message_id = messages.id)
  + ifnull((SELECT sum(octet_length(content)) FROM submessages WHERE message_id = messages.id), 0)
  + ifnull((SELECT min(1200000, sum(200 + ifnull(octet_length(prev_content) + octet_length(prev_rendered_content), 0)))
    FROM message_edits WHERE message_id = messages.id), 0)`;
const renderedSizes = `SELECT id, octet_length(rendered_content) + ${added} FROM messages WHERE id ${inJsonList}`;
const writtenSizes = `SELECT id, octet_length(content) + ${added} FROM messages WHERE id ${inJsonList}`;

/** About the bytes of messages as JSON, by id. Their texts are not read. */
export function messageSizes(
  db: Database,
  ids: readonly number[],
  { apply_markdown }: Pick<MessageVariant, 'apply_markdown'>,
): Map<number, number> {
  const sql = apply_markdown ? renderedSizes : writtenSizes;
  return new Map(db.tuples<[id: number, bytes: number]>(sql, JSON.stringify(ids)));
}
