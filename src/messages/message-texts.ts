import type { Context } from '../context.ts';
import { messageRefColumns } from '../conversations/message.ts';
import { type Database, inJsonList } from '../db/database.ts';
import { accessTest, canAccessEveryone } from '../users/access.ts';
import type { User } from '../users/user.ts';
import { editFields } from './edit-history.ts';
import type { CachedMessage, CachesMessages } from './message-cache.ts';
import { type MessageVariant, MessageWriter } from './message-writer.ts';

/** Messages without what is personal, ascending. All ids must exist. */
export function readTexts(
  app: Context & CachesMessages,
  user: User,
  ids: readonly number[],
  variant: MessageVariant,
): CachedMessage[] {
  // Cached messages name every sender, so only users who may know everyone can read them.
  const isKnown = canAccessEveryone(app, user) ? undefined : accessTest(app, user);
  const texts = isKnown ? new Map<number, CachedMessage>() : app.messageCache.of(variant);
  const found: CachedMessage[] = [];
  const missing: number[] = [];
  for (const id of ids) {
    const text = texts.get(id);
    if (text) found.push(text);
    else missing.push(id);
  }
  if (missing.length === 0) return found;
  addTexts(app, missing, variant, texts, isKnown);
  return ids.flatMap((id) => texts.get(id) ?? []);
}

type StoredRow = readonly [
  id: number,
  conversation_id: number,
  place_id: number,
  channel_id: number | null,
  sent_channel_id: number | null,
  sender_id: number,
  client: string,
  sent_at: number,
  is_me_message: 0 | 1,
  mentions_channel: 0 | 1,
  content: string,
];

const columns = `${messageRefColumns}, sender_id, client, sent_at,
  substr(content, 1, 4) = '/me ', mentions_channel`;
const writtenSql = `SELECT ${columns}, content FROM messages WHERE id ${inJsonList} ORDER BY id`;
const renderedSql = `SELECT ${columns}, rendered_content FROM messages WHERE id ${inJsonList} ORDER BY id`;

function addTexts(
  app: Context,
  message_ids: readonly number[],
  variant: MessageVariant,
  texts: Map<number, CachedMessage>,
  isKnown?: (user: User) => boolean,
): void {
  const ids = JSON.stringify(message_ids);
  const rows = app.db.tuples<StoredRow>(variant.apply_markdown ? renderedSql : writtenSql, ids);
  const writer = new MessageWriter(app, variant, isKnown);
  writer.prepare(rows.map(([, conversation_id]) => conversation_id));
  const reactions = reactionLists(app.db, ids);
  const submessages = submessageLists(app.db, ids);
  const edits = editFields(app.db, ids, variant);
  for (const row of rows) {
    const [id, conversation_id, place_id, channel_id, sent_channel_id, sender_id, client, sent_at, ...rest] = row;
    const [is_me_message, mentions_channel, content] = rest;
    const facts = {
      id,
      client,
      sent_at,
      content,
      is_me_message: is_me_message === 1,
      reactions: reactions.get(id) ?? '[]',
      submessages: submessages.get(id) ?? '[]',
    };
    const text = writer.write(facts, sender_id, conversation_id) + (edits.get(id) ?? '');
    const json = ownBytes(text);
    texts.set(id, { id, conversation_id, place_id, channel_id, sent_channel_id, mentions_channel, json });
  }
}

/** The text as UTF-8 in memory of its own: a cached slice of Node's buffer pool would retain 64 KiB. */
function ownBytes(text: string): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  bytes.write(text);
  return bytes;
}

/** The reactions to messages, as JSON lists; `ids` is a JSON list. */
export function reactionLists(db: Database, ids: string): Map<number, string> {
  // Here and below, the list comes first in the join: `IN (…)` would sort it for each query.
  const rows = db.all<{ message_id: number; list: string }>(
    `SELECT message_id, json_group_array(json_object('emoji_name', emoji_name, 'emoji_code', emoji_code,
       'reaction_type', reaction_type, 'user_id', user_id) ORDER BY reactions.id) AS list
     FROM json_each(?) CROSS JOIN reactions ON message_id = value GROUP BY message_id`,
    ids,
  );
  return new Map(rows.map((row) => [row.message_id, row.list]));
}

/** The steps of polls and to-do lists, as JSON lists; `ids` is a JSON list. */
export function submessageLists(db: Database, ids: string): Map<number, string> {
  const rows = db.all<{ message_id: number; list: string }>(
    `SELECT message_id, json_group_array(json_object('id', submessages.id, 'message_id', message_id,
       'sender_id', sender_id, 'msg_type', msg_type, 'content', content) ORDER BY submessages.id) AS list
     FROM json_each(?) CROSS JOIN submessages ON message_id = value GROUP BY message_id`,
    ids,
  );
  return new Map(rows.map((row) => [row.message_id, row.list]));
}
