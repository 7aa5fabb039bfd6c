import type { Database } from '../db/database.ts';
import type { User } from '../users/user.ts';

/** Permissions of administrators on other users' accounts, granted unless they were revoked. */
export const specialPermissions = ['can_create_users', 'can_change_user_emails'] as const;
export type SpecialPermission = (typeof specialPermissions)[number];

export function hasSpecialPermission(db: Database, user_id: number, name: SpecialPermission): boolean {
  return db.value<string>('SELECT value FROM user_settings WHERE user_id = ? AND name = ?', user_id, name) !== 'false';
}

/** Grants a permission to a user, or revokes it. */
export function setSpecialPermission(db: Database, user: User, name: SpecialPermission, isGranted: boolean): void {
  if (isGranted) db.run('DELETE FROM user_settings WHERE user_id = ? AND name = ?', user.id, name);
  else db.run("INSERT OR IGNORE INTO user_settings (user_id, name, value) VALUES (?, ?, 'false')", user.id, name);
}
