import { type Database, inJsonList } from '../db/database.ts';
import type { Conversation } from './conversation.ts';
import type { MessageRef } from './message.ts';
import { historical, ownMessages, type ReadState, receivedSql, visibleSql } from './read-state.ts';
import { countUntil } from './sorted-ids.ts';

/** Users with the same unread messages. Message ids are ascending. */
interface Readers {
  user_ids: number[];
  ids: number[];
}

/**
 * Returns a function that returns each user's read state of one message. Reads the watermarks and exceptions of all
 * users at once: a lookup for each user takes several times as long. Ids are ascending.
 */
export function readStatesOf(
  db: Database,
  message: MessageRef,
  user_ids: readonly number[],
): (user_id: number) => ReadState {
  const { id, place_id, channel_id } = message;
  const watermarks = listWatermarks(db, place_id, user_ids);
  const unmarked = user_ids.filter((user_id) => watermarks[user_id] === undefined);
  const floors = listFloors(db, channel_id, unmarked);
  const exceptions = new Map(db.tuples<[user_id: number, is_read: 0 | 1]>(exceptionsSql, id));
  const strangers = new Set(db.values<number>(strangersSql, id, JSON.stringify(user_ids)));
  return (user_id) => {
    const exception = exceptions.get(user_id);
    if (strangers.has(user_id)) return historical(exception);
    const position = watermarks[user_id] ?? floors.get(user_id) ?? 0;
    return (exception ?? Number(id <= position)) === 1 ? 'read' : 'unread';
  };
}

type Watermarks = Readonly<Record<number, number>>;

function listWatermarks(db: Database, place_id: number, user_ids: readonly number[]): Watermarks {
  const text = db.value<string>(watermarksSql, place_id, user_ids.at(0) ?? 0, user_ids.at(-1) ?? 0);
  return JSON.parse(text ?? '{}');
}

/** The last read message of a channel in places without a watermark, by user; 0 in direct conversations. */
function listFloors(db: Database, channel_id: number | null, user_ids: readonly number[]): Map<number, number> {
  const floors = JSON.parse(db.value<string>(floorsSql, JSON.stringify(user_ids), channel_id) ?? '[]') as number[];
  return new Map(user_ids.map((user_id, index) => [user_id, floors[index] ?? 0]));
}

/**
 * Marks a new message as read by users for whom it starts as read, like `markSentAsRead`. The number of queries does not
 * depend on the number of users. User ids are ascending.
 */
export function markSentAsReadByMany(
  db: Database,
  user_ids: readonly number[],
  { id: place_id, channel_id }: Conversation,
  message_id: number,
): void {
  const watermarks = listWatermarks(db, place_id, user_ids);
  const floors = listFloors(db, channel_id, user_ids);
  const previous = db.value<number | null>(previousSql, place_id, message_id) ?? 0;
  const isAtEnd = (user_id: number) => (watermarks[user_id] ?? floors.get(user_id) ?? 0) >= previous;
  const raised = user_ids.filter(isAtEnd).map((user_id) => [user_id, place_id, message_id]);
  db.run(raiseWatermarksSql, JSON.stringify(raised));
  const others = user_ids.filter((user_id) => !isAtEnd(user_id));
  db.run(insertExceptionsSql, message_id, JSON.stringify(others));
}

interface Marking {
  channel_id: number;
  /** Subscribers of the channel, ascending. */
  user_ids: readonly number[];
  /** A message id not less than any existing one. */
  until: number;
}

/**
 * Marks a channel as read for many users. Returns the messages that this changed, for the users selected by `isAsked`.
 * The number of queries does not depend on the number of users.
 */
export function markChannelReadByMany(
  db: Database,
  { channel_id, user_ids, until }: Marking,
  isAsked: (user_id: number) => boolean,
): Readers[] {
  const places = listPlaces(db, channel_id, user_ids);
  const unread = [...listUnreadByUser(db, channel_id, user_ids.filter(isAsked), places)];
  raiseWatermarks(db, user_ids, places);
  const ids = JSON.stringify(user_ids);
  db.run(deleteExceptionsSql, ids, until, channel_id);
  db.run(raiseFloorsSql, channel_id, until, ids);
  return [...Map.groupBy(unread, ([, ids]) => ids.join()).values()].map((alike) => ({
    user_ids: alike.map(([user_id]) => user_id),
    ids: (alike[0]?.[1] ?? []).sort((a, b) => a - b),
  }));
}

/** A place with messages, and its watermarks by user id. */
interface Place {
  id: number;
  newest: number;
  watermarks: Watermarks;
}

