import { announce, announcement, type Context } from '../context.ts';
import type { Database } from '../db/database.ts';
import { publish } from '../events/event.ts';
import type { User } from '../users/user.ts';

export const userMuted = announcement<{ user: User; muted: User }>('userMuted');

/** Mutes another user. Returns whether they were not muted before. */
export function doMuteUser(app: Context, user: User, muted: User): boolean {
  const sql = 'INSERT OR IGNORE INTO muted_users (user_id, muted_user_id, muted_at) VALUES (?, ?, ?)';
  if (app.db.run(sql, user.id, muted.id, app.clock.now()).changes === 0) return false;
  publishMutedUsers(app, user);
  announce(app, userMuted, { user, muted });
  return true;
}

/** Unmutes another user. Returns whether they were muted. */
export function doUnmuteUser(app: Context, user: User, muted_user_id: number): boolean {
  const sql = 'DELETE FROM muted_users WHERE user_id = ? AND muted_user_id = ?';
  if (app.db.run(sql, user.id, muted_user_id).changes === 0) return false;
  publishMutedUsers(app, user);
  return true;
}

/** The users muted by a user, as the API shows them; earliest first. */
export function presentMutedUsers(db: Database, user: User): readonly { id: number; timestamp: number }[] {
  return db.cachedAll(
    `SELECT muted_user_id AS id, muted_at AS timestamp FROM muted_users WHERE user_id = ?
     ORDER BY muted_at, muted_user_id`,
    user.id,
  );
}

/** Ids of the users who muted a user. */
export function listMuterIds(db: Database, user: User): readonly number[] {
  return db.cachedValues('SELECT user_id FROM muted_users WHERE muted_user_id = ?', user.id);
}

function publishMutedUsers(app: Context, user: User): void {
  publish(app, { type: 'muted_users', muted_users: presentMutedUsers(app.db, user) }, { user_ids: [user.id] });
}
