import { isDeepStrictEqual } from 'node:util';
import { type Database, inJsonList } from '../db/database.ts';
import { integerOr } from '../http/combined-kinds.ts';
import { errorKind } from '../http/errors.ts';
import { integer, isPlainObject, type Kind, list, object, optional, required } from '../http/params.ts';

/** The system groups, from the widest to the narrowest; each contains the next. */
export const systemGroups = {
  'role:internet': 'Everyone on the Internet',
  'role:everyone': 'Everyone in this organization, guests included',
  'role:members': 'Everyone in this organization except guests',
  'role:fullmembers': 'Members whose waiting period is over',
  'role:moderators': 'Moderators, administrators and owners',
  'role:administrators': 'Administrators and owners',
  'role:owners': 'Owners',
  'role:nobody': 'Nobody',
} as const;
export type SystemGroup = keyof typeof systemGroups;

/** Whether this is the name of a system group, which names of properties such as `toString` are not. */
export function isSystemGroup(name: string): name is SystemGroup {
  return Object.hasOwn(systemGroups, name);
}

const systemGroupTitles: Record<SystemGroup, string> = {
  'role:internet': 'Everyone on the internet',
  'role:everyone': 'Everyone',
  'role:members': 'Members',
  'role:fullmembers': 'Full members',
  'role:moderators': 'Moderators',
  'role:administrators': 'Administrators',
  'role:owners': 'Owners',
  'role:nobody': 'Nobody',
};

/** Display name of a group. */
export function groupTitle(name: string): string {
  return isSystemGroup(name) ? systemGroupTitles[name] : name;
}

/** The value of a group setting: a group's id, or an anonymous set of users and groups for this setting only. */
export type GroupValue = number | { direct_members: number[]; direct_subgroups: number[] };

export const invalidGroup = errorKind('Invalid user group');
export const invalidSubgroup = errorKind<{ id: number }>('Invalid user group ID: {id}');
/** Errors of a value that does not name existing groups. */
export const groupValueErrors = [invalidGroup, invalidSubgroup] as const;
export const invalidGroupMember = errorKind<{ id: number }>('Invalid user ID: {id}');
export const groupNotAllowed = errorKind<{ setting: string; group: string }>(
  "'{setting}' setting cannot be set to '{group}' group.",
);

export const groupValueOutdated = errorKind("'old' value does not match the expected value.", {
  code: 'EXPECTATION_MISMATCH',
});

export function groupValue(): Kind<GroupValue> {
  const members = object({
    direct_members: required(list(integer()), 'Ids of users.'),
    direct_subgroups: required(list(integer()), 'Ids of groups.'),
  });
  return integerOr(members, isPlainObject);
}

/** A change of a group setting: the new value and, if the client sends it, the expected old value. */
export interface GroupValueChange {
  new: GroupValue;
  old: GroupValue | undefined;
}

export function groupValueChange(): Kind<GroupValueChange> {
  return object({
    new: required(groupValue(), 'The new value.'),
    old: optional(groupValue(), 'The value it replaces.'),
  });
}

/** Throws groupValueOutdated if a change expects an old value and the setting has another one. */
export function ensureExpectedValue(db: Database, group_id: number, { old }: GroupValueChange): void {
  if (old !== undefined && !hasGroupValue(db, group_id, old)) throw groupValueOutdated();
}

/** Whether a setting with the group `group_id` already has this value. */
export function hasGroupValue(db: Database, group_id: number, value: GroupValue): boolean {
  return isDeepStrictEqual(normalized(db, value), presentGroupValue(db, group_id));
}

type Members = Record<'direct_members' | 'direct_subgroups', readonly number[]>;

function normalized(db: Database, value: number | Members): GroupValue {
  if (typeof value === 'number') return value;
  const ascending = (ids: readonly number[]) => [...new Set(ids)].sort((a, b) => a - b);
  const direct_members = ascending(value.direct_members);
  const direct_subgroups = ascending(value.direct_subgroups);
  const [only] = direct_subgroups;
  // A set of a single group equals that group.
  if (only !== undefined && direct_subgroups.length === 1 && direct_members.length === 0) return only;
  if (only === undefined && direct_members.length === 0) return systemGroupId(db, 'role:nobody');
  return { direct_members, direct_subgroups };
}

/** Creates the system groups, each with the next narrower one as its subgroup; once, in an empty organization. */
export function insertSystemGroups(db: Database): void {
  let wider: number | undefined;
  for (const [name, description] of Object.entries(systemGroups)) {
    const { id } = db.run(
      'INSERT INTO groups (name, name_key, description, is_system_group) VALUES (?1, ?1, ?2, 1)',
      name,
      description,
    );
    if (wider !== undefined && name !== 'role:nobody') {
      insertSubgroup(db, wider, id);
    }
    wider = id;
  }
}

