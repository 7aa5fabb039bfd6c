import { type Database, inJsonList } from '../db/database.ts';
import {
  ownSettingNames,
  settingNames,
  type UserSetting,
  type UserSettings,
  userSettingDefaults,
} from './setting-table.ts';

export { userSettingDefaults } from './setting-table.ts';

export function findUserSetting<Name extends UserSetting>(
  db: Database,
  user_id: number,
  name: Name,
): UserSettings[Name] {
  const stored = db.cachedValue<string>(
    'SELECT value FROM user_settings WHERE user_id = ? AND name = ?',
    user_id,
    name,
  );
  return stored === undefined ? userSettingDefaults[name] : (JSON.parse(stored) as UserSettings[Name]);
}

/** Returns a function that returns a setting of each of these users. */
export function userSettingFinder<Name extends UserSetting>(
  db: Database,
  user_ids: readonly number[],
  name: Name,
): (user_id: number) => UserSettings[Name] {
  const sql = `SELECT user_id, value FROM user_settings WHERE user_id ${inJsonList} AND name = ?`;
  const stored = new Map(db.tuples<[user_id: number, value: string]>(sql, JSON.stringify(user_ids), name));
  return (user_id) => {
    const value = stored.get(user_id);
    return value === undefined ? userSettingDefaults[name] : (JSON.parse(value) as UserSettings[Name]);
  };
}

/** The users among `user_ids` who have a setting switched on. */
export function listEnabling(db: Database, user_ids: readonly number[], name: UserSetting): readonly number[] {
  if (user_ids.length === 0) return [];
  const fallback = JSON.stringify(userSettingDefaults[name]);
  return db.values<number>(enablingSql, JSON.stringify(user_ids), name, fallback);
}

const enablingSql = `SELECT u.value FROM json_each(?) u
  LEFT JOIN user_settings s ON s.user_id = u.value AND s.name = ? WHERE coalesce(s.value, ?) = 'true'`;

export function findUserSettings(db: Database, user_id: number): UserSettings {
  const rows = db.cachedAll<Row>('SELECT name, value FROM user_settings WHERE user_id = ?', user_id);
  return withDefaults(userSettingDefaults, rows);
}

/** Stores a setting; the caller checks the value and publishes the change. */
export function storeUserSetting<Name extends UserSetting>(
  db: Database,
  user_id: number,
  name: Name,
  value: UserSettings[Name],
): void {
  if (value === userSettingDefaults[name]) {
    db.run('DELETE FROM user_settings WHERE user_id = ? AND name = ?', user_id, name);
    return;
  }
  const sql =
    'INSERT INTO user_settings (user_id, name, value) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET value = excluded.value';
  db.run(sql, user_id, name, JSON.stringify(value));
}

/** Settings with an organization-wide default for new users. */
export const newUserSettingNames = settingNames.filter((name) => !ownSettingNames.includes(name));
const newUserDefaults: Partial<UserSettings> = Object.fromEntries(
  newUserSettingNames.map((name) => [name, userSettingDefaults[name]]),
);

/** The organization's defaults for new users. */
export function findNewUserSettings(db: Database): Partial<UserSettings> {
  return withDefaults(newUserDefaults, db.all('SELECT name, value FROM new_user_settings'));
}

/** Stores a default for new users; the caller checks the value and publishes the change. */
export function storeNewUserSetting(db: Database, name: UserSetting, value: UserSettings[UserSetting]): void {
  if (value === userSettingDefaults[name]) db.run('DELETE FROM new_user_settings WHERE name = ?', name);
  else db.run(newUserSettingSql, name, JSON.stringify(value));
}

const newUserSettingSql =
  'INSERT INTO new_user_settings (name, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value';

/** Copies the organization's defaults to a new user. */
export function storeNewcomerSettings(db: Database, user_id: number, default_language: string): void {
  db.run('INSERT INTO user_settings (user_id, name, value) SELECT ?, name, value FROM new_user_settings', user_id);
  storeUserSetting(db, user_id, 'default_language', default_language);
}

interface Row {
  name: string;
  value: string;
}

function withDefaults<Settings extends Partial<UserSettings>>(defaults: Settings, rows: readonly Row[]): Settings {
  const known = rows.filter(({ name }) => Object.hasOwn(defaults, name));
  return { ...defaults, ...Object.fromEntries(known.map(({ name, value }) => [name, JSON.parse(value)])) };
}
