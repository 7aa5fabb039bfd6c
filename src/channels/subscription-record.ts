import type { Context } from '../context.ts';
import { type Channel, canSeeChannel, listChannels, listVisibleChannels } from '../conversations/channel.ts';
import { type Database, inJsonList } from '../db/database.ts';
import type { Fields, RawJson } from '../http/endpoint.ts';
import { jsonList } from '../http/json-list.ts';
import { listRecentlyHere } from '../users/recently-here.ts';
import type { User } from '../users/user.ts';
import { presentChannels } from './channel-record.ts';
import { listSubscriptions, type Subscription, subscriptionPresenter } from './subscription.ts';

/** The subscribers that a client requests: all, none, or, for large channels, only those it is likely to need. */
export const includeSubscribers = ['true', 'false', 'partial'] as const;
export type IncludeSubscribers = (typeof includeSubscribers)[number];

interface Options {
  include_subscribers: IncludeSubscribers;
  /** Whether to list archived channels. */
  archived_channels: boolean;
  /** Whether the client supports unset notification settings; otherwise it receives the effective ones. */
  notification_settings_null: boolean;
}

/** A user's subscriptions as the API presents them, by channel name; `is_active` 0 for former ones. */
export function presentSubscriptions(app: Context, user: User, is_active: 0 | 1, options: Options): object[] {
  return presentOwn(app, user, ownOf(app.db, user, is_active), options);
}

/** Current or former subscriptions of a user, by channel. */
interface Own {
  is_active: 0 | 1;
  rows: ReadonlyMap<number, Subscription>;
}

function ownOf(db: Database, user: User, is_active: 0 | 1): Own {
  return { is_active, rows: new Map(listSubscriptions(db, user, is_active).map((row) => [row.channel_id, row])) };
}

function presentOwn(app: Context, user: User, { rows, is_active }: Own, options: Options): object[] {
  const channels = listChannels(app.db).filter((channel) => {
    if (!rows.has(channel.id) || (channel.is_archived && !options.archived_channels)) return false;
    return is_active === 1 || canSeeChannel(app, user, channel);
  });
  const present = subscriptionPresenter(app.db, user, options);
  const own = (channel_id: number) => present(rows.get(channel_id) as Subscription);
  return presentWithSubscribers(app, channels, options).map((record) => ({ ...record, ...own(record.stream_id) }));
}

/** The initial state for subscription events. */
export function presentSubscriptionState(app: Context, user: User, options: Options): Fields {
  const current = ownOf(app.db, user, 1);
  const former = ownOf(app.db, user, 0);
  const others = listVisibleChannels(app, user).filter(({ id, is_archived }) => {
    return !current.rows.has(id) && !former.rows.has(id) && (!is_archived || options.archived_channels);
  });
  return {
    subscriptions: recordList(presentOwn(app, user, current, options)),
    unsubscribed: recordList(presentOwn(app, user, former, options)),
    never_subscribed: recordList(presentWithSubscribers(app, others, options)),
  };
}

/** The initial state for channel events. */
export function presentStreamState(app: Context, user: User, { archived_channels }: Options): Fields {
  const channels = listVisibleChannels(app, user).filter((channel) => archived_channels || !channel.is_archived);
  return { streams: recordList(presentChannels(app, channels)) };
}

function recordList(records: readonly object[]): RawJson {
  return jsonList(records, (record) => JSON.stringify(record));
}

function presentWithSubscribers(app: Context, channels: readonly Channel[], { include_subscribers }: Options) {
  const records = presentChannels(app, channels);
  if (include_subscribers === 'false') return records;
  const isLarge = (count: number) => include_subscribers === 'partial' && count >= largeChannel;
  const [whole, large] = [false, true].map((wanted) =>
    records.filter((one) => isLarge(one.subscriber_count) === wanted).map((one) => one.stream_id),
  );
  const subscribers = listIdsByChannel(app.db, subscribersSql, whole ?? []);
  const likely = listLikelySubscribers(app, large ?? []);
  return records.map((record) => ({
    ...record,
    ...(isLarge(record.subscriber_count)
      ? { partial_subscribers: likely.get(record.stream_id) ?? [] }
      : { subscribers: subscribers.get(record.stream_id) ?? [] }),
  }));
}

/** From this number of subscribers on, clients that accept a partial list receive one. */
const largeChannel = 250;

// SQLite builds one list for each channel: reading a row for each id takes four times as long.
const subscribersSql = `
  SELECT value, (SELECT json_group_array(user_id ORDER BY user_id) FROM subscriptions
    WHERE channel_id = value AND is_active = 1 AND user_id NOT IN (SELECT id FROM users WHERE is_active = 0))
  FROM json_each(?)`;

const likelySubscribersSql = `
  SELECT value, (SELECT json_group_array(user_id ORDER BY user_id) FROM subscriptions
    WHERE channel_id = channel.value AND is_active = 1 AND user_id ${inJsonList}
      AND user_id NOT IN (SELECT id FROM users WHERE is_active = 0))
  FROM json_each(?) channel`;

function listLikelySubscribers(app: Context, channel_ids: readonly number[]) {
  if (channel_ids.length === 0) return new Map<number, number[]>();
  return listIdsByChannel(app.db, likelySubscribersSql, channel_ids, listRecentlyHere(app));
}

/** Lists of ids by channel; `sql` binds `lists` before the channel ids. */
function listIdsByChannel(db: Database, sql: string, channel_ids: readonly number[], ...lists: (readonly number[])[]) {
  const rows = db.tuples<[channel_id: number, ids: string]>(
    sql,
    ...[...lists, channel_ids].map((ids) => JSON.stringify(ids)),
  );
  return new Map(rows.map(([channel_id, ids]) => [channel_id, JSON.parse(ids) as number[]]));
}
