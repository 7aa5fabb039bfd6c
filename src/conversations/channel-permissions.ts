import type { Context } from '../context.ts';
import { type Database, inJsonList } from '../db/database.ts';
import { isAllowed, listGroupIdsWith } from '../groups/membership.ts';
import { hasRealmPermission } from '../groups/realm-permission.ts';
import {
  deleteReplacedGroup,
  type GroupValue,
  groupValueTables,
  insertAnonymousGroup,
  presentGroupValue,
  resolveGroupValue,
  systemGroupId,
} from '../realm/group.ts';
import { notEveryone, notTheWeb, type PermissionRule } from '../realm/permission-rule.ts';
import { isAdministrator, roles, type User } from '../users/user.ts';

/** The permissions of a channel, by their API names. By default the creator of a channel may administer it. */
export const channelPermissions = {
  can_add_subscribers_group: { description: 'Who may add people.', fallback: 'role:nobody', refused: notEveryone },
  can_administer_channel_group: {
    description: 'Who may change the channel.',
    fallback: 'role:nobody',
    refused: notEveryone,
  },
  can_create_topic_group: { description: 'Who may begin topics.', fallback: 'role:everyone', refused: notTheWeb },
  can_delete_any_message_group: {
    description: 'Who may delete messages of others.',
    fallback: 'role:nobody',
    refused: notTheWeb,
  },
  can_delete_own_message_group: {
    description: 'Who may delete their own messages.',
    fallback: 'role:nobody',
    refused: notTheWeb,
  },
  can_move_messages_out_of_channel_group: {
    description: 'Who may move messages to other channels.',
    fallback: 'role:nobody',
    refused: notTheWeb,
  },
  can_move_messages_within_channel_group: {
    description: 'Who may move messages to other topics.',
    fallback: 'role:nobody',
    refused: notTheWeb,
  },
  can_remove_subscribers_group: {
    description: 'Who may remove people.',
    fallback: 'role:administrators',
    refused: notTheWeb,
  },
  can_resolve_topics_group: { description: 'Who may resolve topics.', fallback: 'role:nobody', refused: notTheWeb },
  can_send_message_group: { description: 'Who may write.', fallback: 'role:everyone', refused: notTheWeb },
  can_subscribe_group: { description: 'Who may join by themselves.', fallback: 'role:nobody', refused: notEveryone },
} as const satisfies Record<string, PermissionRule>;

export type ChannelPermission = keyof typeof channelPermissions;
export const channelPermissionNames = Object.keys(channelPermissions) as ChannelPermission[];

/** Whether a channel grants a user a permission. Guests only have permissions that can be granted to everyone. */
export function hasChannelPermission(app: Context, user: User, channel_id: number, name: ChannelPermission): boolean {
  return isAllowed(app, user, permissionGroupId(app.db, channel_id, name), channelPermissions[name].refused);
}

/** Permissions that let members read a channel's messages without a subscription. */
export const contentPermissions = ['can_add_subscribers_group', 'can_subscribe_group'] as const;

/** Permissions that let members see that a channel exists without a subscription. */
const sightPermissions = [...contentPermissions, 'can_administer_channel_group'] as const;

/** True of rows of channel_permissions that make a channel visible to members. */
const givesSightSql = `setting IN (${sightPermissions.map((name) => `'${name}'`).join()})`;

/** Ids of the groups to whose members a permission makes a channel visible. Often one group has them all. */
export function listGroupIdsGrantedSight(db: Database, channel_id: number): number[] {
  return [...new Set(sightPermissions.flatMap((name) => storedGroup(db, channel_id, name) ?? []))];
}

/**
 * Ids of the channels that a permission makes visible to a user, whether subscribed or not. `without` is a group whose
 * membership does not count.
 */
export function listChannelIdsOpenedTo(app: Context, user: User, without?: number): readonly number[] {
  if (user.role === roles.guest) return [];
  return app.db.cachedValues(
    `SELECT DISTINCT channel_id FROM channel_permissions WHERE ${givesSightSql} AND group_id ${inJsonList}`,
    JSON.stringify(listGroupIdsWith(app, user, without)),
  );
}

/** Ids of the private channels visible to members of this group, directly or through a group that contains it. */
export function listChannelIdsSeenThrough(db: Database, group_id: number): number[] {
  return db.values(
    `WITH RECURSIVE containing (id) AS (
       SELECT ? UNION SELECT group_id FROM group_subgroups JOIN containing ON subgroup_id = containing.id
     )
     SELECT DISTINCT channel_id FROM channel_permissions p
     JOIN containing ON containing.id = p.group_id JOIN channels ON channels.id = channel_id
     WHERE invite_only = 1 AND ${givesSightSql}`,
    group_id,
  );
}

