import { type Database, inJsonList } from '../db/database.ts';
import type { SqlValue } from '../db/statement.ts';
import type { MessageRef } from './message.ts';
import {
  isUnread,
  joinedMessages,
  listPositions,
  ownMessages,
  reachOf,
  readStates,
  receivedSql,
  setWatermark,
} from './read-state.ts';
import { listUnreadInChannel } from './unread-messages.ts';

/**
 * Marks messages as read. Returns the ids of those that were unread, ascending. Only messages read ahead of an unread
 * one need a row; the watermark covers the others.
 */
export function markMessagesRead(db: Database, user_id: number, messages: readonly MessageRef[]): number[] {
  const stateOf = readStates(db, user_id, messages);
  const unread = messages.filter((message) => isUnread(stateOf(message)));
  if (unread.length === 0) return [];
  const received = unread.filter((message) => stateOf(message) === 'unread');
  deleteExceptions(db, user_id, unread);
  const positions = listPositions(db, user_id, received);
  const ahead = received.filter(({ id, place_id }) => id > (positions.get(place_id) ?? 0));
  if (ahead.length > 0) readAhead(db, user_id, positions, ahead);
  return unread.map(idOf).sort((a, b) => a - b);
}

/**
 * Marks messages as unread, also those that the user never received but may read. Returns the ids of those that were
 * read, ascending.
 */
export function markMessagesUnread(db: Database, user_id: number, messages: readonly MessageRef[]): number[] {
  const stateOf = readStates(db, user_id, messages);
  const historical = messages.filter((message) => stateOf(message) === 'historical');
  const received = messages.filter((message) => stateOf(message) === 'read');
  insertExceptions(db, user_id, historical.map(idOf), 0);
  if (received.length > 0) markReceivedUnread(db, user_id, received);
  return [...historical, ...received].map(idOf).sort((a, b) => a - b);
}

function markReceivedUnread(db: Database, user_id: number, read: readonly MessageRef[]): void {
  deleteExceptions(db, user_id, read);
  const positions = listPositions(db, user_id, read);
  const behind = read.filter(({ id, place_id }) => id <= (positions.get(place_id) ?? 0));
  for (const [place_id, group] of Map.groupBy(behind, (message) => message.place_id)) {
    const isJoined = group.some(isOfJoined);
    readBehind(db, { user_id, place_id, isJoined, position: positions.get(place_id) ?? 0 }, group.map(idOf));
  }
}

/** Marks a channel as read up to a message for some users. The floor replaces earlier watermarks and exceptions. */
export function markChannelRead(db: Database, user_ids: readonly number[], channel_id: number, until: number): void {
  // A watermark takes precedence over the floor, even a lower one.
  db.run(
    `DELETE FROM read_watermarks WHERE user_id ${inJsonList} AND message_id <= ?
       AND coalesce((SELECT channel_id FROM conversations WHERE id = place_id),
         (SELECT channel_id FROM joined_places WHERE id = place_id)) = ?`,
    JSON.stringify(user_ids),
    until,
    channel_id,
  );
  setFloors(db, { user_ids, channel_id, until });
}

/** Users who have read a channel up to a message, the last one or later. */
interface Marking {
  channel_id: number;
  user_ids: readonly number[];
  until: number;
}

/** Users with the same unread messages. Message ids are ascending. */
interface Readers {
  user_ids: number[];
  ids: number[];
}

/**
 * Marks a channel as read for many users. Returns the messages that this changed, for the users selected by `isAsked`.
 * Watermarks at the end of a place stay: of a thousand users, deleting them takes longer than raising the others.
 */
export function markChannelReadByMany(
  db: Database,
  marking: Marking,
  isAsked: (user_id: number) => boolean,
): Readers[] {
  const { channel_id, user_ids } = marking;
  const unread = user_ids.filter(isAsked).map((id) => ({ id, ids: listUnreadInChannel(db, id, channel_id) }));
  db.run(raiseWatermarksSql, channel_id, JSON.stringify(user_ids));
  setFloors(db, marking);
  const groups = Map.groupBy(unread, ({ ids }) => ids.join());
  groups.delete('');
  return [...groups.values()].map((alike) => ({ user_ids: alike.map(({ id }) => id), ids: alike[0]?.ids ?? [] }));
}

