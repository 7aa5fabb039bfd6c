import { isDeepStrictEqual } from 'node:util';
import { checkEmail, doChangeEmail, emailInvalid, isEmailTaken } from '../accounts/email.ts';
import type { IdentityChange } from '../accounts/identity.ts';
import { emailInUse } from '../accounts/new-user.ts';
import type { RoleChange } from '../accounts/role.ts';
import type { Context } from '../context.ts';
import type { Database } from '../db/database.ts';
import { publish } from '../events/event.ts';
import { errorKind, insufficientPermission, ownerRequired } from '../http/errors.ts';
import type { SendsMail } from '../mail/mail.ts';
import { avatarUrl } from '../users/avatar-url.ts';
import { type BotSettings, botTypes, findBotSettings, listBotsOf, storeBotSettings } from '../users/bot.ts';
import { findBotScope } from '../users/bot-scope.ts';
import { apiEmail, findUser, isAdministrator, isBot, isOwner, roles, type User, userColumns } from '../users/user.ts';
import { botEmail } from './new-bot.ts';

const noSuchBot = errorKind('No such bot');
/** Errors of accessing a bot. */
export const botAccessErrors = [noSuchBot, insufficientPermission, ownerRequired] as const;

/** A bot that the user may administer: their own, or any for administrators. Throws one of botAccessErrors. */
export function accessBot(db: Database, actor: User, bot_id: number): User {
  const bot = findUser(db, bot_id);
  if (!bot || !isBot(bot) || bot.is_system_bot) throw noSuchBot();
  if (bot.bot_owner_id !== actor.id && !isAdministrator(actor)) throw insufficientPermission();
  if (isOwner(bot) && !isOwner(actor)) throw ownerRequired();
  return bot;
}

/** Errors of changing a bot's address. */
export const botEmailErrors = [emailInvalid, emailInUse] as const;

/** Gives a bot the address of another short name. Throws one of botEmailErrors. */
export function doChangeShortName(app: Context & SendsMail, bot: User, short_name: string): void {
  const email = checkEmail(botEmail(app, short_name));
  if (email === bot.email) return;
  if (isEmailTaken(app, bot, email)) throw emailInUse();
  doChangeEmail(app, bot, email);
}

/** Changes a bot's settings, and publishes each changed one to the users who may administer it. */
export function doChangeBotSettings(app: Context, bot: User, changes: Partial<BotSettings>): void {
  if (Object.keys(changes).length === 0) return;
  const look = () => ({ ...presentDefaults(app.db, bot), services: presentServices(app.db, bot) });
  const before: Record<string, unknown> = look();
  storeBotSettings(app.db, bot.id, { ...findBotSettings(app.db, bot.id), ...changes });
  for (const [name, value] of Object.entries(look())) {
    if (!isDeepStrictEqual(value, before[name])) publishBotChange(app, bot, { [name]: value });
  }
}

const allBotsSql = `SELECT ${userColumns} FROM users WHERE bot_type IS NOT NULL AND is_system_bot = 0`;

/** The bots that a user administers, as `POST /register` presents them. */
export function presentBots(app: Context, user: User): object[] {
  // It administers none: those endpoints refuse it. Their tokens and default channels are none of its business.
  if (findBotScope(app.db, user)) return [];
  const bots = isAdministrator(user) ? app.db.all<User>(`${allBotsSql} ORDER BY id`) : listBotsOf(app.db, user.id);
  return bots.map((bot) => presentBot(app, bot));
}

/** A bot as its administrators see it. Its API key cannot be read. */
export function presentBot(app: Context, bot: User): object {
  return {
    user_id: bot.id,
    email: apiEmail(app, bot),
    full_name: bot.full_name,
    bot_type: bot.bot_type,
    is_active: bot.is_active === 1,
    ...presentDefaults(app.db, bot),
    avatar_url: avatarUrl(app, bot),
    services: presentServices(app.db, bot),
    ...(bot.bot_owner_id === null ? {} : { owner_id: bot.bot_owner_id }),
  };
}

/** The names of a bot's default channels, and whether it receives all public ones. */
export function presentDefaults(db: Database, bot: User) {
  const settings = findBotSettings(db, bot.id);
  const nameOf = (id: number | null) => db.value<string>('SELECT name FROM channels WHERE id = ?', id) ?? null;
  return {
    default_sending_stream: nameOf(settings.default_sending_channel_id),
    default_events_register_stream: nameOf(settings.default_events_channel_id),
    default_all_public_streams: settings.default_all_public_streams === 1,
  };
}

/** The receiver of an outgoing webhook's messages; empty for other bots. */
function presentServices(db: Database, bot: User): object[] {
  if (bot.bot_type !== botTypes.outgoingWebhook) return [];
  const { payload_url, service_interface, service_token } = findBotSettings(db, bot.id);
  return [{ base_url: payload_url, interface: service_interface, token: service_token }];
}

/** Publishes a new bot to the users who may administer it; ignores people. */
export function publishNewBot(app: Context, { user: bot }: { user: User }): void {
  if (!isBot(bot)) return;
  const audience = { user_ids: listAdministrators(app.db, bot) };
  publish(app, { type: 'realm_bot', op: 'add', bot: presentBot(app, bot) }, audience);
}

/** Publishes changes of a bot to the users who may administer it; ignores people. */
function publishBotChange(app: Context, bot: User, changes: object): void {
  if (!isBot(bot)) return;
  const event = { type: 'realm_bot', op: 'update', bot: { user_id: bot.id, ...changes } } as const;
  publish(app, event, { user_ids: listAdministrators(app.db, bot) });
}

/** Publishes the new name of a channel to the administrators of the bots that have it as a default. */
export function publishDefaultsNaming(app: Context, { channel_id }: { channel_id: number }): void {
  const sql = `SELECT ${userColumns} FROM bots JOIN users ON users.id = bots.user_id
    WHERE default_sending_channel_id = ?1 OR default_events_channel_id = ?1`;
  for (const bot of app.db.all<User>(sql, channel_id)) publishBotChange(app, bot, presentDefaults(app.db, bot));
}

/** Publishes a bot's new identity to the users who may administer it; ignores people. */
export function publishBotIdentity(app: Context, { user, changes }: IdentityChange): void {
  publishBotChange(app, user, changes);
}

/** Publishes to a user with a new role the bots that they now administer, or no longer administer. */
export function publishBotsOfRole(app: Context, { user: before, role }: RoleChange): void {
  const user = { ...before, role };
  if (isAdministrator(before) === isAdministrator(user) || findBotScope(app.db, user)) return;
  const others = app.db.all<User>(`${allBotsSql} AND bot_owner_id IS NOT ? ORDER BY id`, user.id);
  for (const bot of others) {
    const event = isAdministrator(user)
      ? ({ type: 'realm_bot', op: 'add', bot: presentBot(app, bot) } as const)
      : ({ type: 'realm_bot', op: 'delete', bot: { user_id: bot.id } } as const);
    publish(app, event, { user_ids: [user.id] });
  }
}

/** Ids of the active users who may administer a bot; no bot with a scope does. */
export function listAdministrators(db: Database, bot: User): number[] {
  const sql = `SELECT id FROM users WHERE is_active = 1 AND (role <= ? OR id = ?)
    AND id NOT IN (SELECT user_id FROM bot_scopes)`;
  return db.values(sql, roles.administrator, bot.bot_owner_id);
}
