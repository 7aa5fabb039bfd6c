import { announce, announcement, type Context } from '../context.ts';
import { errorKind } from '../http/errors.ts';
import type { Language } from '../languages/list.ts';
import { findRealmSetting } from '../realm/settings.ts';
import { type BotSettings, type BotType, botTypes, storeBotSettings } from '../users/bot.ts';
import { storeNewcomerSettings } from '../users/settings.ts';
import { findUserByEmail, getUser, type Role, type User } from '../users/user.ts';
import { checkEmail, emailInvalid, isPlaceholder } from './email.ts';
import { checkFullName, ensureNameUnique, nameErrors } from './full-name.ts';
import { publishNewUser } from './new-user-event.ts';

export interface NewAccount {
  user: User;
  /** Whether to subscribe the account to the default channels. */
  include_default_channels: boolean;
}

export const userCreated = announcement<NewAccount>('userCreated');

export const emailInUse = errorKind('Email is already in use.');
export const newUserErrors = [emailInvalid, emailInUse, ...nameErrors] as const;

export interface NewUser {
  email: string;
  full_name: string;
  role: Role;
  password_hash: string | null;
  /** Owner, type and settings of a bot; undefined for people. */
  bot?: { owner_id: number | null; type?: BotType; settings?: BotSettings };
  /** The language that the person reads; that of the organization if it is unknown. */
  language?: Language | undefined;
  /** The initial avatar. */
  avatar_image_id?: number | null;
  /** False to skip the default channels. */
  include_default_channels?: boolean;
}

/** The name and address of an account that can be created. Throws one of newUserErrors. */
export function checkNewUser(app: Context, values: Pick<NewUser, 'email' | 'full_name'>): typeof values {
  const full_name = checkFullName(values.full_name);
  ensureNameUnique(app.db, full_name);
  const email = checkEmail(values.email);
  if (findUserByEmail(app.db, email) || isPlaceholder(app, email)) throw emailInUse();
  return { email, full_name };
}

/** Creates an account and publishes it to users who may know it. Throws one of newUserErrors. */
export function doCreateUser(app: Context, values: NewUser): User {
  const { email, full_name } = checkNewUser(app, values);
  const { id } = app.db.run(
    `INSERT INTO users (email, email_key, full_name, role, bot_type, bot_owner_id, password_hash, joined_at,
       avatar_image_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    email,
    email.toLowerCase(),
    full_name,
    values.role,
    values.bot ? (values.bot.type ?? botTypes.generic) : null,
    values.bot?.owner_id ?? null,
    values.password_hash,
    app.clock.now(),
    values.avatar_image_id ?? null,
  );
  const user = getUser(app.db, id);
  if (!values.bot) storeNewcomerSettings(app.db, id, values.language ?? findRealmSetting(app.db, 'default_language'));
  if (values.bot?.settings) storeBotSettings(app.db, id, values.bot.settings);
  publishNewUser(app, user);
  announce(app, userCreated, { user, include_default_channels: values.include_default_channels ?? true });
  return user;
}
