import type { Database } from '../db/database.ts';
import type { Conversation } from './conversation.ts';
import type { MessageRef } from './message.ts';

/**
 * `historical`: not received, but visible in the history; counts as read. `reopened`: historical, and marked as unread
 * by the user.
 */
export type ReadState = 'read' | 'unread' | 'historical' | 'reopened';

/** Whether a message in this state is unread. */
export function isUnread(state: ReadState): boolean {
  return state === 'unread' || state === 'reopened';
}

interface Span {
  from_message_id: number;
  until_message_id: number | null;
}

/** Returns a function that returns a user's read state of each message; loads the data of a whole page at once. */
export function readStates(
  db: Database,
  user_id: number,
  messages: readonly MessageRef[],
): (message: MessageRef) => ReadState {
  const exceptions = listExceptions(db, user_id, messages);
  const watermarks = listWatermarks(db, user_id, messages);
  const following = memo((channel_id: number) => findFollowing(db, user_id, channel_id));
  return (message) => {
    const { id, place_id, channel_id, sent_channel_id } = message;
    const exception = exceptions.get(id);
    if (sent_channel_id !== null && !isWithin(following(sent_channel_id).spans, id)) {
      return exception === 0 ? 'reopened' : 'historical';
    }
    if (exception !== undefined) return exception === 1 ? 'read' : 'unread';
    const position = watermarks.get(place_id) ?? (channel_id === null ? 0 : following(channel_id).floor);
    return id <= position ? 'read' : 'unread';
  };
}

/** Returns a function that returns each user's read state of one message. */
export function readStatesOf(
  db: Database,
  message_id: number,
  user_ids: readonly number[],
): (user_id: number) => ReadState {
  const rows = db.tuples<[user_id: number, state: ReadState]>(statesOfSql, JSON.stringify(user_ids), message_id);
  const states = new Map(rows);
  return (user_id) => states.get(user_id) ?? 'historical';
}

/** The spans of a user's subscription to a channel, and the floor. */
interface Following {
  spans: readonly Span[];
  floor: number;
}

function findFollowing(db: Database, user_id: number, channel_id: number): Following {
  const sql = 'SELECT from_message_id, until_message_id FROM subscription_spans WHERE user_id = ? AND channel_id = ?';
  return { spans: db.all<Span>(sql, user_id, channel_id), floor: findFloor(db, user_id, channel_id) };
}

/**
 * Marks a new message as read by its sender, or by another user for whom it starts as read. `previous` is the newest
 * message of the conversation before it.
 */
export function markSentAsRead(
  db: Database,
  user_id: number,
  conversation: Conversation,
  message_id: number,
  previous: number | null,
): void {
  const position = findPosition(db, user_id, conversation);
  if ((previous ?? 0) <= position || !hasBetween(db, conversation, position, message_id)) {
    setWatermark(db, user_id, conversation.id, message_id);
  } else {
    db.run('INSERT INTO read_exceptions (user_id, message_id, is_read) VALUES (?, ?, 1)', user_id, message_id);
  }
}

// The newest message of the conversation may belong to a joined place.
function hasBetween(db: Database, { id }: Conversation, after: number, before: number): boolean {
  const sql = `SELECT 1 FROM ${ownMessages} = ? AND m.id > ? AND m.id < ? LIMIT 1`;
  return db.value(sql, id, after, before) !== undefined;
}

/** Sets a user's watermark in a place, forwards or backwards. */
export function setWatermark(db: Database, user_id: number, place_id: number, message_id: number): void {
  db.run(
    'INSERT OR REPLACE INTO read_watermarks (user_id, place_id, message_id) VALUES (?, ?, ?)',
    user_id,
    place_id,
    message_id,
  );
}

/**
 * For FROM, followed by `= <place id>`: the messages whose place is their conversation, and those of a joined place.
 */
export const ownMessages =
  'messages m INDEXED BY messages_by_conversation WHERE m.joined_place_id IS NULL AND m.conversation_id';
export const joinedMessages = 'messages m INDEXED BY messages_joined WHERE m.joined_place_id';

/** True of `messages m` that a user received, direct messages included; `user` is the placeholder of the user's id. */
export function receivedSql(user: string): string {
  return `(m.sent_channel_id IS NULL OR EXISTS (SELECT 1 FROM subscription_spans s
    WHERE s.user_id = ${user} AND s.channel_id = m.sent_channel_id AND m.id > s.from_message_id
      AND (s.until_message_id IS NULL OR m.id <= s.until_message_id)))`;
}

/** For FROM: the spans `s` of a user; binds the user's id. They are stored by channel, so subscriptions come first. */
export const spansSql = `subscriptions sub CROSS JOIN subscription_spans s
  ON sub.user_id = ? AND s.channel_id = sub.channel_id AND s.user_id = sub.user_id`;

/** True of `messages m` that a user received, or sees in the history of their channel if they are subscribed to it. */
export function visibleSql(user: string): string {
  return `(${receivedSql(user)} OR ${sawMoveSql(user)} OR EXISTS (SELECT 1 FROM channels c
    WHERE c.id = m.channel_id AND c.history_public_to_subscribers = 1))`;
}

