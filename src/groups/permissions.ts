import type { Context } from '../context.ts';
import type { Database } from '../db/database.ts';
import { insufficientPermission } from '../http/errors.ts';
import {
  deleteReplacedGroup,
  ensureExpectedValue,
  type GroupValue,
  type GroupValueChange,
  hasGroupValue,
  insertAnonymousGroup,
  resolveGroupValue,
  type SystemGroup,
  systemGroupId,
} from '../realm/group.ts';
import { notEveryone, notTheWeb, type PermissionRule } from '../realm/permission-rule.ts';
import type { User } from '../users/user.ts';
import { isAllowed } from './membership.ts';
import { hasRealmPermission } from './realm-permission.ts';

interface Permission extends PermissionRule {
  /** Whether the creator of a group has the permission by default. */
  isCreators: boolean;
}

/** The permissions on a user group, by their API names. Nobody has permissions on a system group. */
export const groupPermissions = {
  can_add_members_group: {
    description: 'Who may add members.',
    fallback: 'role:nobody',
    isCreators: true,
    refused: notEveryone,
  },
  can_join_group: {
    description: 'Who may join by themselves.',
    fallback: 'role:nobody',
    isCreators: false,
    refused: notEveryone,
  },
  can_leave_group: {
    description: 'Who may leave by themselves.',
    fallback: 'role:everyone',
    isCreators: false,
    refused: notTheWeb,
  },
  can_manage_group: {
    description: 'Who may change the group.',
    fallback: 'role:nobody',
    isCreators: true,
    refused: notEveryone,
  },
  can_mention_group: {
    description: 'Who may mention the group.',
    fallback: 'role:everyone',
    isCreators: false,
    refused: notTheWeb,
  },
  can_remove_members_group: {
    description: 'Who may remove members.',
    fallback: 'role:nobody',
    isCreators: false,
    refused: notEveryone,
  },
} as const satisfies Record<string, Permission>;

export type GroupPermission = keyof typeof groupPermissions;
export const groupPermissionNames = Object.keys(groupPermissions) as GroupPermission[];

/** The holder of every permission on system groups. */
export const systemGroupFallback: SystemGroup = 'role:nobody';

/** The columns of a group that determine its permissions. */
interface Governed {
  id: number;
  is_system_group: 0 | 1;
}

/** Whether a group itself grants a user a permission. Guests only have permissions that can be granted to everyone. */
export function hasGroupPermission(app: Context, user: User, group: Governed, name: GroupPermission): boolean {
  return isAllowed(app, user, allowedGroupId(app.db, group, name), groupPermissions[name].refused);
}

/** Whether a user may manage a group, by permission of the group or of the organization. */
export function canManageGroup(app: Context, user: User, group: Governed): boolean {
  if (group.is_system_group) return false;
  return (
    hasGroupPermission(app, user, group, 'can_manage_group') || hasRealmPermission(app, user, 'can_manage_all_groups')
  );
}

/**
 * Throws insufficientPermission unless a group grants a user one of these permissions. Managers of a group have all its
 * permissions; nobody has any on a system group.
 */
export function ensureGroupPermission(
  app: Context,
  user: User,
  group: Governed,
  names: readonly GroupPermission[],
): void {
  if (names.some((name) => hasGroupPermission(app, user, group, name))) return;
  if (!canManageGroup(app, user, group)) throw insufficientPermission();
}

/** Initial permissions of a new group; undefined ones get their defaults. */
export type GroupPermissionValues = Partial<Record<GroupPermission, GroupValue | undefined>>;

/** Stores the initial permissions of a new group. Throws for groups that do not exist or are not allowed. */
export function storeInitialPermissions(
  db: Database,
  group: Governed,
  creator: User,
  values: GroupPermissionValues,
): void {
  for (const name of groupPermissionNames) {
    const value = values[name];
    if (value !== undefined) storePermission(db, group, name, resolve(db, name, value));
    else if (groupPermissions[name].isCreators)
      storePermission(db, group, name, insertAnonymousGroup(db, [creator.id], []));
  }
}

/**
 * Changes a permission of a group; returns whether the value differs. Throws groupValueOutdated if the change expects
 * another old value, and for groups that do not exist or are not allowed.
 */
export function storePermissionChange(
  db: Database,
  group: Governed,
  name: GroupPermission,
  change: GroupValueChange,
): boolean {
  const current = allowedGroupId(db, group, name);
  ensureExpectedValue(db, current, change);
  if (hasGroupValue(db, current, change.new)) return false;
  storePermission(db, group, name, resolve(db, name, change.new));
  deleteReplacedGroup(db, current);
  return true;
}

/** The id of the group that has a permission. */
export function allowedGroupId(db: Database, group: Governed, name: GroupPermission): number {
  const sql = 'SELECT allowed_group_id FROM group_permissions WHERE group_id = ? AND setting = ?';
  return db.cachedValue<number>(sql, group.id, name) ?? systemGroupId(db, fallbackOf(group, name));
}

function resolve(db: Database, name: GroupPermission, value: GroupValue): number {
  return resolveGroupValue(db, name, value, groupPermissions[name].refused);
}

function storePermission(db: Database, group: Governed, name: GroupPermission, allowed_group_id: number): void {
  if (allowed_group_id === systemGroupId(db, fallbackOf(group, name))) {
    db.run('DELETE FROM group_permissions WHERE group_id = ? AND setting = ?', group.id, name);
    return;
  }
  db.run(
    `INSERT INTO group_permissions (group_id, setting, allowed_group_id) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET allowed_group_id = excluded.allowed_group_id`,
    group.id,
    name,
    allowed_group_id,
  );
}

function fallbackOf(group: Governed, name: GroupPermission): SystemGroup {
  return group.is_system_group ? systemGroupFallback : groupPermissions[name].fallback;
}
