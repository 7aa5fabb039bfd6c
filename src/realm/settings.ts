import type { Database } from '../db/database.ts';
import { presentGroupValue, systemGroupId } from './group.ts';
import {
  type RealmPermission,
  type RealmSetting,
  realmPermissionNames,
  realmPermissions,
  realmSettingNames,
  realmSettings,
  type SettingValue,
  type ValueOf,
} from './setting-table.ts';

export type { RealmPermission, RealmSetting, SettingValue } from './setting-table.ts';

export function findRealmSetting<Name extends RealmSetting>(db: Database, name: Name): ValueOf<Name> {
  const stored = findStored(db, name);
  // A stored null is a value: no limit.
  return stored === undefined ? realmSettings[name].fallback : (stored as ValueOf<Name>);
}

/** The id of the group that has an organization-wide permission. */
export function realmPermissionGroup(db: Database, name: RealmPermission): number {
  return (findStored(db, name) as number | undefined) ?? systemGroupId(db, realmPermissions[name].fallback);
}

/** Stores a setting or the group of a permission; the caller checks the value and publishes the change. */
export function setRealmSetting(db: Database, name: RealmSetting | RealmPermission, value: SettingValue): void {
  if (value === usualValue(db, name)) db.run('DELETE FROM realm_settings WHERE name = ?', name);
  else db.run(storeSql, name, JSON.stringify(value));
}

const storeSql =
  'INSERT INTO realm_settings (name, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value';

/** Settings and permissions as `POST /register` shows them, without the prefix `realm_`. */
export function presentRealmSettings(db: Database, isShown: (name: string) => boolean): Record<string, unknown> {
  const settings = realmSettingNames.filter(isShown).map((name) => [name, findRealmSetting(db, name)]);
  const permissions = realmPermissionNames
    .filter(isShown)
    .map((name) => [name, presentGroupValue(db, realmPermissionGroup(db, name))]);
  return Object.fromEntries([...settings, ...permissions]);
}

function usualValue(db: Database, name: RealmSetting | RealmPermission): SettingValue {
  if (name in realmSettings) return realmSettings[name as RealmSetting].fallback;
  return systemGroupId(db, realmPermissions[name as RealmPermission].fallback);
}

function findStored(db: Database, name: string): SettingValue | undefined {
  const stored = db.cachedValue<string>('SELECT value FROM realm_settings WHERE name = ?', name);
  return stored === undefined ? undefined : (JSON.parse(stored) as SettingValue);
}
