import { checkFullName, nameErrors } from '../accounts/full-name.ts';
import { isReservedName } from '../accounts/reserved-name.ts';
import { setSpecialPermission } from '../accounts/special-permission.ts';
import { ApiError, isKind } from '../http/errors.ts';
import { interfaces, noSettings, storeBotSettings } from '../users/bot.ts';
import { timezone } from '../users/setting-kinds.ts';
import { settingNames, userSettings } from '../users/setting-table.ts';
import { storeUserSetting } from '../users/settings.ts';
import { findUserByEmail, getSystemBot, getUser } from '../users/user.ts';
import { AddressBook, addressHere } from './accounts.ts';
import type { ArchivedUser } from './archive.ts';
import { type Job, reasonOf, storeNumbered, storing } from './job.ts';
import { cameBefore } from './origins.ts';
import { roleHere } from './rights-here.ts';
import { storePicture } from './store-pictures.ts';

/** Stores people and bots. Users with an existing address are matched to that account, which is not changed. */
export function storeUsers(job: Job): void {
  const addresses = new AddressBook();
  const store = (user: ArchivedUser) => {
    if (user.system) job.ids.users.match(user.from, user.id, getSystemBot(job.app.db, user.system).id);
    else storeUser(job, user, addresses);
  };
  storeNumbered(job, { noun: 'users', ids: job.ids.users }, { items: job.archive.users, store });
  for (const user of job.archive.users) storeOwner(job, user);
}

function storeUser(job: Job, user: ArchivedUser, addresses: AddressBook): void {
  const old = job.origins.find('user', user.key);
  if (old !== undefined) {
    job.ids.users.match(user.from, user.id, old);
    job.oldUserIds.add(old);
    job.tally.leave('users', cameBefore, user.full_name);
    return;
  }
  const { email, problem } = addressHere(addresses, user, job.format);
  if (problem !== undefined) job.tally.change('users', problem, user.full_name || user.id);
  const known = findUserByEmail(job.app.db, email);
  if (!known) {
    insertUser(job, user, email);
    return;
  }
  job.ids.users.match(user.from, user.id, known.id);
  job.origins.note('user', user.key, known.id);
  job.tally.change('users', 'they exist already, and stay unchanged', email);
  job.tally.add('users');
}

function insertUser(job: Job, user: ArchivedUser, email: string): void {
  const id = job.ids.users.take(user.from, user.id);
  const { is_active, bot_type, joined_at } = user;
  const avatar_image_id = user.avatars.length > 0 ? (storePicture(job, 'avatars', user.avatars) ?? null) : null;
  storing(user.from, () =>
    job.app.db.run(
      `INSERT INTO users (id, email, email_key, full_name, role, is_active, bot_type, timezone, joined_at,
         avatar_image_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      id,
      email,
      email.toLowerCase(),
      nameOf(job, user),
      roleHere(job, user),
      Number(is_active),
      bot_type,
      timezoneOf(user.timezone),
      joined_at,
      avatar_image_id,
    ),
  );
  job.newUserIds.add(id);
  job.origins.note('user', user.key, id);
  storeSettings(job, id, user);
  for (const name of user.revoked) setSpecialPermission(job.app.db, getUser(job.app.db, id), name, false);
  job.tally.add(bot_type === null ? 'users' : 'bots');
}

// An unknown time zone counts as unset.
function timezoneOf(name: string): string {
  try {
    return timezone().read(name, 'timezone');
  } catch (error) {
    if (error instanceof ApiError) return '';
    throw error;
  }
}

/** In Unicode code points. */
const longestName = 100;

/** The name without characters that would break mentions. */
function nameOf({ tally }: Job, { full_name, id }: ArchivedUser): string {
  if (isReservedName(full_name)) {
    tally.change('users', 'their names are reserved for the bots of the server', `${full_name}: User ${id}`);
    return `User ${id}`;
  }
  const name =
    tryName(full_name) ?? tryName(full_name.replace(/[*`\\><"@\p{C}\p{Zl}\p{Zp}]|\|\d+$/gu, ' ')) ?? `User ${id}`;
  const isLong = [...full_name.trim()].length > longestName;
  const reason = isLong ? `their names are longer than ${longestName} characters` : 'their names cannot be mentioned';
  if (name !== full_name.trim().normalize('NFC')) tally.change('users', reason, `${full_name}: ${name}`);
  return name;
}

function tryName(text: string): string | undefined {
  try {
    return checkFullName([...text.replace(/\s+/g, ' ').trim()].slice(0, longestName).join(''));
  } catch (error) {
    if (nameErrors.some((kind) => isKind(error, kind))) return undefined;
    throw error;
  }
}

// An unknown value of another server counts as unset.
function storeSettings({ app, tally }: Job, id: number, { settings }: ArchivedUser): void {
  for (const name of settingNames) {
    const value = settings[name];
    if (value === undefined) continue;
    try {
      storeUserSetting(app.db, id, name, userSettings[name].kind.read(value, name));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      tally.leave('settings of people', reasonOf(error), `${name}: ${JSON.stringify(value)}`);
    }
  }
}

function storeOwner({ app, ids, newUserIds }: Job, { from, id, bot_owner_id }: ArchivedUser): void {
  const own = ids.users.find(id);
  if (bot_owner_id === null || own === undefined || !newUserIds.has(own)) return;
  app.db.run('UPDATE users SET bot_owner_id = ? WHERE id = ?', ids.users.maybe(from, bot_owner_id), own);
}

/** Stores the settings of bots, after the channels that they refer to. */
export function storeBots({ app, archive, ids, newUserIds }: Job): void {
  for (const { from, id, bot } of archive.users) {
    const own = ids.users.find(id);
    if (!bot || own === undefined || !newUserIds.has(own)) continue;
    storeBotSettings(app.db, own, {
      ...noSettings,
      default_sending_channel_id: ids.channels.maybe(from, bot.default_sending_channel_id),
      default_events_channel_id: ids.channels.maybe(from, bot.default_events_channel_id),
      default_all_public_streams: bot.default_all_public_streams ? 1 : 0,
      payload_url: bot.payload_url,
      service_interface:
        bot.payload_url === null
          ? null
          : bot.service_interface === interfaces.slack
            ? interfaces.slack
            : interfaces.generic,
      service_token: bot.service_token,
    });
  }
}