function listPlaces(db: Database, channel_id: number, user_ids: readonly number[]): Place[] {
  const places = db.all<Omit<Place, 'watermarks'>>(placesSql, channel_id);
  return places.map((place) => ({ ...place, watermarks: listWatermarks(db, place.id, user_ids) }));
}

/** Raises the users' watermarks to the end of each place. User by user, because the table is in that order. */
function raiseWatermarks(db: Database, user_ids: readonly number[], places: readonly Place[]): void {
  const raised = user_ids.flatMap((user_id) =>
    places
      .filter(({ newest, watermarks }) => (watermarks[user_id] ?? newest) < newest)
      .map(({ id, newest }) => [user_id, id, newest]),
  );
  if (raised.length > 0) db.run(raiseWatermarksSql, JSON.stringify(raised));
}

interface Message {
  id: number;
  place_id: number;
  sent_channel_id: number;
  has_moved: 0 | 1;
}

/** `floor`: the last read message of the channel in places without a watermark. */
interface Reader {
  user_id: number;
  floor: number;
}

// Positions are compared here; in SQL, each pair of user and place would cost lookups in two tables.
function listUnreadByUser(
  db: Database,
  channel_id: number,
  user_ids: readonly number[],
  places: readonly Place[],
): Map<number, number[]> {
  const users = JSON.stringify(user_ids);
  const readers = [...listFloors(db, channel_id, user_ids)].map(([user_id, floor]): Reader => ({ user_id, floor }));
  const positions = positionsIn(places, readers);
  const messages = listMessages(db, positions);
  const isUnread = unreadTest(db, users, messages);
  const unread = listUnreadBehind(db, channel_id, users);
  for (const [place_id, there] of Map.groupBy(messages, (message) => message.place_id)) {
    const ids = there.map(({ id }) => id);
    for (const [reader, position] of positions.get(place_id) ?? []) {
      const own = unread.get(reader.user_id) ?? [];
      for (let index = countUntil(ids, position); index < there.length; index++) {
        const message = there[index] as Message;
        if (isUnread(reader, message)) own.push(message.id);
      }
      if (own.length > 0) unread.set(reader.user_id, own);
    }
  }
  return unread;
}

type Position = readonly [reader: Reader, message_id: number];

/** Positions of the users who are not at the end of a place, by place. */
function positionsIn(places: readonly Place[], readers: readonly Reader[]): Map<number, Position[]> {
  const positions = places.map(({ id, newest, watermarks }) => {
    const all = readers.map((reader): Position => [reader, watermarks[reader.user_id] ?? reader.floor]);
    return [id, all.filter(([, message_id]) => message_id < newest)] as const;
  });
  return new Map(positions);
}

/** The messages of each place after its lowest position, ascending. */
function listMessages(db: Database, places: ReadonlyMap<number, readonly Position[]>): Message[] {
  const first = (positions: readonly Position[]) =>
    positions.reduce((least, [, message_id]) => Math.min(least, message_id), Number.MAX_SAFE_INTEGER);
  return db.all(messagesSql, JSON.stringify([...places].map(([id, positions]) => [id, first(positions)])));
}

/** Returns a test for messages after a user's position: unread if received and without an exception. */
function unreadTest(
  db: Database,
  users: string,
  messages: readonly Message[],
): (reader: Reader, message: Message) => boolean {
  const marked = listMarked(db, messages);
  let spans: Map<number, Span[]> | undefined;
  const isReceived = (user_id: number, { id, sent_channel_id }: Message) => {
    spans ??= listSpans(db, users, messages);
    const own = spans.get(user_id) ?? [];
    return own.some(([, channel_id, from, until]) => {
      return channel_id === sent_channel_id && id > from && (until === null || id <= until);
    });
  };
  return ({ user_id, floor }, message) => {
    if (marked.get(message.id)?.has(user_id)) return false;
    // A floor is never before the start of the current subscription.
    return (message.id > floor && !message.has_moved) || isReceived(user_id, message);
  };
}

type Span = readonly [user_id: number, channel_id: number, from: number, until: number | null];

function listSpans(db: Database, users: string, messages: readonly Message[]): Map<number, Span[]> {
  const channel_ids = new Set(messages.map(({ sent_channel_id }) => sent_channel_id));
  const rows = db.tuples<Span>(spansSql, users, JSON.stringify([...channel_ids]));
  return Map.groupBy(rows, ([user_id]) => user_id);
}

