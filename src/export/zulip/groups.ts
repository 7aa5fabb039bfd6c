import { groupPermissionNames, groupPermissions, systemGroupFallback } from '../../groups/permissions.ts';
import { systemGroupId } from '../../realm/group.ts';
import { findRealmSetting } from '../../realm/settings.ts';
import { roles } from '../../users/user.ts';
import { rowsOf } from '../rows.ts';
import { inRealm, isTrue, type Job, numbered, realm_id } from './job.ts';

type Records = Iterable<object>;

/** All groups, including anonymous ones, each of which is the value of one permission. */
export function listGroups({ db }: Job): Records {
  return inRealm(rowsOf<object>(db, `SELECT id FROM groups ORDER BY id`));
}

interface GroupRow {
  id: number;
  name: string;
  description: string;
  is_system_group: number;
  creator_id: number | null;
  created_at: number | null;
  deactivated: number;
}

export function* listNamedGroups(job: Job): Records {
  for (const row of rowsOf<GroupRow>(job.db, 'SELECT * FROM groups WHERE name IS NOT NULL ORDER BY id')) {
    yield {
      id: row.id,
      usergroup_ptr: row.id,
      name: row.name,
      description: row.description,
      date_created: row.created_at,
      creator: row.creator_id,
      is_system_group: isTrue(row.is_system_group),
      ...permissionsOf(job, row),
      realm_for_sharding: realm_id,
      deactivated: isTrue(row.deactivated),
    };
  }
}

function permissionsOf({ db }: Job, { id, is_system_group }: GroupRow): object {
  const stored = new Map(
    db.tuples<[string, number]>('SELECT setting, allowed_group_id FROM group_permissions WHERE group_id = ?', id),
  );
  const usual = (name: (typeof groupPermissionNames)[number]) =>
    systemGroupId(db, is_system_group === 1 ? systemGroupFallback : groupPermissions[name].fallback);
  return Object.fromEntries(groupPermissionNames.map((name) => [name, stored.get(name) ?? usual(name)]));
}

/** Members of groups. In this format, members of system groups have rows too; here they follow from roles. */
export function* listMembers(job: Job): Records {
  yield* numbered(membersOf(job));
}

function* membersOf({ db, now }: Job): Generator<{ user_group: number; user_profile: number }> {
  const fullSince = now - findRealmSetting(db, 'waiting_period_threshold') * 86_400;
  const users = rowsOf<{ id: number; role: number; joined_at: number }>(
    db,
    'SELECT id, role, joined_at FROM users WHERE is_system_bot = 0 ORDER BY id',
  );
  for (const { id, role, joined_at } of users) {
    const name = groupsOfRoles.get(role);
    if (name !== undefined) yield { user_group: systemGroupId(db, name), user_profile: id };
    if (role === roles.member && joined_at <= fullSince) {
      yield { user_group: systemGroupId(db, 'role:fullmembers'), user_profile: id };
    }
  }
  yield* rowsOf<{ user_group: number; user_profile: number }>(
    db,
    'SELECT group_id AS user_group, user_id AS user_profile FROM group_members ORDER BY group_id, user_id',
  );
}

const groupsOfRoles = new Map<number, Parameters<typeof systemGroupId>[1]>([
  [roles.owner, 'role:owners'],
  [roles.administrator, 'role:administrators'],
  [roles.moderator, 'role:moderators'],
  [roles.member, 'role:members'],
  [roles.guest, 'role:everyone'],
]);

export function listSubgroups({ db }: Job): Records {
  const sql =
    'SELECT group_id AS supergroup, subgroup_id AS subgroup FROM group_subgroups ORDER BY group_id, subgroup_id';
  return numbered(rowsOf<object>(db, sql));
}
