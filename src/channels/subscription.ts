import type { NewAccount } from '../accounts/new-user.ts';
import { announceChange, type Context, change } from '../context.ts';
import { type Channel, listChannels, listSubscriberIds } from '../conversations/channel.ts';
import { channelAudienceLister } from '../conversations/channel-audience.ts';
import { lastMessageId } from '../conversations/conversation.ts';
import { markChannelRead, raiseFloors } from '../conversations/read-marks.ts';
import { type Database, inJsonList } from '../db/database.ts';
import { type Profile, plainPublication, publishVariants } from '../events/event.ts';
import { watchMeeting } from '../users/acquaintance.ts';
import { scopeTest } from '../users/bot-scope.ts';
import { findUserSettings } from '../users/settings.ts';
import { isBot, type User } from '../users/user.ts';
import { acceptsChannel, publishAboutChannel, publishDiscovery, publishLoss } from './channel-event.ts';
import { type ChannelRecord, presentChannels } from './channel-record.ts';

/** Users whose subscription to a channel starts or ends. */
export interface SubscriptionChange {
  users: readonly User[];
  channel_id: number;
}

export const subscriptionStart = change<SubscriptionChange>('subscriptionStart');
export const subscriptionEnd = change<SubscriptionChange>('subscriptionEnd');

export interface Subscription {
  user_id: number;
  channel_id: number;
  color: string;
  is_muted: 0 | 1;
  pin_to_top: 0 | 1;
  desktop_notifications: 0 | 1 | null;
  audible_notifications: 0 | 1 | null;
  push_notifications: 0 | 1 | null;
  email_notifications: 0 | 1 | null;
  wildcard_mentions_notify: 0 | 1 | null;
}

const columns = `user_id, channel_id, color, is_muted, pin_to_top, desktop_notifications, audible_notifications,
  push_notifications, email_notifications, wildcard_mentions_notify`;
const amongSql = `SELECT ${columns} FROM subscriptions WHERE channel_id = ? AND user_id ${inJsonList}`;

/** A user's current or former subscriptions. */
export function listSubscriptions(db: Database, user: User, is_active: 0 | 1): readonly Subscription[] {
  return db.cachedAll(`SELECT ${columns} FROM subscriptions WHERE user_id = ? AND is_active = ?`, user.id, is_active);
}

/** Presents the user's own fields, with effective settings for clients that do not support unset ones. */
export function subscriptionPresenter(db: Database, user: { id: number }, client: ClientOfSubscriptions) {
  if (client.notification_settings_null) return presentSubscription;
  const settings = findUserSettings(db, user.id);
  return (row: Subscription) => {
    const record = presentSubscription(row);
    return {
      ...record,
      desktop_notifications: record.desktop_notifications ?? settings.enable_stream_desktop_notifications,
      audible_notifications: record.audible_notifications ?? settings.enable_stream_audible_notifications,
      push_notifications: record.push_notifications ?? settings.enable_stream_push_notifications,
      email_notifications: record.email_notifications ?? settings.enable_stream_email_notifications,
      wildcard_mentions_notify: record.wildcard_mentions_notify ?? settings.wildcard_mentions_notify,
    };
  };
}

type ClientOfSubscriptions = Pick<Profile, 'notification_settings_null'>;

function presentSubscription(row: Subscription) {
  const flag = (value: 0 | 1 | null) => (value === null ? null : value === 1);
  return {
    color: row.color,
    is_muted: row.is_muted === 1,
    in_home_view: row.is_muted === 0,
    pin_to_top: row.pin_to_top === 1,
    desktop_notifications: flag(row.desktop_notifications),
    audible_notifications: flag(row.audible_notifications),
    push_notifications: flag(row.push_notifications),
    email_notifications: flag(row.email_notifications),
    wildcard_mentions_notify: flag(row.wildcard_mentions_notify),
  };
}

interface SubscribeOptions {
  color?: string | undefined;
  /** The channels' audiences, if these are many. */
  listAudience?: (channel: Channel) => number[];
}

/**
 * Subscribes the users who are not subscribed yet, except bots whose scope leaves the channel out; returns them. The
 * color is the given one, that of a former subscription, or one that none of the user's channels has.
 */
