import { resolveGroupValue } from '../realm/group.ts';
import {
  permissionRules,
  type RealmSetting,
  realmPermissionNames,
  realmSettings,
  type SettingValue,
} from '../realm/setting-table.ts';
import { setRealmSetting } from '../realm/settings.ts';
import { userSettings } from '../users/setting-table.ts';
import { newUserSettingNames, storeNewUserSetting } from '../users/settings.ts';
import type { ArchivedGroupValue, ArchivedRealm } from './archive.ts';
import { type Job, storeEach, storeIfAllowed, storing } from './job.ts';
import { storePicture } from './store-pictures.ts';
import type { Source } from './unusable-archive.ts';

/** Stores name, description and settings of an organization that was empty. */
export function storeRealm(job: Job, realm: ArchivedRealm): void {
  const { db } = job.app;
  const { name, description, created_at } = realm;
  const sql = `UPDATE realm SET name = coalesce(nullif(?, ''), name), description = ?,
    created_at = coalesce(nullif(?, 0), created_at)`;
  db.run(sql, name.trim(), description, created_at);
  for (const [setting, value] of Object.entries(realm.settings)) storeSetting(job, setting as RealmSetting, value);
  for (const [setting, id] of Object.entries(realm.channels)) {
    const channel_id = job.ids.channels.maybe(realm.from, id);
    if (channel_id !== null) setRealmSetting(db, setting as RealmSetting, channel_id);
  }
  storePermissions(job, realm);
  storeEach(job, 'domains', realm.domains, ({ domain, allow_subdomains }) => {
    const sql = 'INSERT INTO realm_domains (domain, allow_subdomains) VALUES (?, ?)';
    storing(realm.from, () => db.run(sql, domain.toLowerCase(), Number(allow_subdomains)));
    job.tally.add('domains');
  });
  storeNewcomerSettings(job, realm);
  storeImages(job, realm);
}

function storeSetting(job: Job, name: RealmSetting, value: unknown): void {
  storeIfAllowed(job, 'settings of the organization', `${name}: ${JSON.stringify(value)}`, () => {
    const read: SettingValue = realmSettings[name].kind.read(value, name);
    setRealmSetting(job.app.db, name, read);
  });
}

function storePermissions(job: Job, { from, permissions }: ArchivedRealm): void {
  for (const name of realmPermissionNames) {
    const value = permissions[name];
    if (value === undefined) continue;
    storeIfAllowed(job, 'permissions', name, () => {
      const { refused } = permissionRules(name);
      setRealmSetting(job.app.db, name, resolveGroupValue(job.app.db, name, groupValueHere(job, from, value), refused));
    });
  }
}

/** A permission with ids of this database, without deactivated users. */
export function groupValueHere({ app, ids }: Job, from: Source, value: ArchivedGroupValue): ArchivedGroupValue {
  if (typeof value === 'number') return ids.groups.get(from, value);
  const isMember = (id: number) =>
    app.db.value<number>('SELECT 1 FROM users WHERE id = ? AND is_active = 1 AND is_system_bot = 0', id) !== undefined;
  return {
    direct_members: ids.users.list(from, value.direct_members).filter(isMember),
    direct_subgroups: ids.groups.list(from, value.direct_subgroups),
  };
}

function storeNewcomerSettings(job: Job, { newcomerSettings }: ArchivedRealm): void {
  for (const name of newUserSettingNames) {
    const value = newcomerSettings[name];
    if (value === undefined) continue;
    storeIfAllowed(job, 'default settings of new users', `${name}: ${JSON.stringify(value)}`, () => {
      storeNewUserSetting(job.app.db, name, userSettings[name].kind.read(value, name));
    });
  }
}

function storeImages(job: Job, { images }: ArchivedRealm): void {
  for (const [purpose, path] of Object.entries(images)) {
    const image_id = storePicture(job, 'pictures of the organization', [path]);
    const sql = 'INSERT OR REPLACE INTO realm_images (purpose, image_id, version) VALUES (?, ?, 2)';
    if (image_id !== undefined) job.app.db.run(sql, purpose, image_id);
  }
}
