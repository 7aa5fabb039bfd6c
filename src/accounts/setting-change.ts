import { announce, announcement, type Context } from '../context.ts';
import type { Database } from '../db/database.ts';
import { publish } from '../events/event.ts';
import { languageName } from '../realm/setting-kinds.ts';
import { findRealmSetting } from '../realm/settings.ts';
import { userAudience } from '../users/access.ts';
import { emojisets, notificationSounds } from '../users/setting-kinds.ts';
import { settingNames, type UserSetting, type UserSettings, userSettingDefaults } from '../users/setting-table.ts';
import {
  findNewUserSettings,
  findUserSetting,
  findUserSettings,
  storeNewUserSetting,
  storeUserSetting,
} from '../users/settings.ts';
import { apiEmail, getUser, isEmailOpen, listEmailAudience, type User } from '../users/user.ts';
import { publishAvatar } from './avatar.ts';
import { publishExportConsent } from './export-consent.ts';
import { doShowPresence } from './presence.ts';
import { publishAway } from './status.ts';

/** A user turned off the synchronization of drafts. */
export const draftSynchronizationEnded = announcement<{ user: User }>('draftSynchronizationEnded');

/** New values of settings; undefined ones stay unchanged. */
export type SettingChanges = { [Name in UserSetting]?: UserSettings[Name] | undefined };

/** Changes personal settings of a user, and publishes them to the user's clients and other affected users. */
export function doChangeUserSettings(app: Context, user: User, changes: SettingChanges): void {
  for (const name of settingNames) {
    const value = changes[name];
    if (value !== undefined) doChangeUserSetting(app, user, name, value);
  }
}

/** The same for one setting. An equal value changes nothing. */
export function doChangeUserSetting<Name extends UserSetting>(
  app: Context,
  user: User,
  name: Name,
  value: UserSettings[Name],
): void {
  if (findUserSetting(app.db, user.id, name) === value) return;
  const seeing = name === 'email_address_visibility' ? findSeeing(app, user) : undefined;
  storeUserSetting(app.db, user.id, name, value);
  publishUserSetting(app, user, name, value);
  if (seeing) publishVisibility(app, user, seeing);
  if (name === 'enable_drafts_synchronization' && value === false) announce(app, draftSynchronizationEnded, { user });
  if (name === 'allow_private_data_export') publishExportConsent(app, user, value === true);
  if (name !== 'presence_enabled') return;
  publishAway(app, user, !value);
  doShowPresence(app, user, value === true);
}

/** Changes the organization's defaults for new users. */
export function doChangeNewUserSettings(app: Context, changes: SettingChanges): void {
  const present = findNewUserSettings(app.db);
  for (const property of settingNames) {
    const value = changes[property];
    if (value === undefined || value === present[property]) continue;
    storeNewUserSetting(app.db, property, value);
    publish(app, { type: 'realm_user_settings_defaults', op: 'update', property, value }, 'everyone');
  }
}

/** Changes a user's time zone, which is visible to others. */
export function doChangeTimezone(app: Context, user: User, timezone: string): void {
  if (timezone === user.timezone) return;
  app.db.run('UPDATE users SET timezone = ? WHERE id = ?', timezone, user.id);
  publishUserSetting(app, user, 'timezone', timezone);
  const person = { user_id: user.id, email: apiEmail(app, user), timezone };
  publish(app, { type: 'realm_user', op: 'update', person }, userAudience(app, user));
}

/** A user's settings as `POST /register` shows them. */
export function presentUserSettings(db: Database, user: User): object {
  return { ...findUserSettings(db, user.id), timezone: user.timezone, ...choices };
}

/** The defaults for new users as `POST /register` shows them. */
export function presentNewUserSettings(db: Database): object {
  return {
    ...userSettingDefaults,
    ...findNewUserSettings(db),
    default_language: findRealmSetting(db, 'default_language'),
    ...choices,
  };
}

const choices = { available_notification_sounds: notificationSounds, emojiset_choices: emojisets };

function publishUserSetting(app: Context, user: User, property: string, value: string | number | boolean): void {
  const language_name = property === 'default_language' ? { language_name: languageName(String(value)) } : {};
  publish(app, { type: 'user_settings', op: 'update', property, value, ...language_name }, { user_ids: [user.id] });
}

/** The users who may see a user's real address. */
interface Seeing {
  isOpen: boolean;
  user_ids: number[];
}

function findSeeing(app: Context, user: User): Seeing {
  return { isOpen: isEmailOpen(app.db, user), user_ids: listEmailAudience(app, user) };
}

// Publishes the address to users who may now see it, its removal to users who no longer may, and a changed API address
// to everyone.
function publishVisibility(app: Context, user: User, before: Seeing): void {
  const now = findSeeing(app, user);
  const lost = knowing(app, user, without(before.user_ids, now.user_ids));
  publishDeliveryEmail(app, user, user.email, knowing(app, user, without(now.user_ids, before.user_ids)));
  publishDeliveryEmail(app, user, null, lost);
  if (now.isOpen !== before.isOpen) {
    const person = { user_id: user.id, new_email: apiEmail(app, user) };
    publish(app, { type: 'realm_user', op: 'update', person }, userAudience(app, user));
  }
  // These clients can no longer compute the avatar from the address.
  if (lost.length > 0) publishAvatar(app, getUser(app.db, user.id), { user_ids: lost });
}

function publishDeliveryEmail(app: Context, user: User, delivery_email: string | null, user_ids: number[]): void {
  if (user_ids.length === 0) return;
  publish(app, { type: 'realm_user', op: 'update', person: { user_id: user.id, delivery_email } }, { user_ids });
}

function knowing(app: Context, user: User, ids: number[]): number[] {
  const audience = userAudience(app, user);
  if (audience === 'everyone') return ids;
  const known = new Set(audience.user_ids);
  return ids.filter((id) => known.has(id));
}

function without(all: readonly number[], some: readonly number[]): number[] {
  const out = new Set(some);
  return all.filter((id) => !out.has(id));
}