/** Whether a user may administer a channel, by role or by permission of the channel. Guests never may. */
export function canAdministerChannel(app: Context, user: User, channel_id: number): boolean {
  if (isAdministrator(user)) return true;
  return hasChannelPermission(app, user, channel_id, 'can_administer_channel_group');
}

/** Whether a user may subscribe others to a channel. The caller has checked that the user may read its messages. */
export function mayAddSubscribers(app: Context, user: User, channel_id: number): boolean {
  return (
    hasRealmPermission(app, user, 'can_add_subscribers_group') ||
    canAdministerChannel(app, user, channel_id) ||
    hasChannelPermission(app, user, channel_id, 'can_add_subscribers_group')
  );
}

/** The id of the group that has a permission in a channel. */
export function permissionGroupId(db: Database, channel_id: number, name: ChannelPermission): number {
  return storedGroup(db, channel_id, name) ?? systemGroupId(db, channelPermissions[name].fallback);
}

/** The group that has a permission in a channel, as the API shows it. */
export function presentPermission(db: Database, channel_id: number, name: ChannelPermission): GroupValue {
  return presentGroupValue(db, permissionGroupId(db, channel_id, name));
}

/** Grants a permission to another group. Throws for groups that do not exist or are not allowed. */
export function storePermission(db: Database, channel_id: number, name: ChannelPermission, value: GroupValue): void {
  const replaced = storedGroup(db, channel_id, name);
  setGroup(db, channel_id, name, resolveGroupValue(db, name, value, channelPermissions[name].refused));
  if (replaced !== undefined) deleteReplacedGroup(db, replaced);
}

/** Stores the initial permissions of a new channel. Throws for groups that do not exist or are not allowed. */
export function storeInitialPermissions(
  db: Database,
  channel_id: number,
  creator: User | undefined,
  values: Partial<Record<ChannelPermission, GroupValue | undefined>>,
): void {
  for (const name of channelPermissionNames) {
    const value = values[name];
    if (value !== undefined) {
      storePermission(db, channel_id, name, value);
    } else if (name === 'can_administer_channel_group' && creator) {
      setGroup(db, channel_id, name, insertAnonymousGroup(db, [creator.id], []));
    }
  }
}

/** The permissions of a channel, as the API shows them. */
export type PresentedPermissions = Readonly<Record<ChannelPermission, GroupValue>>;

/** Returns a function that presents the permissions of a channel, for use with many channels; cached for each. */
export function permissionPresenter(db: Database): (channel_id: number) => PresentedPermissions {
  const known = db.derived('permissions of channels', permissionTables, () => new Map<number, PresentedPermissions>());
  let fallbacks: PresentedPermissions | undefined;
  return (channel_id) => {
    const found = known.get(channel_id);
    if (found) return found;
    fallbacks ??= presentFallbacks(db);
    const permissions = { ...fallbacks, ...presentStored(db, channel_id) };
    known.set(channel_id, permissions);
    return permissions;
  };
}

function presentFallbacks(db: Database): PresentedPermissions {
  return Object.fromEntries(
    channelPermissionNames.map((name) => [name, systemGroupId(db, channelPermissions[name].fallback)]),
  ) as PresentedPermissions;
}

const permissionTables = `channel_permissions ${groupValueTables}`;

function presentStored(db: Database, channel_id: number): Partial<PresentedPermissions> {
  const stored = db.cachedAll<{ setting: ChannelPermission; group_id: number }>(
    'SELECT setting, group_id FROM channel_permissions WHERE channel_id = ?',
    channel_id,
  );
  return Object.fromEntries(stored.map(({ setting, group_id }) => [setting, presentGroupValue(db, group_id)]));
}

function storedGroup(db: Database, channel_id: number, name: ChannelPermission): number | undefined {
  return db.cachedValue<number>(
    'SELECT group_id FROM channel_permissions WHERE channel_id = ? AND setting = ?',
    channel_id,
    name,
  );
}

function setGroup(db: Database, channel_id: number, name: ChannelPermission, group_id: number): void {
  if (group_id === systemGroupId(db, channelPermissions[name].fallback)) {
    db.run('DELETE FROM channel_permissions WHERE channel_id = ? AND setting = ?', channel_id, name);
    return;
  }
  db.run(
    `INSERT INTO channel_permissions (channel_id, setting, group_id) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET group_id = excluded.group_id`,
    channel_id,
    name,
    group_id,
  );
}
