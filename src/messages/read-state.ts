import { type Database, inJsonList } from '../db/database.ts';
import type { User } from '../users/user.ts';
import type { Conversation } from './conversation.ts';

/** What of a message its read state depends on. */
export interface Placed {
  id: number;
  conversation_id: number;
  channel_id: number | null;
}

/** `historical`: never received, seen in shared history; counts as read. */
export type ReadState = 'read' | 'unread' | 'historical';

interface Span {
  from_message_id: number;
  until_message_id: number | null;
}

/** Tells the read state of some messages for a user; made once for a page of them. */
export function readStates(db: Database, user: User, messages: readonly Placed[]): (message: Placed) => ReadState {
  const exceptions = listExceptions(db, user, messages);
  const spans = memo((channel_id: number) =>
    db.all<Span>(
      'SELECT from_message_id, until_message_id FROM subscription_spans WHERE user_id = ? AND channel_id = ?',
      user.id,
      channel_id,
    ),
  );
  const floors = memo((channel_id: number) => findFloor(db, user.id, channel_id));
  const watermarks = listWatermarks(db, user, messages);
  return (message) => {
    const { id, channel_id, conversation_id } = message;
    if (channel_id !== null && !spans(channel_id).some((span) => isWithin(span, id))) return 'historical';
    const exception = exceptions.get(id);
    if (exception !== undefined) return exception === 1 ? 'read' : 'unread';
    const floor = Math.max(watermarks.get(conversation_id) ?? 0, channel_id === null ? 0 : floors(channel_id));
    return id <= floor ? 'read' : 'unread';
  };
}

/** Marks a message as read by its sender. `previous` is the newest message its conversation had before it. */
export function doMarkSentAsRead(
  db: Database,
  sender_id: number,
  conversation: Conversation,
  message_id: number,
  previous: number | null,
): void {
  const floor = conversation.channel_id === null ? 0 : findFloor(db, sender_id, conversation.channel_id);
  const readUntil = Math.max(floor, findWatermark(db, sender_id, conversation.id));
  if ((previous ?? 0) <= readUntil) {
    db.run(
      'INSERT OR REPLACE INTO read_watermarks (user_id, conversation_id, message_id) VALUES (?, ?, ?)',
      sender_id,
      conversation.id,
      message_id,
    );
  } else {
    db.run('INSERT INTO read_exceptions (user_id, message_id, is_read) VALUES (?, ?, 1)', sender_id, message_id);
  }
}

/** The SQL of a user's unread messages: `id`, `conversation_id`, ascending. Binds the user's id as ?1. */
const unreadSql = `
  WITH open (conversation_id, after_id, until_id) AS (
    SELECT c.id, max(s.from_message_id, coalesce(f.message_id, 0), coalesce(w.message_id, 0)), s.until_message_id
    FROM subscriptions sub
    JOIN subscription_spans s ON s.user_id = sub.user_id AND s.channel_id = sub.channel_id
    JOIN conversations c ON c.channel_id = sub.channel_id
    LEFT JOIN read_floors f ON f.user_id = ?1 AND f.channel_id = sub.channel_id
    LEFT JOIN read_watermarks w ON w.user_id = ?1 AND w.conversation_id = c.id
    WHERE sub.user_id = ?1 AND sub.is_active = 1
      AND c.max_message_id > max(s.from_message_id, coalesce(f.message_id, 0), coalesce(w.message_id, 0))
    UNION ALL
    SELECT c.id, coalesce(w.message_id, 0), NULL
    FROM direct_members d
    JOIN conversations c ON c.id = d.conversation_id
    LEFT JOIN read_watermarks w ON w.user_id = ?1 AND w.conversation_id = c.id
    WHERE d.user_id = ?1 AND c.max_message_id > coalesce(w.message_id, 0)
  )
  SELECT m.id, m.conversation_id, m.sender_id
  FROM open CROSS JOIN messages m INDEXED BY messages_by_conversation
    ON m.conversation_id = open.conversation_id AND m.id > open.after_id
    AND (open.until_id IS NULL OR m.id <= open.until_id)
  WHERE NOT EXISTS (SELECT 1 FROM read_exceptions e WHERE e.user_id = ?1 AND e.message_id = m.id)
  UNION
  SELECT m.id, m.conversation_id, m.sender_id
  FROM read_exceptions e JOIN messages m ON m.id = e.message_id
  WHERE e.user_id = ?1 AND e.is_read = 0
    AND (m.channel_id IS NULL
      OR EXISTS (SELECT 1 FROM subscriptions s WHERE s.user_id = ?1 AND s.channel_id = m.channel_id AND s.is_active = 1))
  ORDER BY 1`;

export interface UnreadMessage {
  id: number;
  conversation_id: number;
  sender_id: number;
}

/** A user's unread messages in present subscriptions and direct conversations, oldest first. */
export function listUnread(db: Database, user_id: number): UnreadMessage[] {
  return db.all(unreadSql, user_id);
}

// A user has few exceptions, so that reading all of a stretch is quicker than looking up each message of a page.
function listExceptions(db: Database, user: User, messages: readonly Placed[]): Map<number, 0 | 1> {
  const { first, last } = reachOf(messages);
  const rows = db.tuples<[message_id: number, is_read: 0 | 1]>(
    'SELECT message_id, is_read FROM read_exceptions WHERE user_id = ? AND message_id BETWEEN ? AND ?',
    user.id,
    first,
    last,
  );
  return new Map(rows);
}

/** The ids that some messages lie between; an empty stretch for none. */
export function reachOf(messages: readonly Placed[]): { first: number; last: number } {
  let [first, last] = [Number.MAX_SAFE_INTEGER, 0];
  for (const { id } of messages) {
    if (id < first) first = id;
    if (id > last) last = id;
  }
  return { first, last };
}

function listWatermarks(db: Database, user: User, messages: readonly Placed[]): Map<number, number> {
  const rows = db.tuples<[conversation_id: number, message_id: number]>(
    `SELECT conversation_id, message_id FROM read_watermarks WHERE user_id = ? AND conversation_id ${inJsonList}`,
    user.id,
    JSON.stringify([...new Set(messages.map(({ conversation_id }) => conversation_id))]),
  );
  return new Map(rows);
}

function findFloor(db: Database, user_id: number, channel_id: number): number {
  const sql = 'SELECT message_id FROM read_floors WHERE user_id = ? AND channel_id = ?';
  return db.value<number>(sql, user_id, channel_id) ?? 0;
}

function findWatermark(db: Database, user_id: number, conversation_id: number): number {
  const sql = 'SELECT message_id FROM read_watermarks WHERE user_id = ? AND conversation_id = ?';
  return db.value<number>(sql, user_id, conversation_id) ?? 0;
}

function isWithin(span: Span, id: number): boolean {
  return id > span.from_message_id && (span.until_message_id === null || id <= span.until_message_id);
}

function memo<Key, Value>(find: (key: Key) => Value): (key: Key) => Value {
  const found = new Map<Key, Value>();
  return (key) => {
    let value = found.get(key);
    if (value === undefined) {
      value = find(key);
      found.set(key, value);
    }
    return value;
  };
}
