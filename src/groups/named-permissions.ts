import type { Context } from '../context.ts';
import { publish } from '../events/event.ts';
import { presentGroupValue } from '../realm/group.ts';
import { realmPermissionNames } from '../realm/setting-table.ts';
import { realmPermissionGroup } from '../realm/settings.ts';
import type { User } from '../users/user.ts';
import { accessGroup, publishGroupEvent } from './user-group.ts';

/**
 * Publishes the permissions of groups and of the organization that name a user. Deactivation removes the user from
 * their values, reactivation restores the user; call it afterwards.
 */
export function publishGroupValuesNaming(app: Context, user: User): void {
  publishOfGroups(app, user);
  publishOfRealm(app, user);
}

function publishOfGroups(app: Context, user: User): void {
  const rows = app.db.all<{ group_id: number; setting: string; allowed_group_id: number }>(
    `SELECT group_permissions.group_id, setting, allowed_group_id
     FROM group_members JOIN groups ON groups.id = group_members.group_id
       JOIN group_permissions ON allowed_group_id = groups.id
     WHERE user_id = ? AND name IS NULL ORDER BY 1, 2`,
    user.id,
  );
  for (const { group_id, setting, allowed_group_id } of rows) {
    const data = { [setting]: presentGroupValue(app.db, allowed_group_id) };
    const event = { type: 'user_group', op: 'update', group_id, data } as const;
    publishGroupEvent(app, accessGroup(app.db, group_id), event);
  }
}

function publishOfRealm(app: Context, user: User): void {
  const naming = app.db.values<number>(
    'SELECT group_id FROM group_members JOIN groups ON groups.id = group_id WHERE user_id = ? AND name IS NULL',
    user.id,
  );
  for (const name of realmPermissionNames) {
    const group_id = realmPermissionGroup(app.db, name);
    if (!naming.includes(group_id)) continue;
    const data = { [name]: presentGroupValue(app.db, group_id) };
    publish(app, { type: 'realm', op: 'update_dict', property: 'default', data }, 'everyone');
  }
}
