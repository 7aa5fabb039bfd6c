import type { App } from '../app.ts';
import type { Database } from '../db/database.ts';
import { publish } from '../events/event.ts';
import { type GroupValue, systemGroupId } from '../groups/group.ts';
import { errorKind } from '../http/errors.ts';
import { isLongerThan } from '../http/params.ts';
import { renderMarkdown } from '../markdown/render.ts';
import { escapeHtml, findInvalidCharacter, foldName } from '../text.ts';
import { roles, type User } from '../users/user.ts';
import {
  type ChannelPermission,
  canAdministerChannel,
  doSetInitialPermissions,
  hasChannelPermission,
  listUserIdsGrantedSight,
  permissionPresenter,
} from './permissions.ts';

export interface Channel {
  id: number;
  name: string;
  description: string;
  rendered_description: string;
  creator_id: number | null;
  created_at: number;
  invite_only: 0 | 1;
  is_web_public: 0 | 1;
  history_public_to_subscribers: 0 | 1;
  is_archived: 0 | 1;
  is_default: 0 | 1;
  message_retention_days: number | null;
  topics_policy: TopicsPolicy;
}

export const topicsPolicies = ['inherit', 'allow_empty_topic', 'disable_empty_topic', 'empty_topic_only'] as const;
export type TopicsPolicy = (typeof topicsPolicies)[number];

/** In Unicode code points. */
export const channelLimits = { name: 60, description: 1024 };

export const channelDoesNotExist = errorKind<{ name: string }>("Channel '{name}' does not exist", {
  code: 'STREAM_DOES_NOT_EXIST',
  extra: ({ name }) => ({ stream: name }),
});
export const channelIdDoesNotExist = errorKind<{ id: number }>("Channel with ID '{id}' does not exist", {
  code: 'STREAM_DOES_NOT_EXIST',
  extra: ({ id }) => ({ stream_id: id }),
});
export const invalidChannelId = errorKind('Invalid channel ID');
export const invalidChannelName = errorKind<{ name: string }>("Invalid channel name '{name}'");
export const channelNameEmpty = errorKind("Channel name can't be empty.");
export const channelNameTooLong = errorKind(`Channel name too long (limit: ${channelLimits.name} characters).`);
export const channelNameCharacter = errorKind<{ position: number }>(
  'Invalid character in channel name, at position {position}.',
);
/** The ways a name can be unfit for a new channel. */
export const channelNameErrors = [channelNameEmpty, channelNameTooLong, channelNameCharacter] as const;

const columns = `id, name, description, rendered_description, creator_id, created_at, invite_only, is_web_public,
  history_public_to_subscribers, is_archived, is_default, message_retention_days, topics_policy`;

const byIdSql = `SELECT ${columns} FROM channels WHERE id = ?`;
const byNameSql = `SELECT ${columns} FROM channels WHERE name_key = ?`;

export function findChannel(db: Database, channel_id: number): Channel | undefined {
  return db.get<Channel>(byIdSql, channel_id);
}

export function findChannelByName(db: Database, name: string): Channel | undefined {
  return db.get<Channel>(byNameSql, foldName(name.trim()));
}

export function listChannels(db: Database): Channel[] {
  return db.all<Channel>(`SELECT ${columns} FROM channels ORDER BY name_key`);
}

/** A channel the user may know of. Throws invalidChannelId. */
export function accessChannel(app: App, user: User, channel_id: number): Channel {
  const channel = findChannel(app.db, channel_id);
  if (!channel || !canSeeChannel(app, user, channel)) throw invalidChannelId();
  return channel;
}

/** A channel the user may know of, by name. Throws invalidChannelName. */
export function accessChannelByName(app: App, user: User, name: string): Channel {
  const channel = findChannelByName(app.db, name);
  if (!channel || !canSeeChannel(app, user, channel)) throw invalidChannelName({ name: escapeHtml(name) });
  return channel;
}

/** Whether a user may know that a channel exists, and its settings and subscribers. */
export function canSeeChannel(app: App, user: User, channel: Channel): boolean {
  if (isOpenTo(user, channel) || isSubscribed(app.db, user.id, channel.id)) return true;
  if (user.role === roles.guest) return false;
  return canAdministerChannel(app, user, channel.id) || mayJoinPrivate(app, user, channel);
}

