import { type Context, change } from '../context.ts';
import type { Database } from '../db/database.ts';
import { groupName, isSystemGroup, type SystemGroup, systemGroupId, systemGroups } from '../realm/group.ts';
import { findRealmSetting } from '../realm/settings.ts';
import { listUsers, type Role, roles, type User } from '../users/user.ts';

/** A group's members change. */
export const membershipChange = change<{ group_id: number }>('membershipChange');

/** Whether a user belongs to a group, directly or through subgroups. */
export function isInGroup(app: Context, user: User, group_id: number): boolean {
  const own = ownSystemGroup(user, fullMembersSince(app));
  const name = groupName(app.db, group_id);
  // Most permissions belong to a system group, which needs no query.
  if (name !== null && isSystemGroup(name)) return includes(name, own);
  // Memberships change more often than nesting, so the two queries are cached separately.
  const reached = app.db.cachedValues<number>(reachedSql, group_id);
  if (reached.includes(systemGroupId(app.db, own))) return true;
  return app.db.cachedValues<number>(directGroupIdsSql, user.id).some((id) => reached.includes(id));
}

/**
 * Whether a user has a permission granted to a group. Permissions that can never be granted to everyone exclude guests,
 * whatever their groups. `refused` are the groups that cannot get the permission.
 */
export function isAllowed(app: Context, user: User, group_id: number, refused: readonly SystemGroup[]): boolean {
  if (user.role === roles.guest && refused.includes('role:everyone')) return false;
  return isInGroup(app, user, group_id);
}

/** Ids of the active users who belong to a group, directly or through subgroups; ascending. */
export function listGroupUserIds(app: Context, group_id: number): number[] {
  return app.db.values(userIdsSql, group_id, fullMembersSince(app));
}

/** Ids of the active direct members of a group; ascending. */
export function listDirectMemberIds(app: Context, group_id: number): number[] {
  return app.db.values(directMemberIdsSql, group_id, fullMembersSince(app));
}

/** The same as a function for many groups; it reads the users once. */
export function directMemberLister(app: Context): (group_id: number) => readonly number[] {
  const fullSince = fullMembersSince(app);
  return (group_id) => {
    const name = groupName(app.db, group_id) ?? '';
    if (!isSystemGroup(name)) return app.db.cachedValues(addedMemberIdsSql, group_id);
    const { ids, last_joined_at, users } = usersByRole(app.db).get(roleOfGroup[name]) ?? noUsers;
    if (name !== 'role:fullmembers' || last_joined_at <= fullSince) return ids;
    return users.filter(({ joined_at }) => joined_at <= fullSince).map(({ id }) => id);
  };
}

/** The active users of a role, without system bots; ascending by id. */
interface Peers {
  users: readonly User[];
  ids: readonly number[];
  last_joined_at: number;
}

const noUsers: Peers = { users: [], ids: [], last_joined_at: 0 };

function usersByRole(db: Database): ReadonlyMap<Role | undefined, Peers> {
  return db.computed('users by role', () => {
    const present = listUsers(db).filter((user) => user.is_active && !user.is_system_bot);
    const byRole = [...Map.groupBy(present, ({ role }) => role)];
    return new Map(byRole.map(([role, users]) => [role, peersOf(users)]));
  });
}

function peersOf(users: readonly User[]): Peers {
  let last_joined_at = 0;
  for (const { joined_at } of users) last_joined_at = Math.max(last_joined_at, joined_at);
  return { users, ids: users.map(({ id }) => id), last_joined_at };
}

/** Ids of a group's direct and indirect subgroups; ascending. */
export function listReachedGroupIds(app: Context, group_id: number): number[] {
  return app.db.values(`${reachedGroups} SELECT id FROM reached WHERE id <> ?1 ORDER BY id`, group_id);
}

/** Ids of a group's direct subgroups; ascending. */
export function listDirectSubgroupIds(app: Context, group_id: number): readonly number[] {
  return app.db.cachedValues('SELECT subgroup_id FROM group_subgroups WHERE group_id = ? ORDER BY 1', group_id);
}

/**
 * Ids of the groups a user belongs to, directly or through subgroups; includes groups without a name. `without` is a
 * group whose membership does not count.
 */
export function listGroupIdsWith(app: Context, user: User, without = 0): readonly number[] {
  // A full member is also a direct member of the wider group of all members.
  const direct = directSystemGroups(app, user).map((name) => systemGroupId(app.db, name));
  const own = direct.findLast((id) => id !== without) ?? 0;
  return app.db.cachedValues(groupIdsWithSql, user.id, own, without);
}

