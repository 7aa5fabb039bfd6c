import type { Context } from '../context.ts';
import type { Database } from '../db/database.ts';
import { errorKind } from '../http/errors.ts';
import {
  deleteReplacedGroup,
  ensureExpectedValue,
  type GroupValue,
  type GroupValueChange,
  groupName,
  groupNotAllowed,
  groupValueErrors,
  groupValueOutdated,
  hasGroupValue,
  invalidGroupMember,
  isSystemGroup,
  resolveGroupValue,
  type SystemGroup,
} from '../realm/group.ts';
import { permissionRules, type RealmPermission } from '../realm/setting-table.ts';
import { realmPermissionGroup, setRealmSetting } from '../realm/settings.ts';
import type { User } from '../users/user.ts';
import { isAllowed } from './membership.ts';

const systemGroupRequired = errorKind<{ setting: string }>("'{setting}' must be a system user group.", {
  code: 'SYSTEM_GROUP_REQUIRED',
  extra: ({ setting }) => ({ setting_name: setting }),
});

export const permissionErrors = [
  groupNotAllowed,
  groupValueOutdated,
  invalidGroupMember,
  ...groupValueErrors,
  systemGroupRequired,
] as const;

/** Whether a user has an organization-wide permission. Guests only have permissions that can be granted to everyone. */
export function hasRealmPermission(app: Context, user: User, name: RealmPermission): boolean {
  return isAllowed(app, user, realmPermissionGroup(app.db, name), permissionRules(name).refused);
}

/**
 * Changes an organization-wide permission without publishing it; returns whether the value differs. Throws one of
 * permissionErrors if the change is outdated or the group not allowed.
 */
export function storeRealmPermission(db: Database, name: RealmPermission, change: GroupValueChange): boolean {
  const previous = realmPermissionGroup(db, name);
  ensureExpectedValue(db, previous, change);
  if (hasGroupValue(db, previous, change.new)) return false;
  setRealmSetting(db, name, resolve(db, name, change.new));
  deleteReplacedGroup(db, previous);
  return true;
}

function resolve(db: Database, name: RealmPermission, value: GroupValue): number {
  const { refused, only } = permissionRules(name);
  if (isEmpty(value) && refused.includes('role:nobody')) {
    throw groupNotAllowed({ setting: name, group: 'role:nobody' });
  }
  const group_id = resolveGroupValue(db, name, value, refused);
  if (only) ensureAmong(name, groupName(db, group_id), only);
  return group_id;
}

function isEmpty(value: GroupValue): boolean {
  return typeof value !== 'number' && value.direct_members.length === 0 && value.direct_subgroups.length === 0;
}

function ensureAmong(setting: RealmPermission, group: string | null, only: readonly SystemGroup[]): void {
  if (only.some((name) => name === group)) return;
  if (group !== null && isSystemGroup(group)) throw groupNotAllowed({ setting, group });
  throw systemGroupRequired({ setting });
}