export function doSubscribe(
  app: Context,
  channel: Channel,
  users: readonly User[],
  { color, listAudience = channelAudienceLister(app) }: SubscribeOptions = {},
): User[] {
  const before = new Set(listSubscriberIds(app.db, channel.id));
  const isInScope = scopeTest(app.db, channel.id);
  const fresh = users.filter((user) => !before.has(user.id) && isInScope(user.id));
  if (fresh.length === 0) return [];
  const from = lastMessageId(app.db);
  const seeing = new Set(listAudience(channel));
  const publishKnown = watchMeetingIn(app, channel, fresh);
  announceChange(app, subscriptionStart, { users: fresh, channel_id: channel.id }, () =>
    subscribe(app.db, channel, fresh, { color, from }),
  );
  publishKnown();
  const discovering = listAudience(channel).filter((id) => !seeing.has(id));
  publishDiscovery(app, [channel], discovering);
  publishSubscriptions(app, channel, fresh);
  publishPeers(app, 'peer_add', channel, { users: fresh, seeing: [...seeing] });
  return fresh;
}

/** Unsubscribes the users who are subscribed; returns them. */
export function doUnsubscribe(app: Context, channel: Channel, users: readonly User[]): User[] {
  const before = new Set(listSubscriberIds(app.db, channel.id));
  const gone = users.filter((user) => before.has(user.id));
  if (gone.length === 0) return [];
  // The audience is computed while the leaving users still see a private channel.
  const listAudience = channelAudienceLister(app);
  const seeing = listAudience(channel);
  publishPeers(app, 'peer_remove', channel, { users: gone, seeing });
  const publishKnown = watchMeetingIn(app, channel, gone);
  const user_ids = gone.map(({ id }) => id).sort((a, b) => a - b);
  announceChange(app, subscriptionEnd, { users: gone, channel_id: channel.id }, () =>
    unsubscribe(app.db, channel, user_ids),
  );
  const subscriptions = [{ name: channel.name, stream_id: channel.id }];
  publishAboutChannel(app, channel, { type: 'subscription', op: 'remove', subscriptions }, { user_ids });
  // Some users saw the channel only through their subscription.
  const stillSeeing = new Set(listAudience(channel));
  publishLoss(
    app,
    [channel],
    seeing.filter((id) => !stillSeeing.has(id)),
  );
  publishKnown();
  return gone;
}

/** Subscribes a new user to the default channels; ignores bots. */
export function doSubscribeToDefaults(app: Context, { user, include_default_channels }: NewAccount): void {
  if (isBot(user) || !include_default_channels) return;
  const defaults = listChannels(app.db).filter(({ is_default, is_archived }) => is_default && !is_archived);
  doSubscribeToAll(app, user, defaults);
}

/** Subscribes a user to those of these channels that they are not subscribed to yet. */
export function doSubscribeToAll(app: Context, user: User, channels: readonly Channel[]): void {
  const listAudience = channelAudienceLister(app);
  for (const channel of channels) doSubscribe(app, channel, [user], { listAudience });
}

function subscribe(
  db: Database,
  channel: Channel,
  users: readonly User[],
  { color, from }: { color: string | undefined; from: number },
): void {
  // In the order of the tables, each page is changed once.
  const user_ids = users.map(({ id }) => id).sort((a, b) => a - b);
  const colored = color === undefined ? withUnusedColors(db, user_ids) : user_ids.map((id) => [id, color]);
  db.run(
    `INSERT INTO subscriptions (user_id, channel_id, color) SELECT value ->> 0, ?1, value ->> 1 FROM json_each(?2) WHERE true
     ON CONFLICT DO UPDATE SET is_active = 1, color = coalesce(?3, color)`,
    channel.id,
    JSON.stringify(colored),
    color ?? null,
  );
  // Leaving and returning without a message in between continues the former span.
  db.run(
    `INSERT INTO subscription_spans (user_id, channel_id, from_message_id) SELECT value, ?, ? FROM json_each(?) WHERE true
     ON CONFLICT DO UPDATE SET until_message_id = NULL`,
    channel.id,
    from,
    JSON.stringify(user_ids),
  );
  raiseFloors(db, user_ids, channel.id, from);
}

/** Watches the meeting, or parting, of these users and the active subscribers of a channel. */
function watchMeetingIn(app: Context, channel: Channel, movers: readonly User[]): () => void {
  const mover_ids = movers.map(({ id }) => id);
  return watchMeeting(app, { mover_ids, all_ids: [...listSubscriberIds(app.db, channel.id), ...mover_ids] });
}