/** Whether a user may read a channel's messages, from now on at least. */
export function canReadChannel(app: App, user: User, channel: Channel): boolean {
  if (isOpenTo(user, channel) || isSubscribed(app.db, user.id, channel.id)) return true;
  return user.role !== roles.guest && mayJoinPrivate(app, user, channel);
}

/** Whether everything ever written in a channel is open to those who may read it. */
export function hasSharedHistory(channel: Channel): boolean {
  return channel.history_public_to_subscribers === 1;
}

export function isSubscribed(db: Database, user_id: number, channel_id: number): boolean {
  const sql = 'SELECT 1 FROM subscriptions WHERE user_id = ? AND channel_id = ? AND is_active = 1';
  return db.value<number>(sql, user_id, channel_id) !== undefined;
}

/** Ids of the active users who may know of a channel. */
export function listUserIdsWhoSee(app: App, channel: Channel): number[] {
  const subscribers = `SELECT user_id FROM subscriptions WHERE channel_id = ?1 AND is_active = 1`;
  return app.db.values(
    `SELECT id FROM users WHERE is_active = 1 AND is_system_bot = 0 AND (role <= ?2 OR id IN (${subscribers})
       OR (role <= ?3 AND id IN (SELECT value FROM json_each(?4))))`,
    channel.id,
    leastRoleThatSees(channel),
    roles.member,
    JSON.stringify(channel.invite_only ? listUserIdsGrantedSight(app, channel.id) : []),
  );
}

function leastRoleThatSees(channel: Channel): number {
  if (channel.is_web_public) return roles.guest;
  return channel.invite_only ? roles.administrator : roles.member;
}

export interface NewChannel {
  name: string;
  /** Markdown; line breaks become spaces. */
  description?: string;
  invite_only?: boolean;
  is_web_public?: boolean;
  is_default?: boolean;
  history_public_to_subscribers?: boolean | undefined;
  message_retention_days?: number | null;
  topics_policy?: TopicsPolicy;
  permissions?: Partial<Record<ChannelPermission, GroupValue | undefined>>;
}

