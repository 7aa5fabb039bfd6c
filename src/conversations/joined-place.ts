import type { Database } from '../db/database.ts';
import type { Conversation } from './conversation.ts';
import type { MessageRef } from './message.ts';
import { joinedMessages, ownMessages, receivedSql } from './read-state.ts';
import { between, countBetween } from './sorted-ids.ts';

/** Messages of one place that are about to move to another topic. */
interface Departure {
  place_id: number;
  /** Ascending; all belong to `place_id`. */
  messages: readonly MessageRef[];
  from: Conversation;
  to: Conversation;
  /** Whether no other message belongs to the place, so that its id can be reused. */
  isFree: boolean;
}

/**
 * Preserves every user's read state of messages that move. If it takes fewer rows, the messages get a joined place in
 * the target topic; returns its id, or null.
 */
export function keepReadStates(db: Database, departure: Departure): number | null {
  const readers = listReaders(db, departure);
  if (readers.length === 0) return null;
  const ids = {
    coming: departure.messages.map(({ id }) => id),
    present: db.values<number>(`SELECT m.id FROM ${ownMessages} = ? ORDER BY m.id`, departure.to.id),
  };
  const exceptions = readers.reduce((count, reader) => count + countExceptions(reader, ids), 0);
  const unmarked = readers.filter(({ before, apart }) => before !== apart);
  if (exceptions > unmarked.length + 1) return insertJoinedPlace(db, departure, unmarked);
  const raised = readers.filter((reader) => storeExceptions(db, reader, ids));
  setWatermarks(db, departure.to.id, raised);
  return null;
}

/** Number of messages in a joined place. */
export function countInPlace(db: Database, place_id: number): number {
  return db.value<number>(`SELECT count(*) FROM ${joinedMessages} = ?`, place_id) ?? 0;
}

/** Updates the joined places of a conversation after messages left; deletes empty ones. */
export function updatePlaces(db: Database, { id }: Conversation): void {
  const places = db.tuples<[id: number, newest: number | null]>(
    `SELECT p.id, (SELECT max(m.id) FROM ${joinedMessages} = p.id) AS newest
     FROM joined_places p WHERE p.conversation_id = ? AND newest IS NOT p.max_message_id`,
    id,
  );
  for (const [place_id, newest] of places) {
    if (newest === null) forget(db, place_id);
    else db.run('UPDATE joined_places SET max_message_id = ? WHERE id = ?', newest, place_id);
  }
}

function forget(db: Database, place_id: number): void {
  db.run('DELETE FROM joined_places WHERE id = ?', place_id);
  db.run('DELETE FROM read_watermarks WHERE place_id = ?', place_id);
}

/** Ids of the moving messages, and of those already in the place they would share; ascending. */
interface Ids {
  coming: readonly number[];
  present: readonly number[];
}

/** A user's read positions. */
interface Reader {
  user_id: number;
  /** In the place that the messages leave. */
  before: number;
  /** In the place that they would share. */
  after: number;
  /** In a joined place that has no watermark. */
  apart: number;
}

/** Users who may have received the moving messages and whose read position would change. No row: nothing read. */
function listReaders(db: Database, { place_id, messages, from, to, isFree }: Departure): Reader[] {
  return db.all(
    `SELECT * FROM (
       SELECT user_id,
         coalesce(
           (SELECT message_id FROM read_watermarks w WHERE w.user_id = readers.user_id AND w.place_id = ?1),
           (SELECT message_id FROM read_floors f WHERE f.user_id = readers.user_id AND f.channel_id = ?4), 0) AS before,
         coalesce(
           (SELECT message_id FROM read_watermarks w WHERE w.user_id = readers.user_id AND w.place_id = ?2),
           (SELECT message_id FROM read_floors f WHERE f.user_id = readers.user_id AND f.channel_id = ?5), 0) AS after,
         coalesce(
           (SELECT message_id FROM read_watermarks w WHERE w.user_id = readers.user_id AND w.place_id = ?3),
           (SELECT message_id FROM read_floors f WHERE f.user_id = readers.user_id AND f.channel_id = ?5), 0) AS apart
       FROM (
         SELECT user_id FROM read_watermarks WHERE place_id IN (?1, ?2)
         UNION SELECT user_id FROM read_floors WHERE channel_id IN (?4, ?5)) readers
       WHERE EXISTS (SELECT 1 FROM json_each(?6) sent JOIN subscription_spans s
         ON s.user_id = readers.user_id AND s.channel_id = sent.value))
     WHERE before <> after OR before <> apart`,
    place_id,
    to.id,
    isFree ? place_id : null,
    from.channel_id,
    to.channel_id,
    JSON.stringify([...new Set(messages.map(({ sent_channel_id }) => sent_channel_id))]),
  );
}

/**
 * Creates a joined place for the messages, with watermarks for `readers`. A place that moves whole keeps its id and the
 * watermarks of other readers.
 */
function insertJoinedPlace(
  db: Database,
  { place_id, messages, to, isFree }: Departure,
  readers: readonly Reader[],
): number {
  const id = isFree ? place_id : takePlaceId(db);
  db.run(
    `INSERT INTO joined_places (id, conversation_id, channel_id, max_message_id) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET conversation_id = excluded.conversation_id, channel_id = excluded.channel_id`,
    id,
    to.id,
    to.channel_id,
    messages.at(-1)?.id ?? 0,
  );
  setWatermarks(db, id, readers);
  return id;
}

/** Sets the watermarks of readers in a place to their old positions. */
function setWatermarks(db: Database, place_id: number, readers: readonly Reader[]): void {
  db.run(
    `INSERT OR REPLACE INTO read_watermarks (user_id, place_id, message_id)
     SELECT value ->> 0, ?, value ->> 1 FROM json_each(?)`,
    place_id,
    JSON.stringify(readers.map(({ user_id, before }) => [user_id, before])),
  );
}

// Reserves an id that no conversation will get.
function takePlaceId(db: Database): number {
  db.run("UPDATE sqlite_sequence SET seq = seq + 1 WHERE name = 'conversations'");
  return db.value<number>("SELECT seq FROM sqlite_sequence WHERE name = 'conversations'") as number;
}

// Between the two positions, the read states of moving and present messages differ. Either the moving messages get
// exceptions, or the watermark moves to the old position and the present messages get them; the cheaper one is chosen.
function countExceptions({ before, after }: Reader, { coming, present }: Ids): number {
  return Math.min(countBetween(coming, before, after), countBetween(present, before, after));
}

/** Stores one user's exceptions. Returns whether the watermark must move to the old position. */
function storeExceptions(db: Database, { user_id, before, after }: Reader, { coming, present }: Ids): boolean {
  const isRead = before > after;
  const came = countBetween(coming, before, after);
  if (came === 0) return false;
  const moves = countBetween(present, before, after) <= came;
  if (moves) addExceptions(db, user_id, between(present, before, after), isRead ? 0 : 1);
  else addExceptions(db, user_id, between(coming, before, after), isRead ? 1 : 0);
  return moves;
}

/** Stores the current read state of received messages as exceptions; existing exceptions stay. */
function addExceptions(db: Database, user_id: number, ids: readonly number[], is_read: 0 | 1): void {
  if (ids.length === 0) return;
  db.run(
    `INSERT OR IGNORE INTO read_exceptions (user_id, message_id, is_read)
     SELECT ?1, m.id, ?2 FROM messages m WHERE m.id IN (SELECT value FROM json_each(?3)) AND ${receivedSql('?1')}`,
    user_id,
    is_read,
    JSON.stringify(ids),
  );
}
