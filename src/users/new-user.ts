import type { App } from '../app.ts';
import { listChannels } from '../channels/channel.ts';
import { doSubscribeToDefaults } from '../channels/subscription.ts';
import { publish } from '../events/event.ts';
import { errorKind } from '../http/errors.ts';
import { findInvalidCharacter } from '../text.ts';
import { findUser, findUserByEmail, presentUser, type Role, type User } from './user.ts';

export const emailInvalid = errorKind('Bad name or username');
export const emailInUse = errorKind('Email is already in use.');
export const nameTooLong = errorKind('Name too long!');
export const nameEmpty = errorKind('Name must not be empty!');
export const nameCharacters = errorKind('Invalid characters in name!');

export interface NewUser {
  email: string;
  full_name: string;
  role: Role;
  password_hash: string | null;
  /** Who owns the bot; undefined for people. */
  bot?: { owner_id: number | null };
}

/** In Unicode code points. */
export const maxFullNameLength = 100;

/**
 * Makes an account, subscribed to the channels every newcomer gets, and tells everyone. Throws emailInvalid,
 * emailInUse, nameTooLong, nameEmpty or nameCharacters.
 */
export function doCreateUser(app: App, values: NewUser): User {
  const email = checkEmail(values.email);
  const full_name = checkFullName(values.full_name);
  if (findUserByEmail(app.db, email)) throw emailInUse();
  const { id } = app.db.run(
    `INSERT INTO users (email, email_key, full_name, role, bot_type, bot_owner_id, password_hash, joined_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    email,
    email.toLowerCase(),
    full_name,
    values.role,
    values.bot ? 1 : null,
    values.bot?.owner_id ?? null,
    values.password_hash,
    app.clock.now(),
  );
  const user = findUser(app.db, id) as User;
  publish(
    app,
    { type: 'realm_user', op: 'add', person: presentUser(app, user, user, { client_gravatar: true }) },
    'everyone',
  );
  doSubscribeToDefaults(app, user, listChannels(app.db));
  return user;
}

/** An address without outer blanks, if it looks like one. Throws emailInvalid. */
export function checkEmail(email: string): string {
  const trimmed = email.trim();
  if (trimmed.length > 254 || !/^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+$/.test(trimmed)) throw emailInvalid();
  return trimmed;
}

/** A name without outer blanks, if a person may have it. Throws nameTooLong, nameEmpty or nameCharacters. */
export function checkFullName(name: string): string {
  const trimmed = name.normalize('NFC').trim();
  if (trimmed === '') throw nameEmpty();
  if ([...trimmed].length > maxFullNameLength) throw nameTooLong();
  // These characters delimit mentions.
  if (/[*`\\><"@]/.test(trimmed) || findInvalidCharacter(trimmed) > 0) throw nameCharacters();
  return trimmed;
}
