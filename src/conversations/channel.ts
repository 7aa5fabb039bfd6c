import type { Context } from '../context.ts';
import { type Database, inJsonList } from '../db/database.ts';
import { escapeHtml, foldName } from '../ground/text.ts';
import { errorKind } from '../http/errors.ts';
import { isChannelInScope, isLimitedToChannels } from '../users/bot-scope.ts';
import { isAdministrator, roles, type User } from '../users/user.ts';
import {
  canAdministerChannel,
  contentPermissions,
  hasChannelPermission,
  listChannelIdsOpenedTo,
} from './channel-permissions.ts';
import { type ChannelProperties, propertyColumns } from './channel-properties.ts';

export interface Channel extends ChannelProperties {
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
}

/** In Unicode code points. */
export const channelLimits = { name: 60, description: 1024 };

/** `name` is HTML-escaped for the error message, `asked` is the name in the request. */
export const channelDoesNotExist = errorKind<{ name: string; asked: string }>("Channel '{name}' does not exist", {
  code: 'STREAM_DOES_NOT_EXIST',
  extra: ({ asked }) => ({ stream: asked }),
});
export const channelIdDoesNotExist = errorKind<{ id: number }>("Channel with ID '{id}' does not exist", {
  code: 'STREAM_DOES_NOT_EXIST',
  extra: ({ id }) => ({ stream_id: id }),
});
export const invalidChannelId = errorKind('Invalid channel ID');
export const administrationRefused = errorKind('You do not have permission to administer this channel.');
export const invalidChannelName = errorKind<{ name: string }>("Invalid channel name '{name}'");

const columns = `id, name, description, rendered_description, creator_id, created_at, invite_only, is_web_public,
  history_public_to_subscribers, is_archived, is_default, ${propertyColumns}`;

const byIdSql = `SELECT ${columns} FROM channels WHERE id = ?`;
const byNameSql = `SELECT ${columns} FROM channels WHERE name_key = ?`;
const amongSql = `SELECT ${columns} FROM channels WHERE id ${inJsonList} ORDER BY name_key`;

export function findChannel(db: Database, channel_id: number): Channel | undefined {
  return db.cached<Channel>(byIdSql, channel_id);
}

/** A channel that must exist. */
export function getChannel(db: Database, channel_id: number): Channel {
  const channel = findChannel(db, channel_id);
  if (!channel) throw new Error(`there is no channel ${channel_id}`);
  return channel;
}

export function findChannelByName(db: Database, name: string): Channel | undefined {
  return db.cached<Channel>(byNameSql, foldName(name.trim()));
}

export function listChannels(db: Database): readonly Channel[] {
  return db.cachedAll<Channel>(`SELECT ${columns} FROM channels ORDER BY name_key`);
}

/** The channels with these ids, sorted by name; unknown ids are skipped. */
export function listChannelsAmong(db: Database, ids: Iterable<number>): Channel[] {
  return db.all<Channel>(amongSql, JSON.stringify([...new Set(ids)]));
}

/** A channel visible to the user. Throws invalidChannelId. */
export function accessChannel(app: Context, user: User, channel_id: number): Channel {
  const channel = findChannel(app.db, channel_id);
  if (!channel || !canSeeChannel(app, user, channel)) throw invalidChannelId();
  return channel;
}

/** A channel visible to the user, by name. Throws invalidChannelName. */
export function accessChannelByName(app: Context, user: User, name: string): Channel {
  const channel = findChannelByName(app.db, name);
  if (!channel || !canSeeChannel(app, user, channel)) throw invalidChannelName({ name: escapeHtml(name) });
  return channel;
}

/** A channel that the user may read. Throws invalidChannelId. */
export function accessReadableChannel(app: Context, user: User, channel_id: number): Channel {
  const channel = findChannel(app.db, channel_id);
  if (!channel || !canReadChannel(app, user, channel)) throw invalidChannelId();
  return channel;
}

/** The same for new messages, which archived channels do not take. */
export function accessActiveChannel(app: Context, user: User, channel_id: number): Channel {
  const channel = accessReadableChannel(app, user, channel_id);
  if (channel.is_archived) throw invalidChannelId();
  return channel;
}

/** A channel the user may administer. Throws invalidChannelId or administrationRefused. */
export function accessAdministeredChannel(app: Context, user: User, channel_id: number): Channel {
  const channel = accessChannel(app, user, channel_id);
  if (!canAdministerChannel(app, user, channel.id)) throw administrationRefused();
  return channel;
}

/** Whether a channel, its settings and its subscribers are visible to a user. */
export function canSeeChannel(app: Context, user: User, channel: Channel): boolean {
  if (!isChannelInScope(app.db, user, channel.id)) return false;
  return canReadChannel(app, user, channel) || canAdministerChannel(app, user, channel.id);
}

/** Whether a user may read a channel's messages, at least new ones. */
export function canReadChannel(app: Context, user: User, channel: Channel): boolean {
  if (!isChannelInScope(app.db, user, channel.id)) return false;
  if (isOpenTo(user, channel) || isSubscribed(app.db, user.id, channel.id)) return true;
  return mayJoinPrivate(app, user, channel);
}

/** Whether readers of a channel may read its whole history. */
export function hasSharedHistory(channel: Channel): boolean {
  return channel.history_public_to_subscribers === 1;
}

export function isSubscribed(db: Database, user_id: number, channel_id: number): boolean {
  const sql = 'SELECT 1 FROM subscriptions WHERE user_id = ? AND channel_id = ? AND is_active = 1';
  return db.cachedValue<number>(sql, user_id, channel_id) !== undefined;
}

function isOpenTo(user: User, channel: Channel): boolean {
  if (channel.is_web_public) return true;
  return !channel.invite_only && user.role !== roles.guest;
}

function mayJoinPrivate(app: Context, user: User, channel: Channel): boolean {
  if (user.role === roles.guest) return false;
  return contentPermissions.some((name) => hasChannelPermission(app, user, channel.id, name));
}

export function listSubscribedChannelIds(db: Database, user_id: number): readonly number[] {
  return db.cachedValues('SELECT channel_id FROM subscriptions WHERE user_id = ? AND is_active = 1', user_id);
}

/** All channels visible to a user, sorted by name. */
export function listVisibleChannels(app: Context, user: User): Channel[] {
  return listChannels(app.db).filter(sightTest(app, user));
}

/** Returns a test for whether a user sees a channel. `without` is a group whose membership does not count. */
export function sightTest(app: Context, user: User, without?: number): (channel: Channel) => boolean {
  const sees = accountSightTest(app, user, without);
  if (!isLimitedToChannels(app.db, user)) return sees;
  return (channel) => isChannelInScope(app.db, user, channel.id) && sees(channel);
}

function accountSightTest(app: Context, user: User, without?: number): (channel: Channel) => boolean {
  if (isAdministrator(user)) return () => true;
  const seen = new Set([...listChannelIdsOpenedTo(app, user, without), ...listSubscribedChannelIds(app.db, user.id)]);
  return (channel) => isOpenTo(user, channel) || seen.has(channel.id);
}

/** Ids of a channel's active subscribers, ascending. */
export function listSubscriberIds(db: Database, channel_id: number): number[] {
  return db.values(
    `SELECT user_id FROM subscriptions JOIN users ON users.id = user_id
     WHERE channel_id = ? AND subscriptions.is_active = 1 AND users.is_active = 1 ORDER BY user_id`,
    channel_id,
  );
}
