import type { Database } from '../db/database.ts';

/** Personal settings and their defaults. A row of user_settings holds a value that differs. */
export const userSettingDefaults = {
  /** When a topic is followed by itself: 1 on taking part, 2 on sending, 3 on starting it, 4 never. */
  automatically_follow_topics_policy: 3,
  automatically_follow_topics_where_mentioned: true,
  /** When a topic of a muted channel is unmuted by itself, as above. */
  automatically_unmute_topics_in_muted_streams_policy: 2,
  /** Who sees the real address: 1 everyone, 2 members, 3 administrators, 4 nobody, 5 moderators. */
  email_address_visibility: 1,
  /** Whether an administrator may create users. */
  can_create_users: true,
  send_read_receipts: true,
} satisfies Record<string, number | boolean>;

export type UserSettings = typeof userSettingDefaults;
export type UserSetting = keyof UserSettings;

export function findUserSetting<Name extends UserSetting>(
  db: Database,
  user_id: number,
  name: Name,
): UserSettings[Name] {
  const stored = db.value<string>('SELECT value FROM user_settings WHERE user_id = ? AND name = ?', user_id, name);
  return stored === undefined ? userSettingDefaults[name] : (JSON.parse(stored) as UserSettings[Name]);
}
