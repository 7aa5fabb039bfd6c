import type { Context } from '../context.ts';
import { canSeeChannel, getChannel } from '../conversations/channel.ts';
import { type Database, inJsonList } from '../db/database.ts';
import type { UserGroup } from '../groups/user-group.ts';
import { errorKind } from '../http/errors.ts';
import { realmPermissionNames } from '../realm/setting-table.ts';
import { realmPermissionGroup } from '../realm/settings.ts';
import type { User } from '../users/user.ts';

/** A use that prevents the deactivation of a group. */
type Objection =
  | { type: 'subgroup'; supergroup_ids: number[] }
  /** Omitted if the user may not see the channel. */
  | { type: 'channel'; channel_id?: number; settings: string[] }
  | { type: 'user_group'; group_id: number; settings: string[] }
  | { type: 'realm'; settings: string[] };

export const groupInUse = errorKind<{ objections: readonly object[] }>('Cannot deactivate user group in use.', {
  code: 'CANNOT_DEACTIVATE_GROUP_IN_USE',
  extra: ({ objections }) => ({ objections }),
});

/**
 * Throws groupInUse, with the list of uses that the user may see, if a group is a subgroup of another one or holds a
 * permission, alone or together with others. Permissions of the group on itself and uses by deactivated groups do not
 * count.
 */
export function ensureUnused(app: Context, user: User, group: UserGroup): void {
  const values = listValuesWith(app.db, group);
  const objections = [
    ...supergroupObjections(app.db, group),
    ...channelObjections(app, user, values),
    ...groupObjections(app.db, group, values),
    ...realmObjections(app.db, values),
  ];
  if (objections.length > 0) throw groupInUse({ objections });
}

/** Ids of the groups that represent a group in settings: itself, and the anonymous groups that contain it. */
function listValuesWith(db: Database, group: UserGroup): number[] {
  const sql = `SELECT group_id FROM group_subgroups JOIN groups ON groups.id = group_id
    WHERE subgroup_id = ? AND name IS NULL`;
  return [group.id, ...db.values<number>(sql, group.id)];
}

function supergroupObjections(db: Database, group: UserGroup): Objection[] {
  const sql = `SELECT group_id FROM group_subgroups JOIN groups ON groups.id = group_id
    WHERE subgroup_id = ? AND name IS NOT NULL AND deactivated = 0 ORDER BY 1`;
  const supergroup_ids = db.values<number>(sql, group.id);
  return supergroup_ids.length === 0 ? [] : [{ type: 'subgroup', supergroup_ids }];
}

interface Use {
  id: number;
  setting: string;
}

function channelObjections(app: Context, user: User, values: readonly number[]): Objection[] {
  const sql = `SELECT channel_id AS id, setting FROM channel_permissions WHERE group_id ${inJsonList} ORDER BY 1, 2`;
  return byHolder(app.db.all<Use>(sql, JSON.stringify(values))).map(({ id, settings }) => {
    const isSeen = canSeeChannel(app, user, getChannel(app.db, id));
    return { type: 'channel', ...(isSeen ? { channel_id: id } : {}), settings };
  });
}

function groupObjections(db: Database, group: UserGroup, values: readonly number[]): Objection[] {
  const sql = `SELECT group_id AS id, setting FROM group_permissions JOIN groups ON groups.id = group_id
    WHERE allowed_group_id ${inJsonList} AND group_id <> ? AND deactivated = 0 ORDER BY 1, 2`;
  const uses = byHolder(db.all<Use>(sql, JSON.stringify(values), group.id));
  return uses.map(({ id, settings }) => ({ type: 'user_group', group_id: id, settings }));
}

function realmObjections(db: Database, values: readonly number[]): Objection[] {
  const settings = realmPermissionNames.filter((name) => values.includes(realmPermissionGroup(db, name)));
  return settings.length === 0 ? [] : [{ type: 'realm', settings }];
}

function byHolder(uses: readonly Use[]): { id: number; settings: string[] }[] {
  const settings = Map.groupBy(uses, ({ id }) => id);
  return [...settings].map(([id, found]) => ({ id, settings: found.map(({ setting }) => setting) }));
}
