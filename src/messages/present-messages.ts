import type { Context } from '../context.ts';
import { presentTopic } from '../conversations/conversation.ts';
import { messageRefColumns } from '../conversations/message.ts';
import { reachOf, readStates } from '../conversations/read-state.ts';
import { type Database, inJsonList } from '../db/database.ts';
import { RawJson } from '../http/endpoint.ts';
import { findRealmSetting, type SettingValue } from '../realm/settings.ts';
import { accessTest, canAccessEveryone } from '../users/access.ts';
import type { User } from '../users/user.ts';
import type { CachedMessage, CachesMessages, FlaggedRef } from './message-cache.ts';
import { type MessageVariant, MessageWriter } from './message-writer.ts';
import { userFlags } from './user-flags.ts';

/** The ports needed to present messages. */
export type Presenting = Context & CachesMessages;

/** A message as a user sees it, with flags, reactions and edits. It must exist. */
export function presentMessage(app: Presenting, user: User, id: number, variant: MessageVariant): RawJson {
  return new RawJson(presentEach(app, user, [id], variant).flatMap((message) => piecesOf(message, true)));
}

/** A message as one user sees it. */
export interface Presented {
  id: number;
  /** Without the fields below, and the closing brace. */
  json: Buffer;
  /** The fields of a search match. */
  match: Buffer | undefined;
  flags: readonly string[];
}

/**
 * Messages as a user sees them, ascending. All ids must exist. `found` has the fields of search matches by message id, as
 * JSON.
 */
export function presentEach(
  app: Presenting,
  user: User,
  ids: readonly number[],
  variant: MessageVariant,
  found?: ReadonlyMap<number, string>,
): Presented[] {
  const messages = readTexts(app, user, ids, variant);
  const flagsOf = flagLists(app.db, user, messages);
  return messages.map((message) => {
    const match = found?.get(message.id);
    const { id, json } = message;
    return { id, json, match: match === undefined ? undefined : Buffer.from(`,${match}`), flags: flagsOf(message) };
  });
}

const listStart = Buffer.from('[');
const listEnd = Buffer.from(']');

/** Messages as a JSON list. */
export function listOf(messages: readonly Presented[]): RawJson {
  const pieces: Buffer[] = [listStart];
  const last = messages.at(-1);
  for (const message of messages) pieces.push(...piecesOf(message, message === last));
  pieces.push(listEnd);
  return new RawJson(pieces);
}

function piecesOf({ json, match, flags }: Presented, isLast: boolean): Buffer[] {
  const end = messageEnd(flags, isLast);
  return match ? [json, match, end] : [json, end];
}

const ends = { last: new Map<string, Buffer>(), others: new Map<string, Buffer>() };

// Messages have few distinct ends; each is encoded once.
function messageEnd(flags: readonly string[], isLast: boolean): Buffer {
  const known = isLast ? ends.last : ends.others;
  const key = flags.length > 1 ? flags.join() : (flags[0] ?? '');
  let end = known.get(key);
  if (!end) {
    end = Buffer.from(`,"flags":${JSON.stringify(flags)}}${isLast ? '' : ','}`);
    known.set(key, end);
  }
  return end;
}

function readTexts(app: Presenting, user: User, ids: readonly number[], variant: MessageVariant): CachedMessage[] {
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
  writer.prepare(
    rows.map(([, , , , , sender_id]) => sender_id),
    rows.map(([, conversation_id]) => conversation_id),
  );
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

// Here and below, the list comes first in the join: `IN (…)` would sort it for each query.
export function reactionLists(db: Database, ids: string): Map<number, string> {
  const rows = db.all<{ message_id: number; list: string }>(
    `SELECT message_id, json_group_array(json_object('emoji_name', emoji_name, 'emoji_code', emoji_code,
       'reaction_type', reaction_type, 'user_id', user_id) ORDER BY reactions.id) AS list
     FROM json_each(?) CROSS JOIN reactions ON message_id = value GROUP BY message_id`,
    ids,
  );
  return new Map(rows.map((row) => [row.message_id, row.list]));
}

export function submessageLists(db: Database, ids: string): Map<number, string> {
  const rows = db.all<{ message_id: number; list: string }>(
    `SELECT message_id, json_group_array(json_object('id', submessages.id, 'message_id', message_id,
       'sender_id', sender_id, 'msg_type', msg_type, 'content', content) ORDER BY submessages.id) AS list
     FROM json_each(?) CROSS JOIN submessages ON message_id = value GROUP BY message_id`,
    ids,
  );
  return new Map(rows.map((row) => [row.message_id, row.list]));
}

function flagLists(
  db: Database,
  user: User,
  messages: readonly FlaggedRef[],
): (message: FlaggedRef) => readonly string[] {
  const { first, last } = reachOf(messages);
  const stored = db.cachedAll<{ message_id: number; flag: string }>(
    `SELECT message_id, flag FROM message_flags
     WHERE user_id = ? AND flag IN ('starred', 'collapsed', 'mentioned', 'topic_wildcard_mentioned', 'has_alert_word')
       AND message_id BETWEEN ? AND ?`,
    user.id,
    first,
    last,
  );
  const set = Map.groupBy(stored, ({ message_id }) => message_id);
  const stateOf = readStates(db, user.id, messages);
  return (message) => {
    const own = set.get(message.id)?.map(({ flag }) => flag) ?? [];
    return userFlags(stateOf(message), own, message.mentions_channel);
  };
}

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

const editColumns = `SELECT message_id, user_id, edited_at, prev_content, prev_rendered_content, prev_topic, topic,
  prev_channel_id, channel_id, resolves`;

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
    : db.all(`${editColumns} FROM message_edits WHERE id ${inJsonList} ORDER BY id DESC`, JSON.stringify(newest));
}

/** The edits that the organization's policy shows: all, only moves, or none. */
export function visibleEdits(edits: readonly Edit[], policy: SettingValue): readonly Edit[] {
  if (policy === 'all') return edits;
  if (policy === 'none') return [];
  return edits
    .filter((edit) => edit.topic !== null || edit.channel_id !== null)
    .map((edit) => ({ ...edit, prev_content: null, prev_rendered_content: null }));
}

function editFields(db: Database, ids: string, variant: MessageVariant): Map<number, string> {
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

function presentEdit(edit: Edit, variant: MessageVariant): object {
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
