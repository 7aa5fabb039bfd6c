import type { Database } from '../db/database.ts';
import { realmPermissionNames } from '../realm/setting-table.ts';
import { realmPermissionGroup } from '../realm/settings.ts';
import { type Role, roles } from '../users/user.ts';
import type { ArchivedGroup, ArchivedUser } from './archive.ts';
import type { Job } from './job.ts';

// An archive grants no rights in an existing organization.

/** The role of a new user. */
export function roleHere({ isMerge, tally }: Job, { role, email }: ArchivedUser): Role {
  if (!isMerge || role >= roles.member) return role;
  tally.change('users', 'an import with --merge grants no roles: they are members', email);
  return roles.member;
}

/**
 * Of the channels here by their ids in the archive, those that are open to all members, or where everyone who is
 * subscribed in the archive is subscribed here.
 */
export function joinableChannels(
  { app, archive, ids }: Job,
  channels: ReadonlyMap<number, number>,
): ReadonlyMap<number, number> {
  const joinable = new Map(channels);
  const subscribers = new Map<number, ReadonlySet<number>>();
  for (const [id, channel_id] of channels)
    if (isPrivate(app.db, channel_id)) subscribers.set(id, subscribersOf(app.db, channel_id));
  if (subscribers.size === 0) return joinable;
  for (const { channel_id, user_id, is_active } of archive.subscriptions()) {
    if (is_active && subscribers.get(channel_id)?.has(ids.users.find(user_id) ?? 0) === false)
      joinable.delete(channel_id);
  }
  return joinable;
}

export function isPrivate(db: Database, channel_id: number): boolean {
  return db.value<number>('SELECT invite_only FROM channels WHERE id = ?', channel_id) === 1;
}

function subscribersOf(db: Database, channel_id: number): ReadonlySet<number> {
  return new Set(
    db.values<number>('SELECT user_id FROM subscriptions WHERE channel_id = ? AND is_active = 1', channel_id),
  );
}

/** Whether everyone in a group of the archive is in the group here, or the group here has no permissions. */
export function canJoinGroup({ app, ids }: Job, group: ArchivedGroup, group_id: number): boolean {
  if (!hasPermissions(app.db, group_id)) return true;
  const sql = 'SELECT user_id FROM group_members WHERE group_id = ?';
  const present = new Set(app.db.values<number>(sql, group_id));
  return group.subgroup_ids.length === 0 && group.member_ids.every((id) => present.has(ids.users.find(id) ?? 0));
}

/** Whether a group, or one that contains it, has permissions of the organization, of channels or of other groups. */
function hasPermissions(db: Database, group_id: number): boolean {
  const containing = db.values<number>(containingSql, group_id);
  return (
    db.value<number>(grantedSql, JSON.stringify(containing), group_id) !== undefined ||
    realmPermissionNames.some((name) => containing.includes(realmPermissionGroup(db, name)))
  );
}

const containingSql = `WITH RECURSIVE containing (id) AS (
    SELECT ? UNION SELECT group_id FROM group_subgroups JOIN containing ON subgroup_id = containing.id
  ) SELECT id FROM containing`;

// Permissions of a group on itself do not count.
const grantedSql = `SELECT 1 FROM json_each(?1) AS containing
  WHERE EXISTS (SELECT 1 FROM channel_permissions p WHERE p.group_id = containing.value)
    OR EXISTS (SELECT 1 FROM group_permissions p WHERE p.allowed_group_id = containing.value AND p.group_id <> ?2)
  LIMIT 1`;
