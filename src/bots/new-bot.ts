import { botNameInUse, isBotNameTaken } from '../accounts/full-name.ts';
import { checkNewUser, doCreateUser } from '../accounts/new-user.ts';
import type { Context } from '../context.ts';
import { randomText } from '../ground/random.ts';
import { errorKind } from '../http/errors.ts';
import { phrase } from '../http/phrase.ts';
import { type BotSettings, type BotType, botTypes, interfaces, type ServiceInterface } from '../users/bot.ts';
import { ensureWithinBound, type OwnList } from '../users/own-list.ts';
import { roles, type User } from '../users/user.ts';

const embedded = 4;

export const botTypeInvalid = errorKind('Invalid bot type');
export const embeddedBotsDisabled = errorKind('Embedded bots are not enabled.');
export const interfaceInvalid = errorKind('Invalid interface type');

/** Throws embeddedBotsDisabled for bots whose program would be a part of the server. */
export function ensureNotEmbedded(bot_type: number): void {
  if (bot_type === embedded) throw embeddedBotsDisabled();
}

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

interface NewBot {
  full_name: string;
  /** The beginning of the bot's email address. */
  short_name: string;
  bot_type: BotType;
  settings: BotSettings;
  avatar_image_id: number | null;
}

/** The name and address of a bot that can be created. Throws one of newUserErrors, or botNameInUse. */
export function checkNewBot(
  app: Context,
  { full_name, short_name }: Pick<NewBot, 'full_name' | 'short_name'>,
): { full_name: string; email: string } {
  const account = checkNewUser(app, { full_name, email: botEmail(app, short_name) });
  if (isBotNameTaken(app.db, account.full_name)) throw botNameInUse();
  return account;
}

/** The address of a bot with this short name; empty, and so invalid, for a blank one. */
export function botEmail({ config }: Context, short_name: string): string {
  const name = short_name.trim();
  return name === '' ? '' : `${name}-bot@${config.host}`;
}

/** Every client gets all bots with the initial state, deactivated ones too. */
const ownBots: OwnList = {
  name: phrase('bots'),
  max: 1000,
  count: 'SELECT count(*) FROM users WHERE bot_owner_id = ?',
};

/** Creates and publishes a bot of `owner`. Throws one of newUserErrors, botNameInUse or listFull. */
export function doCreateBot(app: Context, owner: User, { settings, ...values }: NewBot): User {
  const bot = doCreateUser(app, {
    ...checkNewBot(app, values),
    role: roles.member,
    password_hash: null,
    bot: { owner_id: owner.id, type: values.bot_type, settings },
    avatar_image_id: values.avatar_image_id,
  });
  ensureWithinBound(app.db, owner, ownBots);
  return bot;
}

const tokenAlphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Authenticates this server to the receiver of an outgoing webhook's messages. */
export function createServiceToken({ random }: Context): string {
  return randomText(random, tokenAlphabet, 32);
}
