import { presentTopic } from '../conversations/conversation.ts';
import { type Database, inJsonList } from '../db/database.ts';
import { findRealmSetting, type SettingValue } from '../realm/settings.ts';
import type { MessageVariant } from './message-writer.ts';

/** One change of a message, as stored. */
export interface Edit {
  message_id: number;
  user_id: number | null;
  edited_at: number;
  prev_content: string | null;
  prev_rendered_content: string | null;
  prev_topic: string | null;
  topic: string | null;
  prev_channel_id: number | null;
  channel_id: number | null;
  resolves: 0 | 1;
}

const columns = `message_id, user_id, edited_at, prev_content, prev_rendered_content, prev_topic, topic, prev_channel_id,
  channel_id, resolves`;

/** Maximum bytes of edits presented with a message, unless the newest alone has more. Its history shows more. */
const mostOfEdits = 100_000;

/**
 * The newest edits of messages, newest first: of each message the newest edit and as many earlier ones as fit into
 * `most` bytes; `ids` is a JSON list.
 */
export function listNewestEdits(db: Database, ids: string, most: number): Edit[] {
  const newest = db.values<number>(
    `SELECT id FROM (
       SELECT message_edits.id, sum(200 + ifnull(octet_length(prev_content), 0)
         + ifnull(octet_length(prev_rendered_content), 0)) OVER newer AS newer_bytes
       FROM json_each(?) CROSS JOIN message_edits ON message_id = value
       WINDOW newer AS (PARTITION BY message_id ORDER BY message_edits.id DESC
         ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING))
     WHERE ifnull(newer_bytes, 0) < ?`,
    ids,
    most,
  );
  return newest.length === 0
    ? []
    : db.all(`SELECT ${columns} FROM message_edits WHERE id ${inJsonList} ORDER BY id DESC`, JSON.stringify(newest));
}

/** All edits of the messages in a range of ids, newest first. */
export function listEditsBetween(db: Database, first: number, last: number): Edit[] {
  return db.all(`SELECT ${columns} FROM message_edits WHERE message_id BETWEEN ? AND ? ORDER BY id DESC`, first, last);
}

/** The edits that the organization's policy shows: all, only moves, or none. */
export function visibleEdits(edits: readonly Edit[], policy: SettingValue): readonly Edit[] {
  if (policy === 'all') return edits;
  if (policy === 'none') return [];
  return edits
    .filter((edit) => edit.topic !== null || edit.channel_id !== null)
    .map((edit) => ({ ...edit, prev_content: null, prev_rendered_content: null }));
}

/** The fields about edits by message, as JSON after a comma; `ids` is a JSON list. */
export function editFields(db: Database, ids: string, variant: MessageVariant): Map<number, string> {
  const edits = listNewestEdits(db, ids, mostOfEdits);
  if (edits.length === 0) return new Map();
  const policy = findRealmSetting(db, 'message_edit_history_visibility_policy');
  const fields = new Map<number, string>();
  for (const [message_id, list] of Map.groupBy(edits, (edit) => edit.message_id)) {
    const contentEdit = list.find((edit) => edit.prev_content !== null);
    const move = list.find((edit) => (edit.channel_id !== null || edit.topic !== null) && edit.resolves === 0);
    const value = {
      ...presentEdits(list, policy, variant),
      ...(contentEdit ? { last_edit_timestamp: contentEdit.edited_at } : {}),
      ...(move ? { last_moved_timestamp: move.edited_at } : {}),
    };
    const text = JSON.stringify(value).slice(1, -1);
    if (text !== '') fields.set(message_id, `,${text}`);
  }
  return fields;
}

function presentEdits(edits: readonly Edit[], policy: SettingValue, variant: MessageVariant): object {
  const shown = visibleEdits(edits, policy);
  return shown.length === 0 ? {} : { edit_history: shown.map((edit) => presentEdit(edit, variant)) };
}

/** A change as the API and exports show it. */
export function presentEdit(edit: Edit, variant: Pick<MessageVariant, 'empty_topic_name'>): object {
  return {
    user_id: edit.user_id,
    timestamp: edit.edited_at,
    ...(edit.prev_content === null
      ? {}
      : { prev_content: edit.prev_content, prev_rendered_content: edit.prev_rendered_content }),
    ...(edit.topic === null || edit.prev_topic === null
      ? {}
      : { prev_topic: presentTopic(edit.prev_topic, variant), topic: presentTopic(edit.topic, variant) }),
    ...(edit.channel_id === null ? {} : { prev_stream: edit.prev_channel_id, stream: edit.channel_id }),
  };
}
