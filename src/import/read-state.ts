import { listSubscriberIds } from '../conversations/channel.ts';
import { markChannelRead } from '../conversations/read-marks.ts';
import { receivedSql, setWatermark } from '../conversations/read-state.ts';
import { listUnread, listUnreadInChannel } from '../conversations/unread-messages.ts';
import type { Database } from '../db/database.ts';
import type { Job } from './job.ts';

// An import first stores an exception for each unread message, including those that were already unread here. Then it
// marks everything else as read, by a floor for each channel and a watermark for each direct conversation. Finally a
// watermark replaces exceptions if that takes fewer rows, and a lower floor replaces watermarks.

/**
 * Preserves the unread messages in the channels of the archive and in direct conversations, before messages are stored.
 */
export function holdUnread({ app: { db }, isMerge, news, old_channels }: Job): void {
  if (!isMerge) return;
  for (const channel_id of old_channels) {
    for (const user_id of listSubscriberIds(db, channel_id)) {
      insertUnread(db, user_id, listUnreadInChannel(db, user_id, channel_id));
    }
  }
  for (const user_id of news.hasDirect ? db.values<number>('SELECT DISTINCT user_id FROM direct_members') : []) {
    const unread = listUnread(db, user_id);
    insertUnread(db, user_id, db.values(directAmongSql, JSON.stringify(unread)));
  }
}

const directAmongSql = `SELECT id FROM messages
  WHERE channel_id IS NULL AND id IN (SELECT value FROM json_each(?))`;

function insertUnread(db: Database, user_id: number, message_ids: readonly number[]): void {
  db.run(
    'INSERT OR REPLACE INTO read_exceptions (user_id, message_id, is_read) SELECT ?, value, 0 FROM json_each(?)',
    user_id,
    JSON.stringify(message_ids),
  );
}

export function storeReadState(job: Job): void {
  const { db } = job.app;
  dropLeft(job);
  readChannels(job);
  readDirect(job);
  for (const user_id of db.values<number>('SELECT DISTINCT user_id FROM read_exceptions')) condense(job, user_id);
}

/** Deletes the marks of users who never received the message and are not subscribed to its channel. */
function dropLeft({ app: { db }, messages }: Job): void {
  db.run(
    `DELETE FROM read_exceptions WHERE message_id > ? AND EXISTS (SELECT 1 FROM messages m
       WHERE m.id = message_id AND NOT ${receivedSql('read_exceptions.user_id')}
         AND NOT EXISTS (SELECT 1 FROM subscriptions s
           WHERE s.user_id = read_exceptions.user_id AND s.channel_id = m.channel_id AND s.is_active = 1))`,
    messages.base,
  );
}

/** Sets the floors of all subscribers of the archive's channels, and of those who received messages that moved there. */
function readChannels(job: Job): void {
  const { db } = job.app;
  const away = listAway(job);
  const moves = db.tuples<[to: number, from: number]>(movesSql, job.messages.base);
  const origins = Map.groupBy(moves, ([to]) => to);
  for (const channel_id of job.channels) {
    const sources = (origins.get(channel_id) ?? []).map(([, from]) => from);
    for (const user_id of db.values<number>(readersSql, JSON.stringify([channel_id, ...sources]))) {
      if (job.old_channels.has(channel_id)) clearMarks(db, user_id, channel_id);
      db.run(floorSql, user_id, channel_id, away.get(user_id) ?? null);
    }
  }
}

const movesSql = `SELECT DISTINCT channel_id, sent_channel_id FROM messages
  WHERE id > ? AND channel_id <> sent_channel_id`;
const readersSql = `SELECT DISTINCT user_id FROM subscriptions
  WHERE channel_id IN (SELECT value FROM json_each(?)) ORDER BY user_id`;

/** Users after a long absence, with the last message before it. All later messages are unread. */
function listAway({ archive, ids, messages, newUserIds }: Job): Map<number, number> {
  const away = archive.users.flatMap(({ id, away_since_id }): [number, number][] => {
    const own = ids.users.find(id);
    return own !== undefined && away_since_id !== null && newUserIds.has(own)
      ? [[own, messages.here(away_since_id)]]
      : [];
  });
  return new Map(away);
}

// A floor is never before the start of a subscription, nor after the last message.
const floorSql = `INSERT OR REPLACE INTO read_floors (user_id, channel_id, message_id)
  SELECT ?1, ?2, min(seq, max(coalesce(?3, seq), coalesce((SELECT from_message_id FROM subscription_spans
    WHERE user_id = ?1 AND channel_id = ?2 AND until_message_id IS NULL), seq)))
  FROM sqlite_sequence WHERE name = 'messages'`;

/** Deletes the watermarks of a channel, and the exceptions of read messages. */
function clearMarks(db: Database, user_id: number, channel_id: number): void {
  const unread = db.values<number>(
    `SELECT e.message_id FROM read_exceptions e JOIN messages m ON m.id = e.message_id
     WHERE e.user_id = ? AND e.is_read = 0 AND m.channel_id = ?`,
    user_id,
    channel_id,
  );
  markChannelRead(db, [user_id], channel_id, Number.MAX_SAFE_INTEGER);
  insertUnread(db, user_id, unread);
}

