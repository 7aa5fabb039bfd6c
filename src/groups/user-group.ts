import type { Context } from '../context.ts';
import type { Database } from '../db/database.ts';
import {
  type Audience,
  type Event,
  type Profile,
  plainPublication,
  publish,
  publishVariants,
} from '../events/event.ts';
import { findInvalidCharacter, foldName, normalize } from '../ground/text.ts';
import { errorKind } from '../http/errors.ts';
import { isLongerThan } from '../http/params.ts';
import { phrase } from '../http/phrase.ts';
import {
  type GroupValue,
  type GroupValueChange,
  insertMembers,
  insertSubgroup,
  invalidGroup,
  presentGroupValue,
} from '../realm/group.ts';
import { ensureRealmListFits, type RealmList } from '../realm/realm-list.ts';
import type { User } from '../users/user.ts';
import { directMemberLister, listDirectMemberIds, listDirectSubgroupIds } from './membership.ts';
import {
  allowedGroupId,
  type GroupPermission,
  type GroupPermissionValues,
  groupPermissionNames,
  storeInitialPermissions,
  storePermissionChange,
} from './permissions.ts';

/** A named group. */
export interface UserGroup {
  id: number;
  name: string;
  description: string;
  is_system_group: 0 | 1;
  creator_id: number | null;
  created_at: number | null;
  deactivated: 0 | 1;
}

/** In Unicode code points. */
export const groupLimits = { name: 100, description: 1024 };

export const groupDeactivated = errorKind('User group is deactivated.');
const nameEmpty = errorKind("User group name can't be empty!");
const nameTooLong = errorKind(`User group name cannot exceed ${groupLimits.name} characters.`);
const namePrefix = errorKind<{ prefix: string }>("User group name cannot start with '{prefix}'.");
const nameCharacter = errorKind<{ position: number }>('Invalid character in user group name, at position {position}!');
const nameInUse = errorKind<{ name: string }>("User group '{name}' already exists.");
export const groupNameErrors = [nameEmpty, nameTooLong, namePrefix, nameCharacter, nameInUse] as const;

const columns = 'id, name, description, is_system_group, creator_id, created_at, deactivated';

/** The group with this id, deactivated or not. Throws invalidGroup. */
export function accessGroup(db: Database, group_id: number): UserGroup {
  const group = db.get<UserGroup>(`SELECT ${columns} FROM groups WHERE id = ? AND name IS NOT NULL`, group_id);
  if (!group) throw invalidGroup();
  return group;
}

/** All named groups, by id. */
function listGroups(db: Database): readonly UserGroup[] {
  return db.cachedAll<UserGroup>(`SELECT ${columns} FROM groups WHERE name IS NOT NULL ORDER BY id`);
}

/** A group as the API shows it. */
function presentGroup(app: Context, group: UserGroup) {
  return recordOf(group, partsOf(app, group, listDirectMemberIds(app, group.id)));
}

/** What a record contains besides the row. */
interface Parts {
  members: readonly number[];
  subgroups: readonly number[];
  permissions: PresentedPermissions;
}

function partsOf(app: Context, group: UserGroup, members: readonly number[]): Parts {
  return { members, subgroups: listDirectSubgroupIds(app, group.id), permissions: presentPermissions(app.db, group) };
}

function recordOf(group: UserGroup, { members, subgroups, permissions }: Parts) {
  return {
    id: group.id,
    name: group.name,
    description: group.description,
    members,
    direct_subgroup_ids: subgroups,
    creator_id: group.creator_id,
    date_created: group.created_at,
    is_system_group: group.is_system_group === 1,
    deactivated: group.deactivated === 1,
    ...permissions,
  };
}

type PresentedPermissions = Readonly<Record<GroupPermission, GroupValue>>;

function presentPermissions(db: Database, group: UserGroup): PresentedPermissions {
  const values = groupPermissionNames.map((name) => [name, presentGroupValue(db, allowedGroupId(db, group, name))]);
  return Object.fromEntries(values) as PresentedPermissions;
}

/** The groups of the initial state. */
export function presentGroups(app: Context, { include_deactivated_groups }: { include_deactivated_groups: boolean }) {
  const groups = listGroups(app.db).filter((group) => include_deactivated_groups || !group.deactivated);
  const membersOf = directMemberLister(app);
  return groups.map((group) => recordOf(group, partsOf(app, group, membersOf(group.id))));
}

/** Trims and checks a group's name. Throws one of groupNameErrors. */
function checkGroupName(db: Database, name: string, group?: UserGroup): string {
  const trimmed = normalize(name, 'NFC').trim();
  if (trimmed === '') throw nameEmpty();
  if (isLongerThan(trimmed, groupLimits.name)) throw nameTooLong();
  const prefix = reservedPrefixes.find((reserved) => foldName(trimmed).startsWith(reserved));
  if (prefix !== undefined) throw namePrefix({ prefix });
  const position = findInvalidCharacter(trimmed);
  if (position > 0) throw nameCharacter({ position });
  const holder = findGroupId(db, trimmed);
  if (holder !== undefined && holder !== group?.id) throw nameInUse({ name: trimmed });
  return trimmed;
}

