import { foldName } from '../ground/text.ts';
import { reaches } from '../groups/group-members.ts';
import { groupPermissionNames, storePermissionChange } from '../groups/permissions.ts';
import { insertMembers, insertSubgroup } from '../realm/group.ts';
import type { ArchivedGroup } from './archive.ts';
import { cleanName, freeName, type Job, storeIfAllowed, storing } from './job.ts';
import { canJoinGroup } from './rights-here.ts';
import { groupValueHere } from './store-realm.ts';

/** In Unicode code points. */
const longestName = 100;

/** Stores groups, then their members and subgroups. An existing group with the same name gains members. */
export function storeGroups(job: Job): void {
  const fresh = job.archive.groups.filter((group) => !matchGroup(job, group));
  for (const group of fresh) insertGroup(job, group);
  for (const group of job.archive.groups) storeMembers(job, group);
  for (const group of fresh) storePermissions(job, group);
}

function matchGroup(job: Job, group: ArchivedGroup): boolean {
  const { app, ids, isMerge, tally } = job;
  const { from, id, name, isSystem } = group;
  if (!isSystem && !isMerge) return false;
  const sql = 'SELECT id FROM groups WHERE name_key = ? AND is_system_group = ? AND id <= ?';
  const known = app.db.value<number>(sql, foldName(name), Number(isSystem), ids.groups.lastBefore);
  if (known === undefined) {
    if (isSystem) from.fail(`there is no system group ${name}`);
    return false;
  }
  if (!isSystem && !canJoinGroup(job, group, known)) return false;
  ids.groups.match(from, id, known);
  tally.add(isSystem ? 'system groups' : 'groups');
  return true;
}

function insertGroup(job: Job, group: ArchivedGroup): void {
  const { from, description, deactivated, created_at } = group;
  const id = job.ids.groups.take(from, group.id);
  const isTaken = (name: string) =>
    job.app.db.value<number>('SELECT 1 FROM groups WHERE name_key = ?', foldName(name)) !== undefined;
  const name = freeName(job, 'groups', cleanName(group.name, longestName, `group ${group.id}`), isTaken);
  storing(from, () =>
    job.app.db.run(
      `INSERT INTO groups (id, name, name_key, description, creator_id, created_at, deactivated)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
      id,
      name,
      foldName(name),
      description,
      job.ids.users.maybe(from, group.creator_id),
      created_at,
      Number(deactivated),
    ),
  );
  job.tally.add('groups');
}

function storeMembers({ app: { db }, ids }: Job, { from, id, member_ids, subgroup_ids }: ArchivedGroup): void {
  const own = ids.groups.get(from, id);
  const members = new Set(db.values<number>('SELECT user_id FROM group_members WHERE group_id = ?', own));
  for (const user_id of new Set(member_ids.map((one) => ids.users.get(from, one)))) {
    if (!members.has(user_id)) storing(from, () => insertMembers(db, own, [user_id]));
  }
  const subgroups = new Set(db.values<number>('SELECT subgroup_id FROM group_subgroups WHERE group_id = ?', own));
  for (const subgroup_id of new Set(subgroup_ids.map((one) => ids.groups.get(from, one)))) {
    if (reaches(db, [subgroup_id], own)) from.fail('it is a subgroup of itself, directly or through others');
    if (!subgroups.has(subgroup_id)) storing(from, () => insertSubgroup(db, own, subgroup_id));
  }
}

function storePermissions(job: Job, { from, id, name, permissions }: ArchivedGroup): void {
  const own = { id: job.ids.groups.get(from, id), is_system_group: 0 as const };
  for (const permission of groupPermissionNames) {
    const value = permissions[permission];
    if (value === undefined) continue;
    storeIfAllowed(job, 'permissions', `${permission} of the group ${name}`, () => {
      storePermissionChange(job.app.db, own, permission, { new: groupValueHere(job, from, value), old: undefined });
    });
  }
}