function unsubscribe(db: Database, channel: Channel, user_ids: readonly number[]): void {
  const until = lastMessageId(db);
  const ids = JSON.stringify(user_ids);
  db.run(`UPDATE subscriptions SET is_active = 0 WHERE user_id ${inJsonList} AND channel_id = ?`, ids, channel.id);
  db.run(
    `UPDATE subscription_spans SET until_message_id = ?
     WHERE user_id ${inJsonList} AND channel_id = ? AND until_message_id IS NULL`,
    until,
    ids,
    channel.id,
  );
  // Unread messages would otherwise stay unread forever in a channel that no client shows.
  markChannelRead(db, user_ids, channel.id, until);
}

/**
 * Sends each user their subscription/add event, to the clients that accept it. Of thousands of users, most are offline.
 */
export function publishSubscriptions(
  app: Context,
  channel: Channel,
  users: readonly { id: number }[],
  accepts = acceptsChannel(channel),
): void {
  const reached = users.map(({ id }) => id).filter((id) => app.clients.reaches(id));
  if (reached.length === 0) return;
  const [record] = presentChannels(app, [channel]);
  const subscribers = listSubscriberIds(app.db, channel.id);
  const rows = app.db.all<Subscription>(amongSql, channel.id, JSON.stringify(reached));
  for (const row of rows) {
    const publication = (client: ClientOfSubscriptions) => {
      const own = subscriptionPresenter(app.db, { id: row.user_id }, client)(row);
      const subscriptions = [{ ...(record as ChannelRecord), ...own, subscribers }];
      return plainPublication({ type: 'subscription', op: 'add', subscriptions }, { user_ids: [row.user_id] });
    };
    const whole = publication({ notification_settings_null: true });
    // Built only for the clients that need it.
    const fields = (profile: Profile) =>
      (profile.notification_settings_null ? whole : publication(profile)).fields(profile);
    publishVariants(app, { ...whole, accepts, fields });
  }
}

interface PeerChange {
  users: readonly User[];
  /** The channel's audience before the change. */
  seeing: readonly number[];
}

function publishPeers(
  app: Context,
  op: 'peer_add' | 'peer_remove',
  channel: Channel,
  { users, seeing }: PeerChange,
): void {
  const changed = new Set(users.map(({ id }) => id));
  const publishTo = (user_ids: number[], peer_ids: number[]) => {
    const event = { type: 'subscription', op, user_ids: peer_ids, stream_ids: [channel.id] } as const;
    if (peer_ids.length > 0) publishAboutChannel(app, channel, event, { user_ids });
  };
  publishTo(
    seeing.filter((id) => !changed.has(id)),
    [...changed],
  );
  // New subscribers receive the whole list; users who leave together receive each other's removal.
  const leaving = op === 'peer_remove' ? seeing.filter((id) => changed.has(id) && app.clients.isOnline(id)) : [];
  for (const id of leaving)
    publishTo(
      [id],
      [...changed].filter((other) => other !== id),
    );
}

/** Colors for channels. */
export const palette = [
  '#3f7fbf',
  '#b5533c',
  '#4d9e5f',
  '#8d5fb0',
  '#c9962b',
  '#2f9d9a',
  '#b84f7d',
  '#6d7d2c',
  '#5566cc',
  '#a0693d',
  '#3c8d70',
  '#994fa3',
  '#c06a52',
  '#4f86a8',
  '#7f9440',
  '#a85570',
] as const;

/** Each user with the first color that none of their channels has; colors repeat when all are used. */
function withUnusedColors(db: Database, user_ids: readonly number[]): [user_id: number, color: string][] {
  const rows = db.tuples<[user_id: number, used: string | null]>(colorsSql, JSON.stringify(user_ids));
  return rows.map(([user_id, used]) => {
    const unused = palette.find((color) => !used?.includes(color));
    return [user_id, unused ?? (palette[(used ?? '').split(' ').length % palette.length] as string)];
  });
}

const colorsSql = `
  SELECT u.value, (SELECT group_concat(color, ' ') FROM subscriptions WHERE user_id = u.value) FROM json_each(?) u`;
