import type { Context } from '../context.ts';
import { type Channel, canSeeChannel, listChannels, listVisibleChannels } from '../conversations/channel.ts';
import type { Database } from '../db/database.ts';
import type { Fields, RawJson } from '../http/endpoint.ts';
import { jsonList } from '../http/json-list.ts';
import { recentlyHereTest } from '../users/recently-here.ts';
import type { User } from '../users/user.ts';
import { type WrittenChannel, writeChannels } from './channel-record.ts';
import { listSubscribers } from './subscriber-lists.ts';
import { listSubscriptions, type Subscription, subscriptionPresenter } from './subscription.ts';

/** The subscribers that a client requests: all, none, or, for large channels, only those it is likely to need. */
export const includeSubscribers = ['true', 'false', 'partial'] as const;
type IncludeSubscribers = (typeof includeSubscribers)[number];

interface Options {
  include_subscribers: IncludeSubscribers;
  /** Whether to list archived channels. */
  archived_channels: boolean;
  /** Whether the client supports unset notification settings; otherwise it receives the effective ones. */
  notification_settings_null: boolean;
}

/** A user's subscriptions as the API presents them, by channel name; `is_active` 0 for former ones. */
export function presentSubscriptions(app: Context, user: User, is_active: 0 | 1, options: Options): RawJson {
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

function presentOwn(app: Context, user: User, { rows, is_active }: Own, options: Options): RawJson {
  const channels = listChannels(app.db).filter((channel) => {
    if (!rows.has(channel.id) || (channel.is_archived && !options.archived_channels)) return false;
    return is_active === 1 || canSeeChannel(app, user, channel);
  });
  const present = subscriptionPresenter(app.db, user, options);
  const ownFields = (channel_id: number) => {
    return `,${JSON.stringify(present(rows.get(channel_id) as Subscription)).slice(1, -1)}`;
  };
  return presentList(app, channels, options, ownFields);
}

/** The initial state for subscription events. */
export function presentSubscriptionState(app: Context, user: User, options: Options): Fields {
  const current = ownOf(app.db, user, 1);
  const former = ownOf(app.db, user, 0);
  const others = listVisibleChannels(app, user).filter(({ id, is_archived }) => {
    return !current.rows.has(id) && !former.rows.has(id) && (!is_archived || options.archived_channels);
  });
  return {
    subscriptions: presentOwn(app, user, current, options),
    unsubscribed: presentOwn(app, user, former, options),
    never_subscribed: presentList(app, others, options),
  };
}

/** The initial state for channel events. */
export function presentStreamState(app: Context, user: User, { archived_channels }: Options): Fields {
  const channels = listVisibleChannels(app, user).filter((channel) => archived_channels || !channel.is_archived);
  return { streams: presentList(app, channels, { include_subscribers: 'false' }) };
}

/** Channels with their subscribers as a JSON list; `ownOf` returns further fields of each, with a comma. */
function presentList(
  app: Context,
  channels: readonly Channel[],
  { include_subscribers }: Pick<Options, 'include_subscribers'>,
  ownOf = (_channel_id: number) => '',
): RawJson {
  const records = writeChannels(app, channels);
  const subscribersOf =
    include_subscribers === 'false' ? () => '' : subscriberWriter(app, channels, include_subscribers);
  return jsonList(records, (record) => `{${record.fields}${subscribersOf(record)}${ownOf(record.id)}}`);
}

/** From this number of subscribers on, clients that accept a partial list receive one. */
const largeChannel = 250;

/** Returns a function that writes the JSON field with the subscribers of a channel, with a comma. */
function subscriberWriter(
  app: Context,
  channels: readonly Channel[],
  include_subscribers: 'true' | 'partial',
): (channel: WrittenChannel) => string {
  const subscribers = listSubscribers(app.db, channels);
  const isLikely = recentlyHereTest(app);
  return ({ id, subscriber_count }) => {
    const list = subscribers.get(id) ?? '[]';
    if (include_subscribers === 'true' || subscriber_count < largeChannel) return `,"subscribers":${list}`;
    return `,"partial_subscribers":[${(JSON.parse(list) as number[]).filter(isLikely).join()}]`;
  };
}
