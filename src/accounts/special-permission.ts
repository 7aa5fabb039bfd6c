import type { Database } from '../db/database.ts';

/** Permissions of administrators on other users' accounts, granted unless they were revoked. */
export type SpecialPermission = 'can_create_users' | 'can_change_user_emails';

export function hasSpecialPermission(db: Database, user_id: number, name: SpecialPermission): boolean {
  return db.value<string>('SELECT value FROM user_settings WHERE user_id = ? AND name = ?', user_id, name) !== 'false';
}
