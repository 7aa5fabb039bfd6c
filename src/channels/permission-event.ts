import type { Context } from '../context.ts';
import { getChannel } from '../conversations/channel.ts';
import { type ChannelPermission, presentPermission } from '../conversations/channel-permissions.ts';
import type { User } from '../users/user.ts';
import { publishChange } from './channel-event.ts';

/**
 * Publishes the channel permissions that name a user, to all users who see the channel: a deactivated user disappears
 * from them, a reactivated one returns. Call it after the change.
 */
export function publishPermissionsNaming(app: Context, { user }: { user: User }): void {
  const rows = app.db.tuples<[channel_id: number, setting: ChannelPermission]>(
    `SELECT channel_id, setting FROM group_members m JOIN groups ON groups.id = m.group_id AND groups.name IS NULL
       JOIN channel_permissions p ON p.group_id = groups.id
     WHERE m.user_id = ? ORDER BY channel_id, setting`,
    user.id,
  );
  for (const [channel_id, property] of rows) {
    const channel = getChannel(app.db, channel_id);
    publishChange(app, channel, { property, value: presentPermission(app.db, channel_id, property) });
  }
}
