import type { Database } from '../db/database.ts';

/** What an administrator may do with other people's accounts unless it was taken from them. */
export type SpecialPermission = 'can_create_users' | 'can_change_user_emails';

export function hasSpecialPermission(db: Database, user_id: number, name: SpecialPermission): boolean {
  return db.value<string>('SELECT value FROM user_settings WHERE user_id = ? AND name = ?', user_id, name) !== 'false';
}
