import type { Database } from '../db/database.ts';

/** Personal settings and their defaults. A row of user_settings holds a value that differs. */
export const userSettingDefaults = {
  /** Who sees the real address: 1 everyone, 2 members, 3 administrators, 4 nobody, 5 moderators. */
  email_address_visibility: 1,
  /** Whether an administrator may create users: 1 or 0. */
  can_create_users: 1,
} as const satisfies Record<string, number>;

export type UserSetting = keyof typeof userSettingDefaults;

export function findUserSetting(db: Database, user_id: number, name: UserSetting): number {
  const stored = db.value<string>('SELECT value FROM user_settings WHERE user_id = ? AND name = ?', user_id, name);
  return stored === undefined ? userSettingDefaults[name] : (JSON.parse(stored) as number);
}
