import type { Context } from '../context.ts';
import type { Channel } from '../conversations/channel.ts';
import type { Database } from '../db/database.ts';
import { messageCounter, type Stretch } from './message-count.ts';

/** The facts about a channel that follow from its messages and subscriptions. */
export interface ChannelFacts {
  first_message_id: number | null;
  is_recently_active: boolean;
  /** Average number of messages a week; null for the first seven days of a channel. */
  weekly_traffic: number | null;
  /** Number of active subscribers. */
  subscriber_count: number;
}

const day = 86_400;
const trafficDays = 28;
const activeDays = 180;

/** Returns a function that returns the facts about each of these channels. */
export function channelFacts(app: Context, channels: readonly Channel[]): (channel: Channel) => ChannelFacts {
  const histories = listHistories(app, channels);
  const count = messageCounter(app.db);
  const subscribers = countSubscribers(app.db, channels);
  return (channel) => {
    const history = histories.get(channel.id);
    return {
      first_message_id: history?.first_message_id ?? null,
      is_recently_active: history?.is_recently_active === 1 || isYoung(app, channel),
      weekly_traffic: weeklyTraffic(app, channel, history ? count(history) : 0),
      subscriber_count: subscribers.get(channel.id) ?? 0,
    };
  };
}

/** The messages of the last weeks, as a stretch, and more about a channel's messages. */
interface History extends Stretch {
  first_message_id: number | null;
  is_recently_active: 0 | 1;
}

/** Cached until a message is sent: after a restart all clients register at once. */
function listHistories(app: Context, channels: readonly Channel[]): ReadonlyMap<number, History> {
  const { active, recent, known } = historiesNow(app);
  const missing = channels.flatMap(({ id }) => (known.has(id) ? [] : id));
  if (missing.length === 0) return known;
  for (const row of app.db.all<History>(historiesSql, JSON.stringify(missing), active, recent)) {
    known.set(row.channel_id, row);
  }
  return known;
}

interface Histories {
  /** UNIX seconds. */
  now: number;
  /** Ids of the first message of the active days, and of those of the traffic. */
  active: number;
  recent: number;
  known: Map<number, History>;
}

// One answer asks several times.
function historiesNow({ db, clock }: Context): Histories {
  const none: Histories = { now: -1, active: 0, recent: 0, known: new Map() };
  const histories = db.derived<Histories>('histories of channels', 'messages', () => none);
  const now = clock.now();
  if (histories.now === now) return histories;
  const [active, recent] = [firstSince(db, now - activeDays * day), firstSince(db, now - trafficDays * day)];
  if (active !== histories.active || recent !== histories.recent) histories.known.clear();
  return Object.assign(histories, { now, active, recent });
}

function firstSince(db: Database, time: number): number {
  return db.value<number>(firstSql, time) ?? Number.MAX_SAFE_INTEGER;
}

// The index finds the first message by time, and all later ids are newer; the lowest id would be searched through all
// older messages.
const firstSql = 'SELECT id FROM messages INDEXED BY messages_by_time WHERE sent_at >= ? ORDER BY sent_at, id LIMIT 1';

const historiesSql = `
  SELECT channels.id AS channel_id,
    (SELECT min(id) FROM messages WHERE channel_id = channels.id) AS first_message_id,
    EXISTS (SELECT 1 FROM messages WHERE channel_id = channels.id AND id >= ?2) AS is_recently_active,
    (SELECT min(id) FROM messages WHERE channel_id = channels.id AND id >= ?3) AS oldest,
    (SELECT max(id) FROM messages WHERE channel_id = channels.id AND id >= ?3) AS newest
  FROM channels WHERE id IN (SELECT value FROM json_each(?1))`;

/**
 * Numbers of active subscribers by channel, cached until a subscriber joins or leaves. Counting the rows of many
 * channels at once, and those of deactivated users apart, takes a sixth of the time of a count with a join for each.
 */
function countSubscribers(db: Database, channels: readonly Channel[]): ReadonlyMap<number, number> {
  const counts = db.derived('numbers of subscribers', 'subscriptions users', () => new Map<number, number>());
  const missing = channels.flatMap(({ id }) => (counts.has(id) ? [] : id));
  if (missing.length === 0) return counts;
  const gone = db.computed('subscriptions of deactivated users', () => new Map(db.tuples<[number, number]>(goneSql)));
  for (const [id, count] of db.tuples<[number, number]>(countsSql, JSON.stringify(missing))) {
    counts.set(id, count - (gone.get(id) ?? 0));
  }
  return counts;
}

const countsSql = `
  SELECT value, (SELECT count(*) FROM subscriptions WHERE channel_id = value AND is_active = 1) FROM json_each(?)`;

const goneSql = `
  SELECT channel_id, count(*) FROM users CROSS JOIN subscriptions ON user_id = users.id
  WHERE users.is_active = 0 AND subscriptions.is_active = 1 GROUP BY channel_id`;

// A new channel counts as active before its first message.
function isYoung(app: Context, channel: Channel): boolean {
  return app.clock.now() - channel.created_at < activeDays * day;
}

function weeklyTraffic(app: Context, channel: Channel, recentMessages: number): number | null {
  const age = Math.floor((app.clock.now() - channel.created_at) / day);
  if (age < 7) return null;
  return Math.ceil((recentMessages * 7) / Math.min(age, trafficDays));
}