/** The system groups of which a user is a direct member. */
export function directSystemGroups(app: Context, user: Pick<User, 'role' | 'joined_at'>): SystemGroup[] {
  return directGroupsOf(user, fullMembersSince(app));
}

function directGroupsOf(user: Pick<User, 'role' | 'joined_at'>, fullSince: number): SystemGroup[] {
  const own = ownSystemGroup(user, fullSince);
  return own === 'role:fullmembers' ? ['role:members', own] : [own];
}

/** The narrowest system group of a user; wider ones contain it. */
function ownSystemGroup({ role, joined_at }: Pick<User, 'role' | 'joined_at'>, fullSince: number): SystemGroup {
  if (role !== roles.member) return groupOfRole[role];
  return joined_at <= fullSince ? 'role:fullmembers' : 'role:members';
}

const groupOfRole: Record<Exclude<Role, typeof roles.member>, SystemGroup> = {
  [roles.owner]: 'role:owners',
  [roles.administrator]: 'role:administrators',
  [roles.moderator]: 'role:moderators',
  [roles.guest]: 'role:everyone',
};

/** The role of a system group's direct members. */
const roleOfGroup: Partial<Record<SystemGroup, Role>> = {
  'role:everyone': roles.guest,
  'role:members': roles.member,
  'role:fullmembers': roles.member,
  'role:moderators': roles.moderator,
  'role:administrators': roles.administrator,
  'role:owners': roles.owner,
};

const fromWidest = Object.keys(systemGroups) as SystemGroup[];

function includes(group: SystemGroup, own: SystemGroup): boolean {
  return fromWidest.indexOf(group) <= fromWidest.indexOf(own);
}

/** Members who joined at or before this time (UNIX seconds) are full members. */
function fullMembersSince(app: Context): number {
  return app.clock.now() - findRealmSetting(app.db, 'waiting_period_threshold') * 86_400;
}

// Binds the group's id as ?1.
const reachedGroups = `WITH RECURSIVE reached (id) AS (
  SELECT ?1 UNION SELECT subgroup_id FROM group_subgroups JOIN reached ON group_id = reached.id
)`;

const reachedSql = `${reachedGroups} SELECT id FROM reached`;

const directGroupIdsSql = 'SELECT group_id FROM group_members WHERE user_id = ?';

// Binds the user's id, the id of their narrowest system group, and that of a group that is left out.
const groupIdsWithSql = `
  WITH RECURSIVE containing (id) AS (
    SELECT group_id FROM group_members WHERE user_id = ?1 AND group_id <> ?3 UNION SELECT ?2
    UNION SELECT group_id FROM group_subgroups JOIN containing ON subgroup_id = containing.id WHERE group_id <> ?3
  )
  SELECT id FROM containing`;

// True of the system groups of which a user is a direct member. Full members joined at or before ?2.
const hasRole = `name IN (
  CASE role WHEN 100 THEN 'role:owners' WHEN 200 THEN 'role:administrators' WHEN 300 THEN 'role:moderators'
    WHEN 400 THEN 'role:members' ELSE 'role:everyone' END,
  CASE WHEN role = 400 AND joined_at <= ?2 THEN 'role:fullmembers' END)`;

const activeUser = 'users.is_active = 1 AND users.is_system_bot = 0';

const userIdsSql = `${reachedGroups}
  SELECT users.id FROM reached CROSS JOIN group_members ON group_id = reached.id JOIN users ON users.id = user_id
    WHERE ${activeUser}
  UNION SELECT users.id FROM reached CROSS JOIN groups ON groups.id = reached.id CROSS JOIN users
    WHERE is_system_group = 1 AND ${hasRole} AND ${activeUser}
  ORDER BY 1`;

const addedMemberIdsSql = `
  SELECT users.id FROM group_members JOIN users ON users.id = user_id WHERE group_id = ?1 AND ${activeUser} ORDER BY 1`;

const directMemberIdsSql = `
  SELECT users.id FROM group_members JOIN users ON users.id = user_id WHERE group_id = ?1 AND ${activeUser}
  UNION SELECT users.id FROM groups CROSS JOIN users WHERE groups.id = ?1 AND is_system_group = 1
    AND ${hasRole} AND ${activeUser}
  ORDER BY 1`;
