import { emailInvalid } from '../accounts/email.ts';
import { botNameInUse, checkFullName, isBotNameTaken } from '../accounts/full-name.ts';
import { doCreateUser, emailInUse } from '../accounts/new-user.ts';
import type { Context } from '../context.ts';
import { randomText } from '../ground/random.ts';
import { errorKind } from '../http/errors.ts';
import { type BotSettings, type BotType, botTypes, interfaces, type ServiceInterface } from '../users/bot.ts';
import { findUserByEmail, roles, type User } from '../users/user.ts';

export const botTypeInvalid = errorKind('Invalid bot type');
export const interfaceInvalid = errorKind('Invalid interface type');

/** Throws botTypeInvalid for an unknown number. */
export function checkBotType(bot_type: number): BotType {
  const found = Object.values(botTypes).find((type) => type === bot_type);
  if (found === undefined) throw botTypeInvalid();
  return found;
}

/** Throws interfaceInvalid for an unknown number. */
export function checkInterface(service_interface: number): ServiceInterface {
  const found = Object.values(interfaces).find((known) => known === service_interface);
  if (found === undefined) throw interfaceInvalid();
  return found;
}

export interface NewBot {
  full_name: string;
  /** The beginning of the bot's email address. */
  short_name: string;
  bot_type: BotType;
  settings: BotSettings;
  avatar_image_id: number | null;
}

/** Creates and publishes a bot of `owner`. Throws emailInvalid, emailInUse, botNameInUse or one of nameErrors. */
export function doCreateBot(app: Context, owner: User, { short_name, settings, ...values }: NewBot): User {
  const name = short_name.trim();
  if (name === '') throw emailInvalid();
  const email = `${name}-bot@${app.config.host}`;
  if (findUserByEmail(app.db, email)) throw emailInUse();
  if (isBotNameTaken(app.db, checkFullName(values.full_name))) throw botNameInUse();
  return doCreateUser(app, {
    email,
    full_name: values.full_name,
    role: roles.member,
    password_hash: null,
    bot: { owner_id: owner.id, type: values.bot_type, settings },
    avatar_image_id: values.avatar_image_id,
  });
}

const tokenAlphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Authenticates this server to the receiver of an outgoing webhook's messages. */
export function makeServiceToken({ random }: Context): string {
  return randomText(random, tokenAlphabet, 32);
}
