import type { Context } from '../context.ts';
import { type Channel, findChannel, invalidChannelId } from '../conversations/channel.ts';
import { errorKind } from '../http/errors.ts';
import { text } from '../http/params.ts';
import { type GroupValueChange, presentGroupValue } from '../realm/group.ts';
import { realmPermissionNames, realmSettingNames, type SettingValue } from '../realm/setting-table.ts';
import { realmPermissionGroup } from '../realm/settings.ts';
import {
  channelSettings,
  doChangeRealmPermission,
  doChangeRealmSetting,
  doDescribeRealm,
  doRenameRealm,
} from './setting-change.ts';

export const moderationChannelPublic = errorKind('Moderation request channel must be private.');

/** The description of the organization; Markdown. */
export const realmDescription = text({ max: 1000 });

/** Throws invalidChannelId or moderationChannelPublic if a channel setting gets an unsuitable channel. */
export function ensureChannelsUsable(
  { db }: Context,
  given: Readonly<Record<string, unknown>>,
  isSeen: (channel: Channel) => boolean,
): void {
  for (const name of channelSettings) {
    const channel_id = given[name];
    if (typeof channel_id !== 'number' || channel_id === -1) continue;
    const channel = findChannel(db, channel_id);
    if (!channel || channel.is_archived || !isSeen(channel)) throw invalidChannelId();
    if (name === 'moderation_request_channel_id' && !channel.invite_only) throw moderationChannelPublic();
  }
}

/**
 * Changes name, description, settings and permissions of the organization; the caller has checked the values. Returns
 * the new values of those that differ. Throws one of permissionErrors.
 */
export function doChangeRealm(app: Context, given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const changed: Record<string, unknown> = {};
  const { name, description } = given;
  if (typeof name === 'string' && doRenameRealm(app, name)) changed.name = name;
  if (typeof description === 'string' && doDescribeRealm(app, description)) changed.description = description;
  for (const setting of realmSettingNames) {
    const value = given[setting] as SettingValue | undefined;
    if (value !== undefined && doChangeRealmSetting(app, setting, value)) changed[setting] = value;
  }
  return { ...changed, ...doChangePermissions(app, given) };
}

function doChangePermissions(app: Context, given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const changed: Record<string, unknown> = {};
  for (const permission of realmPermissionNames) {
    const change = given[permission] as GroupValueChange | undefined;
    if (change && doChangeRealmPermission(app, permission, change)) {
      changed[permission] = presentGroupValue(app.db, realmPermissionGroup(app.db, permission));
    }
  }
  return changed;
}