// User by user, because the table is in that order.
const raiseWatermarksSql = `
  INSERT INTO read_watermarks (user_id, place_id, message_id)
  SELECT w.user_id, p.id, p.newest FROM (
    SELECT id, max_message_id AS newest FROM conversations WHERE channel_id = ?1
    UNION ALL SELECT id, max_message_id FROM joined_places WHERE channel_id = ?1) p
  CROSS JOIN read_watermarks w INDEXED BY read_watermarks_by_place ON w.place_id = p.id AND w.message_id < p.newest
  WHERE +w.user_id IN (SELECT value FROM json_each(?2)) ORDER BY 1, 2
  ON CONFLICT DO UPDATE SET message_id = excluded.message_id`;

function setFloors(db: Database, { user_ids, channel_id, until }: Marking): void {
  const ids = JSON.stringify(user_ids);
  db.run(
    `DELETE FROM read_exceptions WHERE user_id ${inJsonList} AND message_id <= ?
       AND (SELECT channel_id FROM messages WHERE id = message_id) = ?`,
    ids,
    until,
    channel_id,
  );
  db.run(
    'INSERT OR REPLACE INTO read_floors (user_id, channel_id, message_id) SELECT value, ?, ? FROM json_each(?)',
    channel_id,
    until,
    ids,
  );
}

/** Raises the floors of new subscribers, so that earlier messages of the channel count as read. */
export function raiseFloors(db: Database, user_ids: readonly number[], channel_id: number, until: number): void {
  const ids = JSON.stringify(user_ids);
  // A user may have received messages elsewhere that then moved here; unread ones stay unread.
  db.run(
    `INSERT OR IGNORE INTO read_exceptions (user_id, message_id, is_read)
     SELECT u.value, m.id, 0 FROM messages m INDEXED BY messages_moved CROSS JOIN json_each(?1) u
     LEFT JOIN read_floors f ON f.user_id = u.value AND f.channel_id = ?2
     WHERE m.channel_id = ?2 AND m.moved_at_id IS NOT NULL AND m.id > coalesce(f.message_id, 0) AND m.id <= ?3
       AND NOT EXISTS (
         SELECT 1 FROM read_watermarks w WHERE w.user_id = u.value AND w.place_id = m.place_id)
       AND ${receivedSql('u.value')}`,
    ids,
    channel_id,
    until,
  );
  db.run(
    `INSERT INTO read_floors (user_id, channel_id, message_id) SELECT value, ?, ? FROM json_each(?) WHERE true
     ON CONFLICT DO UPDATE SET message_id = max(message_id, excluded.message_id)`,
    channel_id,
    until,
    ids,
  );
}

// Raises the watermarks to just before the next unread message, and stores exceptions for messages read beyond it.
function readAhead(
  db: Database,
  user_id: number,
  positions: ReadonlyMap<number, number>,
  messages: readonly MessageRef[],
): void {
  const watermarks = new Map(listWatermarksAhead(db, user_id, positions, messages));
  const watermarkOf = ({ place_id }: MessageRef) => watermarks.get(place_id) ?? 0;
  const beyond = messages.filter((message) => message.id > watermarkOf(message));
  insertExceptions(db, user_id, beyond.map(idOf), 1);
  const raised = [...watermarks].filter(([place_id, id]) => id > (positions.get(place_id) ?? 0));
  if (raised.length === 0) return;
  deletePassed(db, user_id, new Map(raised), Math.min(...raised.map(([id]) => positions.get(id) ?? 0)));
  db.run(
    `INSERT OR REPLACE INTO read_watermarks (user_id, place_id, message_id)
     SELECT ?, value ->> 0, value ->> 1 FROM json_each(?)`,
    user_id,
    JSON.stringify(raised),
  );
}

/** For each place of `messages`, the newest message before the first one that stays unread. */
function listWatermarksAhead(
  db: Database,
  user_id: number,
  positions: ReadonlyMap<number, number>,
  messages: readonly MessageRef[],
): [place_id: number, message_id: number][] {
  const groups = Map.groupBy(messages, isOfJoined);
  return [...groups].flatMap(([isJoined, read]) => {
    const places = new Map(read.map(({ place_id, conversation_id }) => [place_id, conversation_id]));
    return db.tuples<[place_id: number, message_id: number]>(
      isJoined ? aheadSql.joined : aheadSql.own,
      JSON.stringify([...places].map(([id, conversation_id]) => [id, conversation_id, positions.get(id) ?? 0])),
      JSON.stringify(read.map(idOf)),
      user_id,
    );
  });
}

const aheadSql = { own: aheadSqlOf(ownMessages), joined: aheadSqlOf(joinedMessages) };

