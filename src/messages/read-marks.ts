import { type Database, inJsonList, type SqlValue } from '../db/database.ts';
import { findPosition, type Placed, receivedSql, setWatermark } from './read-state.ts';

/** Where a conversation's messages stand for one user: read up to here, except where an exception says otherwise. */
interface Place {
  user_id: number;
  conversation_id: number;
  channel_id: number | null;
}

/**
 * Marks messages that the user received as read. Returns the ids of those that were unread, ascending. Only messages
 * read ahead of an unread one keep a row; the watermark passes over all others.
 */
export function doMarkRead(db: Database, user_id: number, messages: readonly Placed[]): number[] {
  return byPlace(user_id, messages, (place, ids) => markRead(db, place, ids));
}

/** Marks messages that the user received as unread. Returns the ids of those that were read, ascending. */
export function doMarkUnread(db: Database, user_id: number, messages: readonly Placed[]): number[] {
  return byPlace(user_id, messages, (place, ids) => markUnread(db, place, ids));
}

/** Marks everything of a channel up to a message as read. The floor then says all there is to say. */
export function doMarkChannelRead(db: Database, user_id: number, channel_id: number, until: number): void {
  db.run(
    `DELETE FROM read_exceptions WHERE user_id = ? AND message_id <= ?
       AND (SELECT channel_id FROM messages WHERE id = message_id) = ?`,
    user_id,
    until,
    channel_id,
  );
  deleteWatermarks(db, user_id, channel_id, until);
  db.run(
    'INSERT OR REPLACE INTO read_floors (user_id, channel_id, message_id) VALUES (?, ?, ?)',
    user_id,
    channel_id,
    until,
  );
}

/** Puts what was said in a channel before a new subscription behind its floor. */
export function doRaiseFloor(db: Database, user_id: number, channel_id: number, until: number): void {
  // Messages that moved in may have reached the user elsewhere, and be unread still.
  db.run(
    `INSERT OR IGNORE INTO read_exceptions (user_id, message_id, is_read)
     SELECT ?1, m.id, 0 FROM messages m INDEXED BY messages_moved
     LEFT JOIN read_floors f ON f.user_id = ?1 AND f.channel_id = ?2
     WHERE m.channel_id = ?2 AND m.moved_at_id IS NOT NULL AND m.id > coalesce(f.message_id, 0) AND m.id <= ?3
       AND NOT EXISTS (SELECT 1 FROM read_watermarks w WHERE w.user_id = ?1 AND w.conversation_id = m.conversation_id)
       AND ${receivedSql('?1')}`,
    user_id,
    channel_id,
    until,
  );
  db.run(
    `INSERT INTO read_floors (user_id, channel_id, message_id) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET message_id = max(message_id, excluded.message_id)`,
    user_id,
    channel_id,
    until,
  );
}

// A watermark goes before the floor, also where it is lower.
function deleteWatermarks(db: Database, user_id: number, channel_id: number, until: number): void {
  db.run(
    `DELETE FROM read_watermarks WHERE user_id = ? AND message_id <= ?
       AND (SELECT channel_id FROM conversations WHERE id = conversation_id) = ?`,
    user_id,
    until,
    channel_id,
  );
}

function markRead(db: Database, place: Place, ids: readonly number[]): number[] {
  const position = positionOf(db, place);
  const exceptions = listExceptions(db, place.user_id, ids);
  const behind = ids.filter((id) => id <= position && exceptions.get(id) === 0);
  const ahead = ids.filter((id) => id > position && exceptions.get(id) !== 1);
  // A move can leave messages marked unread ahead of the position as well.
  deleteExceptions(
    db,
    place.user_id,
    ids.filter((id) => exceptions.get(id) === 0),
  );
  if (ahead.length > 0) readAhead(db, place, position, ahead);
  return [...behind, ...ahead].sort((a, b) => a - b);
}

function readAhead(db: Database, place: Place, position: number, ids: readonly number[]): void {
  const first = firstOther(db, place, position, ids);
  const watermark = newestBefore(db, place.conversation_id, first);
  insertExceptions(
    db,
    place.user_id,
    ids.filter((id) => id > watermark),
    1,
  );
  if (watermark <= position) return;
  db.run(
    `DELETE FROM read_exceptions WHERE user_id = ? AND is_read = 1 AND message_id > ? AND message_id <= ?
       AND (SELECT conversation_id FROM messages WHERE id = message_id) = ?`,
    place.user_id,
    position,
    watermark,
    place.conversation_id,
  );
  setWatermark(db, place.user_id, place.conversation_id, watermark);
}

