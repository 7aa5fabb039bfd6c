import type { Context } from '../context.ts';
import { inJsonList } from '../db/database.ts';
import { type Audience, publish } from '../events/event.ts';
import { systemGroupId } from '../realm/group.ts';
import { findRealmSetting } from '../realm/settings.ts';
import { userAudience } from '../users/access.ts';
import { listRecipientIds } from '../users/recipients.ts';
import type { Role, User } from '../users/user.ts';
import { directSystemGroups, listDirectMemberIds } from './membership.ts';
import { publishGroupValuesNaming } from './named-permissions.ts';
import { accessGroup, publishGroupEvent } from './user-group.ts';

/**
 * Publishes the system groups that a user leaves and joins with a new role, the full members after the groups of roles;
 * `user` still has the old role.
 */
export function publishGroupsOfRole(app: Context, { user, role }: { user: User; role: Role }): void {
  // A deactivated user is in no group.
  if (!user.is_active) return;
  const left = systemGroupIdsOf(app, user);
  const joined = systemGroupIdsOf(app, { ...user, role });
  publishMembership(app, 'remove_members', user, left.slice(0, 1), 'everyone');
  publishMembership(app, 'add_members', user, joined.slice(0, 1), 'everyone');
  publishMembership(app, 'remove_members', user, left.slice(1), 'everyone');
  publishMembership(app, 'add_members', user, joined.slice(1), 'everyone');
}

/** Publishes the system groups of a new user. */
export function publishGroupsOfNewUser(app: Context, { user }: { user: User }): void {
  publishMembership(app, 'add_members', user, systemGroupIdsOf(app, user), 'everyone');
}

/** Ids of the active users who are full members under the current waiting period. */
export function listFullMemberIds(app: Context): number[] {
  return listDirectMemberIds(app, systemGroupId(app.db, 'role:fullmembers'));
}

/**
 * Publishes the users who became full members, or no longer are, after a change of the waiting period. `before` are the
 * former full members.
 */
export function publishFullMembers(app: Context, before: readonly number[]): void {
  const now = listFullMemberIds(app);
  publishFull(app, 'remove_members', without(before, now));
  publishFull(app, 'add_members', without(now, before));
}

/** Publishes the users whose waiting period has ended since `since` (UNIX seconds), and returns their ids. */
export function publishFullSince(app: Context, since: number): number[] {
  const days = findRealmSetting(app.db, 'waiting_period_threshold');
  if (days === 0) return [];
  const full = listFullMemberIds(app);
  const grown = app.db.values<number>(
    `SELECT id FROM users WHERE joined_at > ? AND id ${inJsonList} ORDER BY 1`,
    since - days * 86_400,
    JSON.stringify(full),
  );
  publishFull(app, 'add_members', grown);
  return grown;
}

function without(ids: readonly number[], others: readonly number[]): number[] {
  const excluded = new Set(others);
  return ids.filter((id) => !excluded.has(id));
}

function publishFull(app: Context, op: 'add_members' | 'remove_members', user_ids: readonly number[]): void {
  if (user_ids.length === 0) return;
  publish(app, { type: 'user_group', op, group_id: systemGroupId(app.db, 'role:fullmembers'), user_ids }, 'everyone');
}

/**
 * Publishes how a deactivation or reactivation affects groups, and permissions that name the user; call it after the
 * change. A reactivation is published to everyone. A deactivation only to users who may not know the user; others
 * derive it from the account's event.
 */
export function publishGroupsOfActivity(app: Context, { user }: { user: User }): void {
  const audience = user.is_active ? 'everyone' : unknowing(app, user);
  const op = user.is_active ? 'add_members' : 'remove_members';
  publishMembership(app, op, user, listGroupIdsOf(app, user), audience);
  publishGroupValuesNaming(app, user);
}

type MembershipOp = 'add_members' | 'remove_members';

function publishMembership(
  app: Context,
  op: MembershipOp,
  user: User,
  group_ids: readonly number[],
  audience: Audience,
): void {
  for (const group_id of group_ids) {
    const group = accessGroup(app.db, group_id);
    publishGroupEvent(app, group, { type: 'user_group', op, group_id, user_ids: [user.id] }, audience);
  }
}

function systemGroupIdsOf(app: Context, user: User): number[] {
  return directSystemGroups(app, user).map((name) => systemGroupId(app.db, name));
}

function listGroupIdsOf(app: Context, user: User): number[] {
  const sql = `SELECT group_id FROM group_members JOIN groups ON groups.id = group_id
    WHERE user_id = ? AND name IS NOT NULL ORDER BY 1`;
  return [...systemGroupIdsOf(app, user).reverse(), ...app.db.values<number>(sql, user.id)];
}

function unknowing(app: Context, user: User): Audience {
  const knowing = userAudience(app, user);
  if (knowing === 'everyone') return { user_ids: [] };
  return { user_ids: without(listRecipientIds(app), knowing.user_ids) };
}