export function systemGroupId(db: Database, name: SystemGroup): number {
  const id = db.cachedValue<number>('SELECT id FROM groups WHERE name = ?', name);
  if (id === undefined) throw new Error(`the database lacks the group ${name}`);
  return id;
}

/**
 * The group id for a setting's new value; a set of users and groups becomes an anonymous group. Throws
 * groupValueErrors, invalidGroupMember or groupNotAllowed.
 */
export function resolveGroupValue(
  db: Database,
  setting: string,
  value: GroupValue,
  refused: readonly SystemGroup[],
): number {
  const wanted = normalized(db, value);
  if (typeof wanted !== 'number') return insertAnonymousGroup(db, wanted.direct_members, wanted.direct_subgroups);
  if (!isUsable(db, wanted)) throw invalidGroup();
  const name = groupName(db, wanted);
  const group = refused.find((one) => one === name);
  if (group) throw groupNotAllowed({ setting, group });
  return wanted;
}

/**
 * Creates an anonymous group. Throws invalidGroupMember for an unknown or deactivated user, invalidSubgroup for an
 * unknown or deactivated group.
 */
export function insertAnonymousGroup(db: Database, direct_members: number[], direct_subgroups: number[]): number {
  const { id } = db.run('INSERT INTO groups (name) VALUES (NULL)');
  insertMembers(db, id, accessMemberIds(db, direct_members));
  for (const subgroup_id of new Set(direct_subgroups)) {
    if (!isUsable(db, subgroup_id)) throw invalidSubgroup({ id: subgroup_id });
    insertSubgroup(db, id, subgroup_id);
  }
  return id;
}

export function insertMembers(db: Database, group_id: number, user_ids: readonly number[]): void {
  const sql = 'INSERT INTO group_members (group_id, user_id) SELECT ?, value FROM json_each(?)';
  db.run(sql, group_id, JSON.stringify(user_ids));
}

export function insertSubgroup(db: Database, group_id: number, subgroup_id: number): void {
  db.run('INSERT INTO group_subgroups (group_id, subgroup_id) VALUES (?, ?)', group_id, subgroup_id);
}

/**
 * Deletes a setting's previous group if it is anonymous, since an anonymous group belongs to one setting. Call it after
 * every change of a group setting of a channel, a group or the organization.
 */
export function deleteReplacedGroup(db: Database, group_id: number): void {
  if (groupName(db, group_id) !== null) return;
  db.run('DELETE FROM group_members WHERE group_id = ?', group_id);
  db.run('DELETE FROM group_subgroups WHERE group_id = ?', group_id);
  db.run('DELETE FROM groups WHERE id = ?', group_id);
}

/** The distinct ids. Throws invalidGroupMember unless all of these users can be members of a group. */
export function accessMemberIds(db: Database, user_ids: readonly number[]): number[] {
  const wanted = [...new Set(user_ids)];
  const known = new Set(db.values<number>(memberIdsSql, JSON.stringify(wanted)));
  const unknown = wanted.find((id) => !known.has(id));
  if (unknown !== undefined) throw invalidGroupMember({ id: unknown });
  return wanted;
}

const memberIdsSql = `SELECT id FROM users WHERE is_active = 1 AND is_system_bot = 0 AND id ${inJsonList}`;

/** Whether a group can get permissions. */
function isUsable(db: Database, group_id: number): boolean {
  const name = db.value<string | null>('SELECT name FROM groups WHERE id = ? AND deactivated = 0', group_id);
  return typeof name === 'string';
}

/** The tables on which presentGroupValue depends. */
export const groupValueTables = 'groups group_members group_subgroups users';

/**
 * A setting's group as the API shows it: the id of a named group, or the active users and the groups of an anonymous
 * one.
 */
export function presentGroupValue(db: Database, group_id: number): GroupValue {
  if (groupName(db, group_id) !== null) return group_id;
  return normalized(db, {
    direct_members: db.cachedValues<number>(
      `SELECT user_id FROM group_members JOIN users ON users.id = user_id
       WHERE group_id = ? AND is_active = 1 ORDER BY 1`,
      group_id,
    ),
    direct_subgroups: db.cachedValues<number>(
      'SELECT subgroup_id FROM group_subgroups WHERE group_id = ? ORDER BY 1',
      group_id,
    ),
  });
}

/** The name of a group; null if it is anonymous or does not exist. */
export function groupName(db: Database, group_id: number): string | null {
  return db.cachedValue<string | null>('SELECT name FROM groups WHERE id = ?', group_id) ?? null;
}
