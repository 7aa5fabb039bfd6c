import { isDeepStrictEqual } from 'node:util';
import { type Database, inJsonList } from '../db/database.ts';
import { errorKind } from '../http/errors.ts';
import { anyOf, integer, type Kind, list, object, optional, required } from '../http/params.ts';

/** The groups every organization has, from the widest to the narrowest; each contains those after it. */
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

/** Who may do something: a group's id, or a set of users and groups made for this one setting. */
export type GroupValue = number | { direct_members: number[]; direct_subgroups: number[] };

export const invalidUserGroup = errorKind<{ id: number }>('Invalid user group ID: {id}');
export const invalidGroupMember = errorKind<{ id: number }>('Invalid user ID: {id}');
export const groupNotAllowed = errorKind<{ setting: string; group: string }>(
  "'{setting}' setting cannot be set to '{group}' group.",
);

export const groupValueOutdated = errorKind("'old' value does not match the expected value.", {
  code: 'EXPECTATION_MISMATCH',
});

/** Reads a group-setting value. */
export function groupValue(): Kind<GroupValue> {
  const members = object({
    direct_members: required(list(integer()), 'Ids of users.'),
    direct_subgroups: required(list(integer()), 'Ids of groups.'),
  });
  return anyOf(integer(), members);
}

/** A change of a group setting: its new value and, when the client says so, the one it is to replace. */
export interface GroupValueChange {
  new: GroupValue;
  old: GroupValue | undefined;
}

/** Reads a change of a group setting. */
export function groupValueChange(): Kind<GroupValueChange> {
  return object({
    new: required(groupValue(), 'The new value.'),
    old: optional(groupValue(), 'The value it replaces.'),
  });
}

/** Throws groupValueOutdated unless a setting has the value that a change expects, if it expects one. */
export function ensureExpectedValue(db: Database, group_id: number, { old }: GroupValueChange): void {
  if (old === undefined || isDeepStrictEqual(normalized(old), presentGroupValue(db, group_id))) return;
  throw groupValueOutdated();
}

function normalized(value: GroupValue): GroupValue {
  if (typeof value === 'number') return value;
  const ascending = (ids: number[]) => [...new Set(ids)].sort((a, b) => a - b);
  return {
    direct_members: ascending(value.direct_members),
    direct_subgroups: ascending(value.direct_subgroups),
  };
}

/** Makes the system groups, each with the next narrower one as its subgroup; once, in an empty organization. */
export function doCreateSystemGroups(db: Database): void {
  let wider: number | undefined;
  for (const [name, description] of Object.entries(systemGroups)) {
    const { id } = db.run(
      'INSERT INTO groups (name, description, is_system_group) VALUES (?, ?, 1)',
      name,
      description,
    );
    if (wider !== undefined && name !== 'role:nobody') {
      db.run('INSERT INTO group_subgroups (group_id, subgroup_id) VALUES (?, ?)', wider, id);
    }
    wider = id;
  }
}

export function systemGroupId(db: Database, name: SystemGroup): number {
  const id = db.value<number>('SELECT id FROM groups WHERE name = ?', name);
  if (id === undefined) throw new Error(`the database lacks the group ${name}`);
  return id;
}

/** The group a setting's new value means; a set of users and groups becomes a group without a name. */
export function doResolveGroupValue(
  db: Database,
  setting: string,
  value: GroupValue,
  refused: readonly SystemGroup[],
): number {
  if (typeof value === 'number') {
    const name = groupName(db, value);
    if (name === null || isDeactivated(db, value)) throw invalidUserGroup({ id: value });
    if (refused.some((group) => group === name)) throw groupNotAllowed({ setting, group: name });
    return value;
  }
  const { direct_members, direct_subgroups } = value;
  const [only] = direct_subgroups;
  // A set that is just one group is that group.
  if (only !== undefined && direct_members.length === 0 && direct_subgroups.length === 1) {
    return doResolveGroupValue(db, setting, only, refused);
  }
  return doCreateAnonymousGroup(db, direct_members, direct_subgroups);
}

/** Makes a group without a name. Throws invalidGroupMember or invalidUserGroup for an id that does not exist. */
export function doCreateAnonymousGroup(db: Database, direct_members: number[], direct_subgroups: number[]): number {
  const members = [...new Set(direct_members)];
  const known = new Set(db.values<number>(`SELECT id FROM users WHERE id ${inJsonList}`, JSON.stringify(members)));
  const { id } = db.run('INSERT INTO groups (name) VALUES (NULL)');
  for (const member of members) {
    if (!known.has(member)) throw invalidGroupMember({ id: member });
    db.run('INSERT INTO group_members (group_id, user_id) VALUES (?, ?)', id, member);
  }
  for (const subgroup of new Set(direct_subgroups)) {
    if (groupName(db, subgroup) === null) throw invalidUserGroup({ id: subgroup });
    db.run('INSERT INTO group_subgroups (group_id, subgroup_id) VALUES (?, ?)', id, subgroup);
  }
  return id;
}

/** A setting's group as the API shows it: the id of a named group, or the users and groups of one without a name. */
export function presentGroupValue(db: Database, group_id: number): GroupValue {
  if (groupName(db, group_id) !== null) return group_id;
  return {
    direct_members: db.values('SELECT user_id FROM group_members WHERE group_id = ? ORDER BY 1', group_id),
    direct_subgroups: db.values('SELECT subgroup_id FROM group_subgroups WHERE group_id = ? ORDER BY 1', group_id),
  };
}

/** The name of a group; null when it has none or does not exist. */
export function groupName(db: Database, group_id: number): string | null {
  return db.value<string | null>('SELECT name FROM groups WHERE id = ?', group_id) ?? null;
}

function isDeactivated(db: Database, group_id: number): boolean {
  return db.value<number>('SELECT deactivated FROM groups WHERE id = ?', group_id) === 1;
}
