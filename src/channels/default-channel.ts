import type { Context } from '../context.ts';
import type { Channel } from '../conversations/channel.ts';
import type { Database } from '../db/database.ts';
import { publish } from '../events/event.ts';
import { isLimitedToChannels } from '../users/bot-scope.ts';
import { type Role, roles, type User } from '../users/user.ts';

/** Ids of the channels that new users are subscribed to. Guests see none, nor do bots with a scope of channels. */
export function presentDefaultChannels(db: Database, user: User): readonly number[] {
  return user.role === roles.guest || isLimitedToChannels(db, user) ? [] : listDefaultChannelIds(db);
}

/** Adds a channel to the default channels or removes it. The caller has checked the permission. */
export function doSetDefault(app: Context, channel: Channel, is_default: boolean): void {
  if (is_default === (channel.is_default === 1)) return;
  app.db.run('UPDATE channels SET is_default = ? WHERE id = ?', Number(is_default), channel.id);
  publishDefaults(app);
}

/** Publishes the default channels to everyone but guests. */
export function publishDefaults(app: Context): void {
  const sql = `SELECT id FROM users WHERE is_active = 1 AND is_system_bot = 0 AND role <= ?
    AND id NOT IN (SELECT user_id FROM bot_scopes WHERE channel_ids IS NOT NULL)`;
  publish(
    app,
    { type: 'default_streams', default_streams: listDefaultChannelIds(app.db) },
    { user_ids: app.db.values<number>(sql, roles.member) },
  );
}

/** Publishes the default channels to a user whose role changed, if that changes the list they see. */
export function publishDefaultsOfRole(app: Context, { user: before, role }: { user: User; role: Role }): void {
  if ((role === roles.guest) === (before.role === roles.guest)) return;
  const user = { ...before, role };
  const default_streams = presentDefaultChannels(app.db, user);
  publish(app, { type: 'default_streams', default_streams }, { user_ids: [user.id] });
}

function listDefaultChannelIds(db: Database): readonly number[] {
  return db.cachedValues('SELECT id FROM channels WHERE is_default = 1 AND is_archived = 0 ORDER BY id');
}
