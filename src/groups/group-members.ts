import { announceChange, type Context } from '../context.ts';
import { type Database, inJsonList } from '../db/database.ts';
import { errorKind } from '../http/errors.ts';
import { accessMemberIds, insertMembers, insertSubgroup, invalidSubgroup } from '../realm/group.ts';
import type { User } from '../users/user.ts';
import { listDirectSubgroupIds, membershipChange } from './membership.ts';
import { ensureGroupPermission, type GroupPermission } from './permissions.ts';
import { groupDeactivated, publishGroupEvent, type UserGroup } from './user-group.ts';

const alreadyMember = errorKind<{ id: number }>('User {id} is already a member of this group');
const noMember = errorKind<{ id: number }>("There is no member '{id}' in this user group");
const alreadySubgroup = errorKind<{ id: number }>('User group {id} is already a subgroup of this group.');
const noSubgroup = errorKind<{ id: number }>('User group {id} is not a subgroup of this group.');
const subgroupCycle = errorKind<{ id: number }>(
  'User group {id} is already a subgroup of one of the passed subgroups.',
);
export const memberErrors = [alreadyMember, noMember] as const;
export const subgroupErrors = [invalidSubgroup, groupDeactivated] as const;
export const subgroupChangeErrors = [...subgroupErrors, alreadySubgroup, noSubgroup, subgroupCycle] as const;

/**
 * Throws insufficientPermission unless the actor may add these users; to add oneself, permission to join is enough. An
 * empty list stands for users who do not exist yet.
 */
export function ensureCanAddMembers(app: Context, actor: User, group: UserGroup, user_ids: readonly number[]): void {
  ensureGroupPermission(app, actor, group, permissions('can_add_members_group', 'can_join_group', actor, user_ids));
}

/**
 * Throws insufficientPermission unless the actor may remove these users; to remove oneself, permission to leave is
 * enough.
 */
export function ensureCanRemoveMembers(app: Context, actor: User, group: UserGroup, user_ids: readonly number[]): void {
  ensureGroupPermission(app, actor, group, permissions('can_remove_members_group', 'can_leave_group', actor, user_ids));
}

function permissions(
  general: GroupPermission,
  own: GroupPermission,
  actor: User,
  user_ids: readonly number[],
): GroupPermission[] {
  const isOwn = user_ids.length > 0 && user_ids.every((id) => id === actor.id);
  return isOwn ? [general, own] : [general];
}

/** Adds users to a group. Throws invalidGroupMember, or one of memberErrors for a user who is already a member. */
export function doAddMembers(app: Context, group: UserGroup, user_ids: readonly number[]): void {
  const added = accessMemberIds(app.db, user_ids);
  const [present] = membersAmong(app.db, group, added);
  if (present !== undefined) throw alreadyMember({ id: present });
  announceChange(app, membershipChange, { group_id: group.id }, () => {
    insertMembers(app.db, group.id, added);
    publishGroupEvent(app, group, { type: 'user_group', op: 'add_members', group_id: group.id, user_ids: added });
  });
}

/** Removes users from a group. Throws invalidGroupMember, or one of memberErrors for a user who is not a member. */
export function doRemoveMembers(app: Context, group: UserGroup, user_ids: readonly number[]): void {
  const removed = accessMemberIds(app.db, user_ids);
  const present = new Set(membersAmong(app.db, group, removed));
  const missing = removed.find((id) => !present.has(id));
  if (missing !== undefined) throw noMember({ id: missing });
  const sql = `DELETE FROM group_members WHERE group_id = ? AND user_id ${inJsonList}`;
  announceChange(app, membershipChange, { group_id: group.id }, () => {
    app.db.run(sql, group.id, JSON.stringify(removed));
    publishGroupEvent(app, group, { type: 'user_group', op: 'remove_members', group_id: group.id, user_ids: removed });
  });
}

function membersAmong(db: Database, group: UserGroup, user_ids: readonly number[]): number[] {
  const sql = `SELECT user_id FROM group_members WHERE group_id = ? AND user_id ${inJsonList} ORDER BY 1`;
  return db.values(sql, group.id, JSON.stringify(user_ids));
}

/** The distinct ids, if all groups can be subgroups. Throws one of subgroupErrors. */
export function accessSubgroupIds(db: Database, group_ids: readonly number[]): number[] {
  const wanted = [...new Set(group_ids)];
  for (const id of wanted) {
    const sql = 'SELECT deactivated FROM groups WHERE id = ? AND name IS NOT NULL';
    const deactivated = db.value<number>(sql, id);
    if (deactivated === undefined) throw invalidSubgroup({ id });
    if (deactivated) throw groupDeactivated();
  }
  return wanted;
}

/** Adds subgroups to a group. Throws one of subgroupChangeErrors, also if a group would contain itself. */
export function doAddSubgroups(app: Context, group: UserGroup, group_ids: readonly number[]): void {
  const added = accessSubgroupIds(app.db, group_ids);
  const present = listDirectSubgroupIds(app, group.id);
  const twice = added.find((id) => present.includes(id));
  if (twice !== undefined) throw alreadySubgroup({ id: twice });
  if (reaches(app.db, added, group.id)) throw subgroupCycle({ id: group.id });
  announceChange(app, membershipChange, { group_id: group.id }, () => {
    for (const id of added) insertSubgroup(app.db, group.id, id);
    publishSubgroups(app, 'add_subgroups', group, added);
  });
}

/** Removes subgroups from a group. Throws one of subgroupChangeErrors. */
export function doRemoveSubgroups(app: Context, group: UserGroup, group_ids: readonly number[]): void {
  const removed = [...new Set(group_ids)];
  const present = listDirectSubgroupIds(app, group.id);
  const missing = removed.find((id) => !present.includes(id));
  if (missing !== undefined) throw noSubgroup({ id: missing });
  const sql = `DELETE FROM group_subgroups WHERE group_id = ? AND subgroup_id ${inJsonList}`;
  announceChange(app, membershipChange, { group_id: group.id }, () => {
    app.db.run(sql, group.id, JSON.stringify(removed));
    publishSubgroups(app, 'remove_subgroups', group, removed);
  });
}

/** Whether a group is among the groups `from` or their direct and indirect subgroups. */
export function reaches(db: Database, from: readonly number[], group_id: number): boolean {
  const sql = `WITH RECURSIVE reached (id) AS (
      SELECT value FROM json_each(?1) UNION SELECT subgroup_id FROM group_subgroups JOIN reached ON group_id = reached.id
    ) SELECT 1 FROM reached WHERE id = ?2 LIMIT 1`;
  return db.value<number>(sql, JSON.stringify(from), group_id) !== undefined;
}

function publishSubgroups(
  app: Context,
  op: 'add_subgroups' | 'remove_subgroups',
  group: UserGroup,
  direct_subgroup_ids: readonly number[],
): void {
  publishGroupEvent(app, group, { type: 'user_group', op, group_id: group.id, direct_subgroup_ids });
}
