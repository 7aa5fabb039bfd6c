import { type SpecialPermission, specialPermissions } from '../../accounts/special-permission.ts';
import { type Role, roles } from '../../users/user.ts';
import type { ArchivedBot, ArchivedUser } from '../archive.ts';
import type { Fields } from '../fields.ts';
import { readUserSettings } from './realm.ts';
import { distinctIds, readListFile, type ZulipExport } from './zulip-export.ts';

export function readUsers(source: ZulipExport): ArchivedUser[] {
  const services = readServices(source);
  const pictures = readAvatars(source);
  const idOf = distinctIds('user');
  const read = (record: Fields) => {
    const id = idOf(record);
    return readUser(record, id, { service: services.get(id), avatars: pictures.get(id) ?? [] });
  };
  const { realm } = source;
  const options = { noun: 'users' };
  return [
    ...realm.each('zerver_userprofile', options, read),
    ...realm.each('zerver_userprofile_mirrordummy', options, (one) => ({ ...read(one), is_active: false })),
    ...realm.each('zerver_userprofile_crossrealm', options, (one) => readSystemBot(one, idOf(one))),
  ];
}

/** A service of an outgoing webhook. */
type Service = Pick<ArchivedBot, 'payload_url' | 'service_interface' | 'service_token'>;

interface Parts {
  service: Service | undefined;
  avatars: readonly string[];
}

function readUser(record: Fields, id: number, { service, avatars }: Parts): ArchivedUser {
  const bot_type = readBotType(record);
  return {
    from: record,
    id,
    key: String(id),
    email: record.text('delivery_email', record.has('delivery_email') ? '' : record.text('email', '')),
    full_name: record.or('', () => record.text('full_name')),
    role: readRole(record),
    is_active: record.or(false, () => record.bool('is_active')) && !record.bool('is_mirror_dummy', false),
    bot_type,
    bot_owner_id: record.maybeId('bot_owner'),
    system: undefined,
    timezone: record.text('timezone', ''),
    joined_at: record.or(0, () => record.time('date_joined')),
    settings: bot_type === null ? readUserSettings(record) : {},
    revoked: readRevoked(record),
    bot: bot_type === null ? undefined : readBot(record, service),
    avatars: record.raw('avatar_source') === 'U' ? avatars : [],
    away_since_id: record.bool('long_term_idle', false) ? record.maybeId('last_active_message_id') : null,
  };
}

/** The type of a bot; null for a person. */
function readBotType(record: Fields): number | null {
  if (!record.bool('is_bot', record.has('bot_type'))) return null;
  const type = record.whole('bot_type', 1);
  if (type >= 1 && type <= 4) return type;
  record.mended(`"bot_type" is ${type}, which is no kind of bot`);
  return 1;
}

/** There, nobody has such a permission by default; here, all administrators do. */
function readRevoked(record: Fields): SpecialPermission[] {
  const isAdministrator = readRole(record) <= roles.administrator;
  return isAdministrator ? specialPermissions.filter((name) => record.raw(name) === false) : [];
}

/** A user of an unknown role is a guest, who has the fewest rights. */
function readRole(record: Fields): Role {
  return record.or<Role>(roles.guest, () => {
    if (!record.has('role') && record.has('is_realm_admin')) return readOldRole(record);
    const role = record.whole('role');
    return Object.values(roles).find((known) => known === role) ?? record.fail(`"role" is ${role}, which is no role`);
  });
}

/** Before 2.1, the role was in two fields, and administrators had the most rights. */
function readOldRole({ strict }: Fields): Role {
  if (strict.bool('is_realm_admin')) return roles.administrator;
  return strict.bool('is_guest', false) ? roles.guest : roles.member;
}

function readBot(record: Fields, service: Service | undefined): ArchivedBot {
  return {
    default_sending_channel_id: record.maybeId('default_sending_stream'),
    default_events_channel_id: record.maybeId('default_events_register_stream'),
    default_all_public_streams: record.bool('default_all_public_streams', false),
    ...(service ?? { payload_url: null, service_interface: null, service_token: null }),
  };
}

function readServices({ realm }: ZulipExport): Map<number, Service> {
  const services = realm.each('zerver_service', { noun: 'services of bots' }, (record): [number, Service] => [
    record.id('user_profile'),
    {
      payload_url: record.text('base_url'),
      service_interface: record.raw('interface') === 2 ? 2 : 1,
      service_token: record.text('token'),
    },
  ]);
  return new Map(services);
}

/** A bot of the server, outside all organizations. */
function readSystemBot(record: Fields, id: number): ArchivedUser {
  const email = record.text('email');
  return {
    from: record,
    id,
    key: String(id),
    email,
    full_name: '',
    role: roles.member,
    is_active: true,
    bot_type: 1,
    bot_owner_id: null,
    system: email.startsWith('welcome-bot@') ? 'welcome' : 'notification',
    timezone: '',
    joined_at: 0,
    settings: {},
    revoked: [],
    bot: undefined,
    avatars: [],
    away_since_id: null,
  };
}

/** Paths of each user's avatars, the uploaded one before smaller ones. */
function readAvatars(source: ZulipExport): Map<number, string[]> {
  const paths = readListFile(source, 'avatars/records.json', (record): [number, string] => {
    return [record.id('user_profile_id'), record.text('path')];
  });
  const byUser = Map.groupBy(paths, ([user_id]) => user_id);
  return new Map(
    [...byUser].map(([user_id, all]) => [
      user_id,
      all.map(([, path]) => `avatars/${path}`).sort((a, b) => rank(a) - rank(b)),
    ]),
  );
}

function rank(path: string): number {
  if (path.endsWith('.original')) return 0;
  return path.endsWith('-medium.png') ? 1 : 2;
}