function readDirect({ app: { db }, messages }: Job): void {
  db.run(
    `INSERT OR REPLACE INTO read_watermarks (user_id, place_id, message_id)
     SELECT d.user_id, c.id, c.max_message_id FROM conversations c JOIN direct_members d ON d.conversation_id = c.id
     WHERE c.max_message_id > ?`,
    messages.base,
  );
}

/** Unread messages of one user in one place. */
interface Unread {
  place_id: number;
  channel_id: number | null;
  first: number;
  count: number;
}

function condense(job: Job, user_id: number): void {
  const { app, channels, messages } = job;
  const places = app.db.all<Unread>(unreadPlacesSql, user_id, messages.base, JSON.stringify([...channels]));
  const condensed = places.filter((place) => condensePlace(app.db, user_id, place));
  for (const [channel_id, group] of Map.groupBy(condensed, (place) => place.channel_id)) {
    if (channel_id !== null && group.length > 1) lowerFloor(app.db, user_id, { channel_id, places: group });
  }
}

const unreadPlacesSql = `SELECT c.id AS place_id, c.channel_id, min(m.id) AS first, count(*) AS count
  FROM read_exceptions e
  JOIN messages m ON m.id = e.message_id AND m.joined_place_id IS NULL AND ${receivedSql('?1')}
  JOIN conversations c ON c.id = m.conversation_id
  WHERE e.user_id = ?1 AND e.is_read = 0
    AND (c.max_message_id > ?2 OR c.channel_id IN (SELECT value FROM json_each(?3)))
  GROUP BY c.id`;

/** Sets a watermark before the first unread message if that takes fewer rows; returns whether it did. */
function condensePlace(db: Database, user_id: number, { place_id, first, count }: Unread): boolean {
  const received = db.value<number>(receivedFromSql, place_id, first, user_id) as number;
  if (1 + received - count >= count) return false;
  setWatermark(db, user_id, place_id, first - 1);
  db.run(readAheadSql, place_id, first, user_id);
  db.run(passedSql, user_id, first, place_id);
  return true;
}

const passedSql = `DELETE FROM read_exceptions WHERE user_id = ?1 AND is_read = 0 AND message_id >= ?2
  AND EXISTS (SELECT 1 FROM messages m WHERE m.id = message_id AND m.place_id = ?3 AND ${receivedSql('?1')})`;

const receivedFromSql = `SELECT count(*) FROM messages m
  WHERE m.conversation_id = ?1 AND m.joined_place_id IS NULL AND m.id >= ?2 AND ${receivedSql('?3')}`;

const readAheadSql = `INSERT INTO read_exceptions (user_id, message_id, is_read)
  SELECT ?3, m.id, 1 FROM messages m
  WHERE m.conversation_id = ?1 AND m.joined_place_id IS NULL AND m.id >= ?2 AND ${receivedSql('?3')}
    AND NOT EXISTS (SELECT 1 FROM read_exceptions e WHERE e.user_id = ?3 AND e.message_id = m.id)`;

interface Lowering {
  channel_id: number;
  /** Places with a watermark before their first unread message. */
  places: readonly Unread[];
}

/**
 * Lowers a floor to the first unread message of the channel if that takes fewer rows: topics with unread messages then
 * need no watermark, but topics without need one. A floor is never before the start of the subscription.
 */
function lowerFloor(db: Database, user_id: number, { channel_id, places }: Lowering): void {
  const floor = Math.min(...places.map(({ first }) => first)) - 1;
  const start = db.value<number>(spanStartSql, user_id, channel_id);
  if (start === undefined || start > floor) return;
  const others = db.values<number>(othersSql, user_id, channel_id, floor);
  const freed = places.filter(
    ({ place_id, first }) => db.value<number>(betweenSql, place_id, floor, first) === undefined,
  );
  if (others.length >= freed.length) return;
  for (const place_id of others) {
    db.run(
      'INSERT INTO read_watermarks SELECT ?, id, max_message_id FROM conversations WHERE id = ?',
      user_id,
      place_id,
    );
  }
  db.run('UPDATE read_floors SET message_id = ? WHERE user_id = ? AND channel_id = ?', floor, user_id, channel_id);
  for (const { place_id } of freed) {
    db.run('DELETE FROM read_watermarks WHERE user_id = ? AND place_id = ?', user_id, place_id);
  }
}

const spanStartSql = `SELECT from_message_id FROM subscription_spans
  WHERE user_id = ? AND channel_id = ? AND until_message_id IS NULL`;

/** Topics with messages after the floor that have no watermark. */
const othersSql = `SELECT c.id FROM conversations c WHERE c.channel_id = ?2 AND c.max_message_id > ?3
  AND NOT EXISTS (SELECT 1 FROM read_watermarks w WHERE w.user_id = ?1 AND w.place_id = c.id)`;

const betweenSql = 'SELECT 1 FROM messages WHERE conversation_id = ? AND id > ? AND id < ? LIMIT 1';