/** The first unread message after the position that is not among the given ones. */
function firstOther(db: Database, place: Place, position: number, ids: readonly number[]): number | undefined {
  const given = new Set(ids);
  const unread = db.values<number>(
    `SELECT m.id FROM messages m INDEXED BY messages_by_conversation
     WHERE m.conversation_id = ?1 AND m.id > ?2 AND ${receivedSql('?3')}
       AND NOT EXISTS (SELECT 1 FROM read_exceptions e WHERE e.user_id = ?3 AND e.message_id = m.id)
     ORDER BY m.id LIMIT ?4`,
    place.conversation_id,
    position,
    place.user_id,
    ids.length + 1,
  );
  return unread.find((id) => !given.has(id));
}

function newestBefore(db: Database, conversation_id: number, id: number | undefined): number {
  const sql = 'SELECT max(id) FROM messages WHERE conversation_id = ? AND id < ?';
  return db.value<number>(sql, conversation_id, id ?? Number.MAX_SAFE_INTEGER) ?? 0;
}

function markUnread(db: Database, place: Place, ids: readonly number[]): number[] {
  const position = positionOf(db, place);
  const exceptions = listExceptions(db, place.user_id, ids);
  const ahead = ids.filter((id) => id > position && exceptions.get(id) === 1);
  const behind = ids.filter((id) => id <= position && exceptions.get(id) !== 0);
  deleteExceptions(db, place.user_id, ahead);
  if (behind.length > 0 && !lowerWatermark(db, place, position, behind)) {
    insertExceptions(db, place.user_id, behind, 0);
  }
  return [...behind, ...ahead].sort((a, b) => a - b);
}

// "Unread from here on" is the common wish: when nothing read lies behind the first of the messages, the watermark
// itself goes back.
function lowerWatermark(db: Database, place: Place, position: number, ids: readonly number[]): boolean {
  const from = Math.min(...ids);
  const count = db.value<number>(
    `SELECT count(*) FROM messages m WHERE m.conversation_id = ?1 AND m.id >= ?2 AND m.id <= ?3
       AND ${receivedSql('?4')}
       AND NOT EXISTS (SELECT 1 FROM read_exceptions e WHERE e.user_id = ?4 AND e.message_id = m.id)`,
    place.conversation_id,
    from,
    position,
    place.user_id,
  );
  if (count !== ids.length) return false;
  setWatermark(db, place.user_id, place.conversation_id, from - 1);
  deleteUnreadFrom(db, place, from, position);
  return true;
}

function deleteUnreadFrom(db: Database, place: Place, from: number, until: number): void {
  db.run(
    `DELETE FROM read_exceptions WHERE user_id = ? AND is_read = 0 AND message_id >= ? AND message_id <= ?
       AND (SELECT conversation_id FROM messages WHERE id = message_id) = ?`,
    place.user_id,
    from,
    until,
    place.conversation_id,
  );
}

function byPlace(
  user_id: number,
  messages: readonly Placed[],
  change: (place: Place, ids: number[]) => number[],
): number[] {
  const groups = Map.groupBy(messages, (message) => message.conversation_id);
  const changed = [...groups].flatMap(([conversation_id, group]) => {
    const channel_id = group[0]?.channel_id ?? null;
    return change(
      { user_id, conversation_id, channel_id },
      group.map(({ id }) => id),
    );
  });
  return changed.sort((a, b) => a - b);
}

function positionOf(db: Database, { user_id, conversation_id, channel_id }: Place): number {
  return findPosition(db, user_id, { id: conversation_id, channel_id });
}

function listExceptions(db: Database, user_id: number, ids: readonly number[]): Map<number, 0 | 1> {
  const rows = db.tuples<[number, 0 | 1]>(
    `SELECT message_id, is_read FROM read_exceptions WHERE user_id = ? AND message_id ${inJsonList}`,
    user_id,
    JSON.stringify(ids),
  );
  return new Map(rows);
}

function insertExceptions(db: Database, user_id: number, ids: readonly number[], is_read: 0 | 1): void {
  if (ids.length === 0) return;
  db.run(
    `INSERT OR REPLACE INTO read_exceptions (user_id, message_id, is_read)
     SELECT ?, value, ? FROM json_each(?)`,
    ...([user_id, is_read, JSON.stringify(ids)] satisfies SqlValue[]),
  );
}

function deleteExceptions(db: Database, user_id: number, ids: readonly number[]): void {
  if (ids.length === 0) return;
  const sql = `DELETE FROM read_exceptions WHERE user_id = ? AND message_id ${inJsonList}`;
  db.run(sql, user_id, JSON.stringify(ids));
}
