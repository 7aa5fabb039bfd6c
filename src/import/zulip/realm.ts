import { type ImagePurpose, imagePurposes } from '../../organization/realm-image.ts';
import { type RealmSetting, realmPermissionNames, realmSettingNames } from '../../realm/setting-table.ts';
import { settingNames } from '../../users/setting-table.ts';
import type { ArchivedRealm } from '../archive.ts';
import type { ArchiveFolder } from '../archive-folder.ts';
import type { Fields } from '../fields.ts';
import type { GroupReader } from './groups.ts';
import type { ZulipExport } from './zulip-export.ts';

/** Settings with channels as values, by the column of the id. */
const channelSettings = {
  new_stream_announcements_stream: 'new_stream_announcements_stream_id',
  signup_announcements_stream: 'signup_announcements_stream_id',
  zulip_update_announcements_stream: 'zulip_update_announcements_stream_id',
  moderation_request_channel: 'moderation_request_channel_id',
} as const satisfies Record<string, RealmSetting>;

/** The API's word for null, by setting. */
const meaningsOfNull: Partial<Record<RealmSetting, string>> = {
  jitsi_server_url: 'default',
  message_content_delete_limit_seconds: 'unlimited',
  message_content_edit_limit_seconds: 'unlimited',
  move_messages_between_streams_limit_seconds: 'unlimited',
  move_messages_within_stream_limit_seconds: 'unlimited',
};

const historyPolicies: Readonly<Record<number, string>> = { 1: 'all', 2: 'moves', 3: 'none' };
const topicsPolicies: Readonly<Record<number, string>> = { 2: 'allow_empty_topic', 3: 'disable_empty_topic' };

/** Undefined if the archive lacks it. */
export function readRealm(source: ZulipExport, groups: GroupReader): ArchivedRealm | undefined {
  const [record, ...others] = source.realm.records('zerver_realm', { noun: 'organizations' });
  if (!record) source.faults.leave('organizations', 'realm.json: zerver_realm has no record.');
  for (const other of others) source.faults.leave('organizations', `${other.place.text()}: it is not the first one.`);
  return record && readRecord(source, groups, record);
}

function readRecord(source: ZulipExport, groups: GroupReader, record: Fields): ArchivedRealm {
  return {
    from: record,
    uuid: record.maybeText('uuid') || undefined,
    name: record.or('', () => record.text('name')),
    description: record.text('description', ''),
    created_at: record.or(0, () => record.time('date_created')),
    settings: readSettings(record),
    channels: readChannelSettings(record),
    permissions: groups.readPermissions(record, realmPermissionNames),
    domains: readDomains(source),
    newcomerSettings: readNewcomerSettings(source),
    images: findImages(source.folder),
  };
}

function readSettings(record: Fields): Record<string, unknown> {
  const plain = realmSettingNames
    .filter((name) => record.raw(name) !== undefined && !Object.values<string>(channelSettings).includes(name))
    .map((name) => [name, record.raw(name) ?? meaningsOfNull[name] ?? null]);
  return { ...Object.fromEntries(plain), ...readRenamed(record) };
}

/** Settings with other names or values there. */
function readRenamed(record: Fields): Record<string, unknown> {
  const history = historyPolicies[record.whole('message_edit_history_visibility_policy', 0)];
  const topics = topicsPolicies[record.whole('topics_policy', 0)];
  const mandatory = record.raw('mandatory_topics') === true ? 'disable_empty_topic' : 'allow_empty_topic';
  return {
    topics_policy: topics ?? mandatory,
    ...(history === undefined ? {} : { message_edit_history_visibility_policy: history }),
    ...(record.has('giphy_rating') ? { gif_rating_policy: record.raw('giphy_rating') } : {}),
    ...(record.raw('message_retention_days') === -1 ? { message_retention_days: 'unlimited' } : {}),
  };
}

function readChannelSettings(record: Fields): Record<string, number> {
  const set = Object.entries(channelSettings).flatMap(([column, name]) => {
    const id = record.maybeId(column);
    return id === null ? [] : [[name, id] as const];
  });
  return Object.fromEntries(set);
}

function readDomains({ realm }: ZulipExport): ArchivedRealm['domains'] {
  return [
    ...realm.each('zerver_realmdomain', { noun: 'domains' }, (record) => ({
      domain: record.text('domain'),
      allow_subdomains: record.bool('allow_subdomains', false),
    })),
  ];
}

function readNewcomerSettings({ realm }: ZulipExport): Record<string, unknown> {
  const [record] = realm.records('zerver_realmuserdefault');
  return record ? readUserSettings(record) : {};
}

/** The personal settings of a record, which have the same names as chatd's. */
export function readUserSettings(record: Fields): Record<string, unknown> {
  const known = settingNames.filter((name) => record.raw(name) !== undefined);
  const settings = Object.fromEntries(known.map((name) => [name, record.raw(name)]));
  // The default sound there does not exist here and is replaced by the default here.
  if (settings.notification_sound === 'zulip') delete settings.notification_sound;
  return settings;
}

/** Images of the organization. Each exists as uploaded, and in a smaller size. */
function findImages(folder: ArchiveFolder): Partial<Record<ImagePurpose, string>> {
  const found = imagePurposes.flatMap((purpose) => {
    const [path] = folder.list(new RegExp(`^realm_icons/(?:[^/]+/)*${purpose}\\.(?:original|png)$`));
    return path === undefined ? [] : [[purpose, path]];
  });
  return Object.fromEntries(found);
}
