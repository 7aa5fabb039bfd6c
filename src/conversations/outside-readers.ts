import type { Context } from '../context.ts';
import { inJsonList } from '../db/database.ts';
import { getUser, type User } from '../users/user.ts';
import { type Channel, canReadChannel, hasSharedHistory, isSubscribed } from './channel.ts';
import { countUntil } from './sorted-ids.ts';

/**
 * Ids of online users who may read a channel without a subscription and have some of these messages: users who received
 * them before they left, or before the messages moved there, users who sent, marked or answered one of them, and the user
 * who changes them.
 * In a channel with protected history: only users who received them. Message ids are ascending.
 */
export function listOutsideReaderIds(app: Context, channel: Channel, ids: readonly number[], actor?: User): number[] {
  const others = hasSharedHistory(channel) ? [...listParticipantIds(app, ids), ...(actor ? [actor.id] : [])] : [];
  const candidates = new Set([...listReceiverIds(app, channel, ids), ...others]);
  return [...candidates].filter((id) => app.clients.isOnline(id) && isWitness(app, getUser(app.db, id), channel));
}

function isWitness(app: Context, user: User, channel: Channel): boolean {
  return !isSubscribed(app.db, user.id, channel.id) && canReadChannel(app, user, channel);
}

/** Ids of users who flagged messages, reacted to them, voted in them or sent them. */
function listParticipantIds(app: Context, ids: readonly number[]): number[] {
  return app.db.values(participantIdsSql, JSON.stringify(ids));
}

const participantIdsSql = `
  WITH named (message_id) AS (SELECT value FROM json_each(?))
  SELECT user_id FROM named JOIN message_flags USING (message_id)
  UNION SELECT user_id FROM named JOIN reactions USING (message_id)
  UNION SELECT sender_id FROM named JOIN submessages USING (message_id)
  UNION SELECT sender_id FROM named JOIN messages ON messages.id = named.message_id`;

// Spans are compared with all messages at once: there may be thousands of both. Nearly always, nobody left, or all
// messages were sent to one channel; then the messages need not be read one by one.
function listReceiverIds(app: Context, channel: Channel, ids: readonly number[]): number[] {
  const list = JSON.stringify(ids);
  const channel_ids = app.db.values<number>(channelIdsSql, list);
  return channel_ids.flatMap((channel_id) => {
    const spans = app.db.tuples<Span>(channel_id === channel.id ? leftSql : everSql, channel_id);
    if (spans.length === 0) return [];
    const sent_ids = channel_ids.length === 1 ? ids : app.db.values<number>(sentIdsSql, channel_id, list);
    return spans.filter((span) => isWithin(span, sent_ids)).map(([user_id]) => user_id);
  });
}

const channelIdsSql = `SELECT DISTINCT sent_channel_id FROM messages WHERE id ${inJsonList}`;
const sentIdsSql = `SELECT id FROM messages WHERE +sent_channel_id = ? AND id ${inJsonList} ORDER BY id`;

type Span = readonly [user_id: number, from: number, until: number | null];

function isWithin([, from, until]: Span, ids: readonly number[]): boolean {
  return (until === null ? ids.length : countUntil(ids, until)) > countUntil(ids, from);
}

const everSql = `
  SELECT s.user_id, s.from_message_id, s.until_message_id FROM subscriptions sub
  JOIN subscription_spans s ON s.user_id = sub.user_id AND s.channel_id = sub.channel_id
  WHERE sub.channel_id = ?`;

const leftSql = `${everSql} AND sub.is_active = 0`;