const reservedPrefixes = ['@', 'role:', 'user:', 'stream:', 'channel:'];

function findGroupId(db: Database, name: string): number | undefined {
  return db.value<number>('SELECT id FROM groups WHERE name_key = ?', foldName(name));
}

export interface NewGroup {
  name: string;
  description: string;
  members: readonly number[];
  subgroups: readonly number[];
  permissions: GroupPermissionValues;
}

const groups: RealmList = {
  name: phrase('groups'),
  max: 5000,
  count: 'SELECT count(*) FROM groups WHERE name IS NOT NULL',
  size: { maxMib: 4, bytes: 'SELECT sum(octet_length(description)) FROM groups' },
};

/**
 * Creates a group; returns its id. The caller has checked members, subgroups and the creator's permission. Throws one
 * of groupNameErrors, or for permission values that do not exist or are not allowed.
 */
export function doCreateGroup(app: Context, creator: User, values: NewGroup): number {
  const { db } = app;
  const name = checkGroupName(db, values.name);
  const { id } = db.run(
    'INSERT INTO groups (name, name_key, description, creator_id, created_at) VALUES (?, ?, ?, ?, ?)',
    name,
    foldName(name),
    values.description,
    creator.id,
    app.clock.now(),
  );
  ensureRealmListFits(db, groups);
  insertMembers(db, id, values.members);
  for (const subgroup_id of values.subgroups) insertSubgroup(db, id, subgroup_id);
  const group = accessGroup(db, id);
  storeInitialPermissions(db, group, creator, values.permissions);
  publishGroupEvent(app, group, { type: 'user_group', op: 'add', group: presentGroup(app, group) });
  return id;
}

interface GroupChange {
  name: string | undefined;
  description: string | undefined;
  permissions: Partial<Record<GroupPermission, GroupValueChange | undefined>>;
}

/**
 * Updates the given name, description and permissions of a group. Throws one of groupNameErrors, or for permission
 * changes that are outdated, do not exist or are not allowed.
 */
export function doUpdateGroup(app: Context, group: UserGroup, { name, description, permissions }: GroupChange): void {
  const data = {
    ...(name === undefined ? {} : storeName(app.db, group, name)),
    ...(description === undefined ? {} : storeDescription(app.db, group, description)),
    ...storePermissionChanges(app.db, group, permissions),
  };
  if (Object.keys(data).length > 0) publishUpdate(app, group, data);
}

function storeName(db: Database, group: UserGroup, wanted: string): object {
  const name = checkGroupName(db, wanted, group);
  if (name === group.name) return {};
  db.run('UPDATE groups SET name = ?, name_key = ? WHERE id = ?', name, foldName(name), group.id);
  return { name };
}

function storeDescription(db: Database, group: UserGroup, description: string): object {
  if (description === group.description) return {};
  db.run('UPDATE groups SET description = ? WHERE id = ?', description, group.id);
  ensureRealmListFits(db, groups);
  return { description };
}

function storePermissionChanges(db: Database, group: UserGroup, changes: GroupChange['permissions']): object {
  const changed = groupPermissionNames.filter((name) => {
    const change = changes[name];
    return change !== undefined && storePermissionChange(db, group, name, change);
  });
  return Object.fromEntries(changed.map((name) => [name, presentGroupValue(db, allowedGroupId(db, group, name))]));
}

/**
 * Deactivates a group: it can no longer be mentioned or get permissions. The caller has checked that nothing uses it.
 */
export function doDeactivateGroup(app: Context, group: UserGroup): void {
  app.db.run('UPDATE groups SET deactivated = 1 WHERE id = ?', group.id);
  const gone: Event = { type: 'user_group', op: 'remove', group_id: group.id };
  publishActivity(app, group, true, gone);
}

export function doReactivateGroup(app: Context, group: UserGroup): void {
  app.db.run('UPDATE groups SET deactivated = 0 WHERE id = ?', group.id);
  const back: Event = { type: 'user_group', op: 'add', group: presentGroup(app, accessGroup(app.db, group.id)) };
  publishActivity(app, group, false, back);
}

// Clients that do not support deactivated groups receive a removal and an addition instead.
function publishActivity(app: Context, group: UserGroup, deactivated: boolean, older: Event): void {
  const update: Event = { type: 'user_group', op: 'update', group_id: group.id, data: { deactivated } };
  publishVariants(app, { ...plainPublication(update, 'everyone'), accepts: knowsDeactivated });
  publishVariants(app, { ...plainPublication(older, 'everyone'), accepts: (profile) => !knowsDeactivated(profile) });
}

function publishUpdate(app: Context, group: UserGroup, data: object): void {
  publishGroupEvent(app, group, { type: 'user_group', op: 'update', group_id: group.id, data });
}

/** Publishes a group event to the clients that have the group; to everyone, unless an audience is given. */
export function publishGroupEvent(app: Context, group: UserGroup, event: Event, audience: Audience = 'everyone'): void {
  if (!group.deactivated) publish(app, event, audience);
  else publishVariants(app, { ...plainPublication(event, audience), accepts: knowsDeactivated });
}

function knowsDeactivated(profile: Profile): boolean {
  return profile.include_deactivated_groups;
}