/** Users with a read exception for a message, by message. */
function listMarked(db: Database, messages: readonly Message[]): Map<number, Set<number>> {
  const ids = JSON.stringify(messages.map(({ id }) => id));
  const rows = db.tuples<[message_id: number, user_id: number]>(markedSql, ids);
  const groups = Map.groupBy(rows, ([id]) => id);
  return new Map([...groups].map(([id, pairs]) => [id, new Set(pairs.map(([, user_id]) => user_id))]));
}

/** Messages explicitly marked as unread, by user. */
function listUnreadBehind(db: Database, channel_id: number, users: string): Map<number, number[]> {
  const rows = db.tuples<[user_id: number, message_id: number]>(markedUnreadSql, users, channel_id);
  const groups = Map.groupBy(rows, ([user_id]) => user_id);
  return new Map([...groups].map(([user_id, pairs]) => [user_id, pairs.map(([, id]) => id)]));
}

// As one JSON text: a row for each user takes longer to read.
const watermarksSql = `
  SELECT json_group_object(user_id, message_id) FROM read_watermarks INDEXED BY read_watermarks_by_place
  WHERE place_id = ? AND user_id BETWEEN ? AND ?`;

const exceptionsSql = `
  SELECT user_id, is_read FROM read_exceptions INDEXED BY read_exceptions_by_message WHERE message_id = ?`;

/** Users who did not receive a message. */
const strangersSql = `
  SELECT u.value FROM messages m CROSS JOIN json_each(?2) u WHERE m.id = ?1 AND NOT ${receivedSql('u.value')}`;

const floorsSql = `
  SELECT json_group_array(coalesce(f.message_id, 0))
  FROM json_each(?1) u LEFT JOIN read_floors f ON f.user_id = u.value AND f.channel_id = ?2`;

const previousSql = `SELECT max(m.id) FROM ${ownMessages} = ? AND m.id < ?`;

const insertExceptionsSql = `
  INSERT OR IGNORE INTO read_exceptions (user_id, message_id, is_read) SELECT value, ?, 1 FROM json_each(?)`;

const placesSql = `
  SELECT id, max_message_id AS newest FROM conversations WHERE channel_id = ?1 AND newest IS NOT NULL
  UNION ALL SELECT id, max_message_id FROM joined_places WHERE channel_id = ?1`;

const messagesSql = `
  SELECT m.id, m.place_id, m.sent_channel_id, m.moved_at_id IS NOT NULL AS has_moved FROM json_each(?1) p
  CROSS JOIN messages m INDEXED BY messages_by_conversation
    ON m.conversation_id = p.value ->> 0 AND m.joined_place_id IS NULL AND m.id > p.value ->> 1
  UNION ALL
  SELECT m.id, m.place_id, m.sent_channel_id, m.moved_at_id IS NOT NULL FROM json_each(?1) p
  CROSS JOIN messages m INDEXED BY messages_joined ON m.joined_place_id = p.value ->> 0 AND m.id > p.value ->> 1
  ORDER BY 1`;

const spansSql = `
  SELECT s.user_id, s.channel_id, s.from_message_id, s.until_message_id
  FROM json_each(?1) u CROSS JOIN json_each(?2) c
  CROSS JOIN subscription_spans s ON s.user_id = u.value AND s.channel_id = c.value`;

const markedSql = `
  SELECT e.message_id, e.user_id FROM json_each(?) m
  CROSS JOIN read_exceptions e INDEXED BY read_exceptions_by_message ON e.message_id = m.value`;

const markedUnreadSql = `
  SELECT e.user_id, e.message_id FROM json_each(?1) u
  CROSS JOIN read_exceptions e ON e.user_id = u.value AND e.is_read = 0
  CROSS JOIN messages m ON m.id = e.message_id AND m.channel_id = ?2 AND ${visibleSql('e.user_id')}
  ORDER BY 1, 2`;

const raiseWatermarksSql = `
  INSERT INTO read_watermarks (user_id, place_id, message_id)
  SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(?) WHERE true
  ON CONFLICT DO UPDATE SET message_id = excluded.message_id`;

const deleteExceptionsSql = `
  DELETE FROM read_exceptions WHERE user_id ${inJsonList} AND message_id <= ?
    AND (SELECT channel_id FROM messages WHERE id = message_id) = ?`;

const raiseFloorsSql = `
  INSERT INTO read_floors (user_id, channel_id, message_id) SELECT value, ?, ? FROM json_each(?) WHERE true
  ON CONFLICT DO UPDATE SET message_id = excluded.message_id`;