/** Makes a channel and tells those who may know of it. The caller has checked the name and the permission. */
export function doCreateChannel(app: App, creator: User | undefined, values: NewChannel): Channel {
  const description = (values.description ?? '').replace(/\s*\n+\s*/g, ' ');
  const history = !values.invite_only || (values.history_public_to_subscribers ?? false);
  const { id } = app.db.run(
    `INSERT INTO channels (name, name_key, description, rendered_description, creator_id, created_at, invite_only,
       is_web_public, history_public_to_subscribers, is_default, message_retention_days, topics_policy)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    values.name,
    foldName(values.name),
    description,
    renderMarkdown(description),
    creator?.id ?? null,
    app.clock.now(),
    Number(values.invite_only ?? false),
    Number(values.is_web_public ?? false),
    Number(history),
    Number(values.is_default ?? false),
    values.message_retention_days ?? null,
    values.topics_policy ?? 'inherit',
  );
  doSetInitialPermissions(app.db, id, creator, values.permissions ?? {});
  const channel = findChannel(app.db, id) as Channel;
  // Those who see a channel only through a subscription hear of it just before that subscription.
  publish(
    app,
    { type: 'stream', op: 'create', streams: presentChannels(app, [channel]) },
    { user_ids: listUserIdsWhoSee(app, channel) },
  );
  return channel;
}

/** A name without outer blanks, if a channel may have it. Throws one of channelNameErrors. */
export function checkChannelName(name: string): string {
  const trimmed = name.trim();
  if (trimmed === '') throw channelNameEmpty();
  if (isLongerThan(trimmed, channelLimits.name)) throw channelNameTooLong();
  const position = findInvalidCharacter(trimmed);
  if (position > 0) throw channelNameCharacter({ position });
  return trimmed;
}

/** A channel as the API shows it to all who may know of it. */
export type ChannelRecord = ReturnType<typeof presentChannels>[number];

/** Channel records in the order given. */
export function presentChannels(app: App, channels: readonly Channel[]) {
  const permissions = permissionPresenter(app.db);
  const facts = channelFacts(app, channels);
  const postPolicy = postPolicyPresenter(app);
  return channels.map((channel) => {
    const fact = facts.get(channel.id);
    const permitted = permissions(channel.id);
    const stream_post_policy = postPolicy(permitted.can_send_message_group);
    return {
      stream_id: channel.id,
      name: channel.name,
      description: channel.description,
      rendered_description: channel.rendered_description,
      creator_id: channel.creator_id,
      date_created: channel.created_at,
      invite_only: channel.invite_only === 1,
      is_web_public: channel.is_web_public === 1,
      is_archived: channel.is_archived === 1,
      history_public_to_subscribers: channel.history_public_to_subscribers === 1,
      first_message_id: fact?.first_message_id ?? null,
      is_recently_active: fact?.is_recently_active === 1,
      message_retention_days: channel.message_retention_days,
      topics_policy: channel.topics_policy,
      folder_id: null,
      subscriber_count: fact?.subscriber_count ?? 0,
      stream_weekly_traffic: weeklyTraffic(app, channel, fact?.recent_messages ?? 0),
      stream_post_policy,
      is_announcement_only: stream_post_policy === 2,
      ...permitted,
    };
  });
}

// The older form of can_send_message_group, as far as it can say it.
function postPolicyPresenter({ db }: App): (group: GroupValue) => number {
  const policies = new Map<GroupValue, number>([
    [systemGroupId(db, 'role:administrators'), 2],
    [systemGroupId(db, 'role:fullmembers'), 3],
    [systemGroupId(db, 'role:moderators'), 4],
  ]);
  return (group) => policies.get(group) ?? 1;
}

interface ChannelFacts {
  id: number;
  first_message_id: number | null;
  is_recently_active: 0 | 1;
  subscriber_count: number;
  recent_messages: number;
}

const day = 86_400;
const trafficDays = 28;
const activeDays = 180;

function channelFacts(app: App, channels: readonly Channel[]): Map<number, ChannelFacts> {
  const now = app.clock.now();
  const firstSince = (days: number) =>
    app.db.value<number>('SELECT min(id) FROM messages WHERE sent_at >= ?', now - days * day) ??
    Number.MAX_SAFE_INTEGER;
  const rows = app.db.all<ChannelFacts>(
    `SELECT channels.id,
       (SELECT min(id) FROM messages WHERE channel_id = channels.id) AS first_message_id,
       EXISTS (SELECT 1 FROM messages WHERE channel_id = channels.id AND id >= ?2) AS is_recently_active,
       (SELECT count(*) FROM subscriptions JOIN users ON users.id = user_id
         WHERE channel_id = channels.id AND subscriptions.is_active = 1 AND users.is_active = 1) AS subscriber_count,
       (SELECT count(*) FROM messages WHERE channel_id = channels.id AND id >= ?3) AS recent_messages
     FROM channels WHERE id IN (SELECT value FROM json_each(?1))`,
    JSON.stringify(channels.map(({ id }) => id)),
    firstSince(activeDays),
    firstSince(trafficDays),
  );
  return new Map(rows.map((row) => [row.id, row]));
}

// Null while a channel is too young for a weekly figure.
function weeklyTraffic(app: App, channel: Channel, recentMessages: number): number | null {
  const age = Math.floor((app.clock.now() - channel.created_at) / day);
  if (age < 7) return null;
  return Math.ceil((recentMessages * 7) / Math.min(age, trafficDays));
}

function isOpenTo(user: User, channel: Channel): boolean {
  if (channel.is_web_public) return true;
  return !channel.invite_only && user.role !== roles.guest;
}

function mayJoinPrivate(app: App, user: User, channel: Channel): boolean {
  return (
    hasChannelPermission(app, user, channel.id, 'can_add_subscribers_group') ||
    hasChannelPermission(app, user, channel.id, 'can_subscribe_group')
  );
}

/** Ids of all channels a user may know of. */
export function listVisibleChannels(app: App, user: User): Channel[] {
  return listChannels(app.db).filter((channel) => canSeeChannel(app, user, channel));
}
