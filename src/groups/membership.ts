import type { App } from '../app.ts';
import { inJsonList } from '../db/database.ts';
import { findRealmSetting } from '../realm/settings.ts';
import { listUsers, roles, type User } from '../users/user.ts';
import { groupName, type SystemGroup, systemGroups } from './group.ts';

/** Whether a user belongs to a group, directly or through subgroups. */
export function isInGroup(app: App, user: User, group_id: number): boolean {
  const name = groupName(app.db, group_id);
  if (name !== null && name in systemGroups) return isInSystemGroup(app, user, name as SystemGroup);
  const reached = app.db.all<{ id: number; name: string | null; has_user: number }>(
    `${reachedGroups}
     SELECT reached.id, name,
       EXISTS (SELECT 1 FROM group_members WHERE group_id = reached.id AND user_id = ?2) AS has_user
     FROM reached JOIN groups ON groups.id = reached.id`,
    group_id,
    user.id,
  );
  return reached.some(
    (group) => group.has_user === 1 || (group.name !== null && isInSystemGroup(app, user, group.name as SystemGroup)),
  );
}

/** Ids of the active users who belong to a group, directly or through subgroups. */
export function listGroupUserIds(app: App, group_id: number): number[] {
  const groups = app.db.all<{ id: number; name: string | null }>(
    `${reachedGroups} SELECT id, name FROM reached JOIN groups USING (id)`,
    group_id,
  );
  const direct = new Set(
    app.db.values<number>(
      `SELECT user_id FROM group_members WHERE group_id ${inJsonList}`,
      JSON.stringify(groups.map(({ id }) => id)),
    ),
  );
  const system = groups.flatMap(({ name }) => (name !== null && name in systemGroups ? [name as SystemGroup] : []));
  return listUsers(app.db)
    .filter((user) => user.is_active && !user.is_system_bot)
    .filter((user) => direct.has(user.id) || system.some((name) => isInSystemGroup(app, user, name)))
    .map(({ id }) => id);
}

// Binds the group's id as ?1.
const reachedGroups = `WITH RECURSIVE reached (id) AS (
  SELECT ?1 UNION SELECT subgroup_id FROM group_subgroups JOIN reached ON group_id = reached.id
)`;

function isInSystemGroup(app: App, user: User, name: SystemGroup): boolean {
  switch (name) {
    case 'role:internet':
    case 'role:everyone':
      return true;
    case 'role:members':
      return user.role <= roles.member;
    case 'role:fullmembers':
      return user.role <= roles.moderator || (user.role === roles.member && isWaitingOver(app, user));
    case 'role:moderators':
      return user.role <= roles.moderator;
    case 'role:administrators':
      return user.role <= roles.administrator;
    case 'role:owners':
      return user.role === roles.owner;
    default:
      return false;
  }
}

function isWaitingOver(app: App, user: User): boolean {
  const days = findRealmSetting(app.db, 'waiting_period_threshold') as number;
  return user.joined_at + days * 86_400 <= app.clock.now();
}