// The watermark may be the id of any message of the conversation, also of one in another place.
function aheadSqlOf(messagesOf: string): string {
  return `
    WITH stops (place_id, conversation_id, stop) AS (
      SELECT place.value ->> 0, place.value ->> 1, (
        SELECT m.id FROM ${messagesOf} = place.value ->> 0 AND m.id > place.value ->> 2
          AND m.id NOT IN (SELECT value FROM json_each(?2)) AND ${receivedSql('?3')}
          AND NOT EXISTS (SELECT 1 FROM read_exceptions e WHERE e.user_id = ?3 AND e.message_id = m.id)
        ORDER BY m.id LIMIT 1)
      FROM json_each(?1) place)
    SELECT place_id, coalesce((SELECT max(id) FROM messages m
      WHERE m.conversation_id = stops.conversation_id AND id < coalesce(stop, 9007199254740991)), 0) FROM stops`;
}

// Deletes exceptions of messages that the watermark now covers.
function deletePassed(db: Database, user_id: number, watermarks: ReadonlyMap<number, number>, from: number): void {
  const ahead = db.tuples<[id: number, place_id: number]>(
    `SELECT e.message_id, m.place_id FROM read_exceptions e CROSS JOIN messages m ON m.id = e.message_id
     WHERE e.user_id = ? AND e.is_read = 1 AND e.message_id > ? AND e.message_id <= ?`,
    user_id,
    from,
    Math.max(...watermarks.values()),
  );
  const passed = ahead.filter(([id, place_id]) => id <= (watermarks.get(place_id) ?? 0));
  deleteExceptions(
    db,
    user_id,
    passed.map(([id]) => ({ id })),
  );
}

/** `position`: how far a user has read a place, apart from exceptions. */
interface Place {
  user_id: number;
  place_id: number;
  isJoined: boolean;
  position: number;
}

function readBehind(db: Database, place: Place, ids: readonly number[]): void {
  if (!lowerWatermark(db, place, ids)) insertExceptions(db, place.user_id, ids, 0);
}

// "Mark as unread from here" is the usual request: when no message after the first stays read, the watermark itself is
// lowered.
function lowerWatermark(db: Database, place: Place, ids: readonly number[]): boolean {
  const from = Math.min(...ids);
  const count = db.value<number>(
    place.isJoined ? readBetweenSql.joined : readBetweenSql.own,
    place.place_id,
    from,
    place.position,
    place.user_id,
  );
  if (count !== ids.length) return false;
  setWatermark(db, place.user_id, place.place_id, from - 1);
  deleteUnreadFrom(db, place, from);
  return true;
}

const readBetweenSql = { own: readBetweenSqlOf(ownMessages), joined: readBetweenSqlOf(joinedMessages) };

function readBetweenSqlOf(messagesOf: string): string {
  return `SELECT count(*) FROM ${messagesOf} = ?1 AND m.id >= ?2 AND m.id <= ?3 AND ${receivedSql('?4')}
    AND NOT EXISTS (SELECT 1 FROM read_exceptions e WHERE e.user_id = ?4 AND e.message_id = m.id)`;
}

// The watermark says nothing of messages that the user never received.
function deleteUnreadFrom(db: Database, place: Place, from: number): void {
  db.run(
    `DELETE FROM read_exceptions WHERE user_id = ?1 AND is_read = 0 AND message_id >= ?2 AND message_id <= ?3
       AND EXISTS (SELECT 1 FROM messages m WHERE m.id = message_id AND m.place_id = ?4 AND ${receivedSql('?1')})`,
    place.user_id,
    from,
    place.position,
    place.place_id,
  );
}

function insertExceptions(db: Database, user_id: number, ids: readonly number[], is_read: 0 | 1): void {
  if (ids.length === 0) return;
  db.run(
    `INSERT OR REPLACE INTO read_exceptions (user_id, message_id, is_read)
     SELECT ?, value, ? FROM json_each(?)`,
    ...([user_id, is_read, JSON.stringify(ids)] satisfies SqlValue[]),
  );
}

// The plus keeps SQLite from looking up each of thousands of messages: nearly all users have few exceptions.
function deleteExceptions(db: Database, user_id: number, messages: readonly Pick<MessageRef, 'id'>[]): void {
  if (messages.length === 0) return;
  const sql = `DELETE FROM read_exceptions WHERE user_id = ? AND message_id BETWEEN ? AND ? AND +message_id ${inJsonList}`;
  const { first, last } = reachOf(messages);
  db.run(sql, user_id, first, last, JSON.stringify(messages.map(idOf)));
}

function idOf({ id }: Pick<MessageRef, 'id'>): number {
  return id;
}

function isOfJoined({ place_id, conversation_id }: MessageRef): boolean {
  return place_id !== conversation_id;
}
