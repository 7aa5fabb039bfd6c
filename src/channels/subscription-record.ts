import type { App } from '../app.ts';
import { type Database, inJsonList } from '../db/database.ts';
import type { User } from '../users/user.ts';
import { type Channel, canSeeChannel, listChannelsAmong, listVisibleChannels } from './channel.ts';
import { presentChannels } from './channel-record.ts';
import { listSubscriptions, presentSubscription, type Subscription } from './subscription.ts';

/** Whether a client wants channels' subscribers: all, none, or of large channels those it is likely to need. */
export const includeSubscribers = ['true', 'false', 'partial'] as const;
export type IncludeSubscribers = (typeof includeSubscribers)[number];

interface Options {
  include_subscribers: IncludeSubscribers;
  /** Whether archived channels are listed. */
  archived_channels: boolean;
}

/** A user's subscriptions as the API shows them, by channel name; `is_active` 0 for those that ended. */
export function presentSubscriptions(app: App, user: User, is_active: 0 | 1, options: Options): object[] {
  const rows = new Map(listSubscriptions(app.db, user, is_active).map((row) => [row.channel_id, row]));
  const channels = listChannelsAmong(app.db, rows.keys()).filter((channel) => {
    if (channel.is_archived && !options.archived_channels) return false;
    return is_active === 1 || canSeeChannel(app, user, channel);
  });
  const own = (channel_id: number) => presentSubscription(rows.get(channel_id) as Subscription);
  return presentWithSubscribers(app, channels, options).map((record) => ({ ...record, ...own(record.stream_id) }));
}

/** What a client must know before the first event about subscriptions. */
export function presentSubscriptionState(app: App, user: User, options: Options) {
  const known = new Set(
    ([0, 1] as const).flatMap((is_active) => listSubscriptions(app.db, user, is_active).map((row) => row.channel_id)),
  );
  const others = listVisibleChannels(app, user).filter(
    (channel) => !known.has(channel.id) && (!channel.is_archived || options.archived_channels),
  );
  return {
    subscriptions: presentSubscriptions(app, user, 1, options),
    unsubscribed: presentSubscriptions(app, user, 0, options),
    never_subscribed: presentWithSubscribers(app, others, options),
  };
}

/** What a client must know before the first event about channels. */
export function presentStreamState(app: App, user: User, { archived_channels }: Options) {
  const channels = listVisibleChannels(app, user).filter((channel) => archived_channels || !channel.is_archived);
  return { streams: presentChannels(app, channels) };
}

function presentWithSubscribers(app: App, channels: readonly Channel[], { include_subscribers }: Options) {
  const records = presentChannels(app, channels);
  if (include_subscribers === 'false') return records;
  const isLarge = (count: number) => include_subscribers === 'partial' && count >= largeChannel;
  const [whole, large] = [false, true].map((wanted) =>
    records.filter((one) => isLarge(one.subscriber_count) === wanted).map((one) => one.stream_id),
  );
  const subscribers = listByChannel(app.db, subscribersSql, whole ?? []);
  const likely = listByChannel(app.db, likelySubscribersSql, large ?? [], app.clock.now() - recently);
  return records.map((record) => ({
    ...record,
    ...(isLarge(record.subscriber_count)
      ? { partial_subscribers: likely.get(record.stream_id) ?? [] }
      : { subscribers: subscribers.get(record.stream_id) ?? [] }),
  }));
}

/** From so many subscribers on a part of them will do where a client agrees. */
const largeChannel = 250;

/** In seconds: who was here since then is likely to be seen in a client. */
const recently = 14 * 86_400;

const subscribersSql = `
  SELECT channel_id, user_id FROM subscriptions s JOIN users ON users.id = user_id
  WHERE channel_id ${inJsonList} AND s.is_active = 1 AND users.is_active = 1 ORDER BY user_id`;

const likelySubscribersSql = `
  SELECT channel_id, s.user_id FROM subscriptions s
  JOIN users ON users.id = s.user_id LEFT JOIN presence ON presence.user_id = s.user_id
  WHERE channel_id ${inJsonList} AND s.is_active = 1 AND users.is_active = 1
    AND (users.bot_type IS NOT NULL OR presence.connected_at >= ?) ORDER BY s.user_id`;

function listByChannel(db: Database, sql: string, channel_ids: readonly number[], ...values: number[]) {
  const lists = new Map<number, number[]>(channel_ids.map((id) => [id, []]));
  if (channel_ids.length === 0) return lists;
  const rows = db.tuples<[channel_id: number, user_id: number]>(sql, JSON.stringify(channel_ids), ...values);
  for (const [channel_id, user_id] of rows) lists.get(channel_id)?.push(user_id);
  return lists;
}
