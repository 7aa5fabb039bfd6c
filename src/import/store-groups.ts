import { foldName } from '../ground/text.ts';
import { reaches } from '../groups/group-members.ts';
import { groupPermissionNames, storePermissionChange } from '../groups/permissions.ts';
import { insertMembers, insertSubgroup } from '../realm/group.ts';
import type { ArchivedGroup } from './archive.ts';
import { cleanName, freeName, type Job, storeEach, storeIfAllowed, storeNumbered, storing } from './job.ts';
import { cameBefore } from './origins.ts';
import { canJoinGroup } from './rights-here.ts';
import { groupValueHere } from './store-realm.ts';

/** In Unicode code points. */
const longestName = 100;

/** Stores groups, then their members and subgroups. An existing group with the same name gains members. */
export function storeGroups(job: Job): void {
  const fresh = new Set<ArchivedGroup>();
  const store = (group: ArchivedGroup) => {
    if (matchGroup(job, group)) return;
    insertGroup(job, group);
    fresh.add(group);
  };
  storeNumbered(job, { noun: 'groups', ids: job.ids.groups }, { items: job.archive.groups, store });
  const stored = job.archive.groups.filter(({ id }) => job.ids.groups.find(id) !== undefined);
  for (const group of stored) storeMembers(job, group);
  for (const group of fresh) storePermissions(job, group);
}

function matchGroup(job: Job, group: ArchivedGroup): boolean {
  const { app, ids, isMerge, origins, tally } = job;
  const { from, id, key, name, isSystem } = group;
  const old = origins.find('group', key);
  if (old !== undefined) {
    ids.groups.match(from, id, old);
    tally.leave('groups', cameBefore, name);
    return true;
  }
  if (!isSystem && !isMerge) return false;
  const sql = 'SELECT id FROM groups WHERE name_key = ? AND is_system_group = ? AND id <= ?';
  const known = app.db.value<number>(sql, foldName(name), Number(isSystem), ids.groups.lastBefore);
  if (known === undefined) {
    if (isSystem) from.fail(`there is no system group ${name}`);
    return false;
  }
  if (!isSystem && !canJoinGroup(job, group, known)) return false;
  ids.groups.match(from, id, known);
  if (!isSystem) origins.note('group', key, known);
  tally.add(isSystem ? 'system groups' : 'groups');
  return true;
}

function insertGroup(job: Job, group: ArchivedGroup): void {
  const { from, description, deactivated, created_at } = group;
  const id = job.ids.groups.take(from, group.id);
  job.origins.note('group', group.key, id);
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

function storeMembers(job: Job, { from, id, member_ids, subgroup_ids }: ArchivedGroup): void {
  const { ids, origins } = job;
  const { db } = job.app;
  const own = ids.groups.get(from, id);
  const members = new Set(db.values<number>('SELECT user_id FROM group_members WHERE group_id = ?', own));
  for (const user_id of new Set(ids.users.list(from, member_ids))) {
    if (origins.has('member', `${own} ${user_id}`)) continue;
    origins.note('member', `${own} ${user_id}`);
    if (!members.has(user_id)) storing(from, () => insertMembers(db, own, [user_id]));
  }
  const subgroups = new Set(db.values<number>('SELECT subgroup_id FROM group_subgroups WHERE group_id = ?', own));
  storeEach(job, 'subgroups', new Set(ids.groups.list(from, subgroup_ids)), (subgroup_id) => {
    if (reaches(db, [subgroup_id], own)) from.fail('it is a subgroup of itself, directly or through others');
    if (origins.has('subgroup', `${own} ${subgroup_id}`)) return;
    origins.note('subgroup', `${own} ${subgroup_id}`);
    if (!subgroups.has(subgroup_id)) storing(from, () => insertSubgroup(db, own, subgroup_id));
  });
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