/** True of `messages m` that moved to their channel during a user's current subscription. */
export function sawMoveSql(user: string): string {
  return `(m.moved_at_id IS NOT NULL AND EXISTS (SELECT 1 FROM subscription_spans s
    WHERE s.user_id = ${user} AND s.channel_id = m.channel_id AND m.moved_at_id > s.from_message_id
      AND s.until_message_id IS NULL))`;
}

/**
 * True of messages `m` that a user has read, provided they were received; `user` is a placeholder or column with the
 * user's id. For thousands of users of one message, the index by place is read faster than each user's own rows.
 */
export function isReadSql(user: string): string {
  return `coalesce(
    (SELECT e.is_read FROM read_exceptions e WHERE e.user_id = ${user} AND e.message_id = m.id),
    m.id <= coalesce(
      (SELECT w.message_id FROM read_watermarks w INDEXED BY read_watermarks_by_place
        WHERE w.user_id = ${user} AND w.place_id = m.place_id),
      (SELECT f.message_id FROM read_floors f WHERE f.user_id = ${user} AND f.channel_id = m.channel_id),
      0))`;
}

const statesOfSql = `
  SELECT u.value, CASE
    WHEN ${receivedSql('u.value')} THEN iif(${isReadSql('u.value')}, 'read', 'unread')
    ELSE iif(EXISTS (SELECT 1 FROM read_exceptions e
      WHERE e.user_id = u.value AND e.message_id = m.id AND e.is_read = 0), 'reopened', 'historical') END
  FROM messages m CROSS JOIN json_each(?) u WHERE m.id = ?`;

// Users have few exceptions: reading a whole range is faster than looking up each message.
function listExceptions(db: Database, user_id: number, messages: readonly MessageRef[]): Map<number, 0 | 1> {
  const { first, last } = reachOf(messages);
  const rows = db.cachedAll<{ message_id: number; is_read: 0 | 1 }>(
    'SELECT message_id, is_read FROM read_exceptions WHERE user_id = ? AND message_id BETWEEN ? AND ?',
    user_id,
    first,
    last,
  );
  return new Map(rows.map(({ message_id, is_read }) => [message_id, is_read]));
}

/** The lowest and the highest id; an empty range if there are no messages. */
export function reachOf(messages: readonly Pick<MessageRef, 'id'>[]): { first: number; last: number } {
  let [first, last] = [Number.MAX_SAFE_INTEGER, 0];
  for (const { id } of messages) {
    if (id < first) first = id;
    if (id > last) last = id;
  }
  return { first, last };
}

function listWatermarks(db: Database, user_id: number, messages: readonly MessageRef[]): Map<number, number> {
  const place_ids: number[] = [];
  for (const { place_id } of messages) {
    if (place_id !== place_ids.at(-1)) place_ids.push(place_id);
  }
  const rows = db.cachedAll<{ place_id: number; message_id: number }>(
    'SELECT place_id, message_id FROM json_each(?) CROSS JOIN read_watermarks ON place_id = value AND user_id = ?',
    JSON.stringify(place_ids),
    user_id,
  );
  return new Map(rows.map((row) => [row.place_id, row.message_id]));
}

/** A user's read position in each place of these messages. */
export function listPositions(db: Database, user_id: number, messages: readonly MessageRef[]): Map<number, number> {
  const watermarks = listWatermarks(db, user_id, messages);
  const floors = memo((channel_id: number) => findFloor(db, user_id, channel_id));
  return new Map(
    messages.map(({ place_id, channel_id }) => [
      place_id,
      watermarks.get(place_id) ?? (channel_id === null ? 0 : floors(channel_id)),
    ]),
  );
}

function findFloor(db: Database, user_id: number, channel_id: number): number {
  const sql = 'SELECT message_id FROM read_floors WHERE user_id = ? AND channel_id = ?';
  return db.cachedValue<number>(sql, user_id, channel_id) ?? 0;
}

// The watermark of the place or, without one, the floor of the channel.
function findPosition(db: Database, user_id: number, { id, channel_id }: Conversation): number {
  return findWatermark(db, user_id, id) ?? (channel_id === null ? 0 : findFloor(db, user_id, channel_id));
}

function findWatermark(db: Database, user_id: number, place_id: number): number | null {
  const sql = 'SELECT message_id FROM read_watermarks WHERE user_id = ? AND place_id = ?';
  return db.value<number>(sql, user_id, place_id) ?? null;
}

function isWithin(spans: readonly Span[], id: number): boolean {
  for (const { from_message_id, until_message_id } of spans) {
    if (id > from_message_id && (until_message_id === null || id <= until_message_id)) return true;
  }
  return false;
}

// Also remembers the last key: it is often the next one.
function memo<Key, Value>(find: (key: Key) => Value): (key: Key) => Value {
  const found = new Map<Key, Value>();
  let last: { key: Key; value: Value } | undefined;
  return (key) => {
    if (last?.key === key) return last.value;
    const value = found.get(key) ?? find(key);
    found.set(key, value);
    last = { key, value };
    return value;
  };
}
