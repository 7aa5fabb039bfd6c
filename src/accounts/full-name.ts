import { announce, type Context } from '../context.ts';
import type { Database } from '../db/database.ts';
import { publish } from '../events/event.ts';
import { foldName, normalize } from '../ground/text.ts';
import { errorKind } from '../http/errors.ts';
import { isLongerThan } from '../http/params.ts';
import { findRealmSetting } from '../realm/settings.ts';
import { userAudience } from '../users/access.ts';
import { isBot, type User } from '../users/user.ts';
import { identityChanged } from './identity.ts';
import { isReservedName } from './reserved-name.ts';

export const nameTooLong = errorKind('Name too long!');
export const nameTooShort = errorKind('Name too short!');
export const nameCharacters = errorKind('Invalid characters in name!');
export const nameFormat = errorKind('Invalid format!');
export const nameReserved = errorKind('This name is reserved for the bots of the server.');
export const nameNotUnique = errorKind('Unique names required in this organization.');
export const botNameInUse = errorKind('Name is already in use.');
export const nameErrors = [nameTooLong, nameTooShort, nameCharacters, nameFormat, nameReserved, nameNotUnique] as const;

/** In Unicode code points. */
const maxFullNameLength = 100;

/** Trims and checks the name of a person or bot. Throws one of nameErrors except nameNotUnique. */
export function checkFullName(name: string): string {
  const trimmed = normalize(name, 'NFC').trim();
  if (!isLongerThan(trimmed, 1)) throw nameTooShort();
  if (isLongerThan(trimmed, maxFullNameLength)) throw nameTooLong();
  // The first characters delimit mentions. Two invisible characters, the joiners, are allowed because some languages
  // need them.
  if (/[*`\\><"@\p{Zl}\p{Zp}]|(?![\u200c\u200d])\p{C}/u.test(trimmed)) throw nameCharacters();
  // A mention of this name would be read as one of the user with that id.
  if (/\|\d+$/.test(trimmed)) throw nameFormat();
  if (isReservedName(trimmed)) throw nameReserved();
  return trimmed;
}

/** Throws nameNotUnique if names must be unique and another user has this one. */
export function ensureNameUnique(db: Database, full_name: string, user_id?: number): void {
  if (findRealmSetting(db, 'require_unique_names') !== true) return;
  if (isNameTaken(db.tuples('SELECT id, full_name FROM users'), full_name, user_id)) throw nameNotUnique();
}

/** Whether another active user has this name, which a bot therefore cannot have. */
export function isBotNameTaken(db: Database, full_name: string, user_id?: number): boolean {
  return isNameTaken(db.tuples('SELECT id, full_name FROM users WHERE is_active = 1'), full_name, user_id);
}

/** Renames a user. A blank or unchanged name changes nothing. Throws one of nameErrors, and botNameInUse for a bot. */
export function doChangeFullName(app: Context, user: User, name: string): void {
  if (name.trim() === '') return;
  const full_name = checkFullName(name);
  if (full_name === user.full_name) return;
  ensureNameUnique(app.db, full_name, user.id);
  if (isBot(user) && isBotNameTaken(app.db, full_name, user.id)) throw botNameInUse();
  doRename(app, user, full_name);
}

/** Gives a user a name that was checked. */
export function doRename(app: Context, user: User, full_name: string): void {
  app.db.run('UPDATE users SET full_name = ? WHERE id = ?', full_name, user.id);
  const person = { user_id: user.id, full_name };
  publish(app, { type: 'realm_user', op: 'update', person }, userAudience(app, user));
  announce(app, identityChanged, { user, changes: { full_name } });
}

function isNameTaken(names: readonly [id: number, name: string][], full_name: string, user_id?: number): boolean {
  const wanted = foldName(full_name);
  return names.some(([id, name]) => id !== user_id && foldName(name) === wanted);
}
