import type { Context } from '../context.ts';
import { canReadChannel, getChannel } from '../conversations/channel.ts';
import { type Conversation, memberIds } from '../conversations/conversation.ts';
import type { Database } from '../db/database.ts';
import { publish } from '../events/event.ts';
import { errorKind } from '../http/errors.ts';
import { canAccessUser } from '../users/access.ts';
import { getUser, type User } from '../users/user.ts';

/** A command of a bot, as it registers it. */
interface Command {
  /** Without the slash. */
  name: string;
  /** What it does, in a line. */
  description: string;
  /** A hint what to write behind it, such as `[branch]`. */
  parameters: string;
}

/** The same with the bot that answers it. */
interface ListedCommand extends Command {
  bot_id: number;
}

/** Bounds of commands: their number for a bot and in all, and Unicode code points of their texts. */
export const commandLimits = { ofBot: 20, all: 1000, name: 30, description: 200, parameters: 100 };

/** What people write in every conversation. */
const reserved = ['me', 'poll', 'todo', 'shrug'];
const nameForm = /^[a-z][a-z0-9_-]*$/;

const commandInvalid = errorKind<{ name: string }>(
  "Invalid command '{name}': letters from a to z, digits, dashes and underscores are allowed.",
);
const commandReserved = errorKind<{ name: string }>("The command '{name}' means something else.");
const commandTaken = errorKind<{ name: string }>("Another bot has the command '{name}'.");
const commandTwice = errorKind<{ name: string }>("The command '{name}' is listed twice.");
const commandsFull = errorKind(`All bots together can have ${commandLimits.all} commands.`);
/** Errors of registering commands. */
export const commandErrors = [commandInvalid, commandReserved, commandTaken, commandTwice, commandsFull] as const;

export const noSuchCommand = errorKind<{ name: string }>("There is no command '{name}'.", { code: 'NO_SUCH_COMMAND' });
export const botNotHere = errorKind('The bot does not take part in this conversation, so it cannot be called here.');

/** Replaces the commands of a bot. Throws one of commandErrors. */
export function doSetCommands(app: Context, bot: User, commands: readonly Command[]): void {
  ensureUsable(commands);
  // A bot registers the same at each start, and every client would ask for the list again.
  if (JSON.stringify(sorted(commands)) === JSON.stringify(listOf(app.db, bot))) return;
  app.db.run('DELETE FROM bot_commands WHERE bot_id = ?', bot.id);
  for (const { name, description, parameters } of commands) {
    if (findCommand(app.db, name)) throw commandTaken({ name });
    const sql = 'INSERT INTO bot_commands (name, bot_id, description, parameters) VALUES (?, ?, ?, ?)';
    app.db.run(sql, name, bot.id, description, parameters);
  }
  if ((app.db.value<number>('SELECT count(*) FROM bot_commands') ?? 0) > commandLimits.all) throw commandsFull();
  // Without the commands: who sees which depends on the user.
  publish(app, { type: 'bot_commands' }, 'everyone');
}

/** Frees the names of a deactivated bot, which registers its commands again when it comes back. */
export function doDropCommands(app: Context, { user }: { user: User }): void {
  const { changes } = app.db.run('DELETE FROM bot_commands WHERE bot_id = ?', user.id);
  if (changes > 0) publish(app, { type: 'bot_commands' }, 'everyone');
}

function listOf(db: Database, { id }: User): Command[] {
  return db.all<Command>('SELECT name, description, parameters FROM bot_commands WHERE bot_id = ? ORDER BY name', id);
}

/** As `listOf` orders them and their fields. Names are ASCII. */
function sorted(commands: readonly Command[]): Command[] {
  const plain = commands.map(({ name, description, parameters }) => ({ name, description, parameters }));
  return plain.toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

function ensureUsable(commands: readonly Command[]): void {
  const names = new Set<string>();
  for (const { name } of commands) {
    if (!nameForm.test(name)) throw commandInvalid({ name });
    if (reserved.includes(name)) throw commandReserved({ name });
    if (names.has(name)) throw commandTwice({ name });
    names.add(name);
  }
}

/** The commands of active bots that a user may see, by name. */
export function listCommands(app: Context, user: User): ListedCommand[] {
  const all = app.db.all<ListedCommand>('SELECT name, bot_id, description, parameters FROM bot_commands ORDER BY name');
  return all.filter(({ bot_id }) => isCallable(app, user, getUser(app.db, bot_id)));
}

/** The bot that answers a command. Throws noSuchCommand, also for one that the user may not see. */
export function accessCommand(app: Context, user: User, name: string): User {
  const found = findCommand(app.db, name);
  const bot = found && getUser(app.db, found.bot_id);
  if (!bot || !isCallable(app, user, bot)) throw noSuchCommand({ name });
  return bot;
}

/** Throws botNotHere unless a bot may read a conversation. */
export function ensureTakesPart(app: Context, bot: User, conversation: Conversation): void {
  const { channel_id } = conversation;
  const isThere =
    channel_id === null
      ? memberIds(conversation).includes(bot.id)
      : canReadChannel(app, bot, getChannel(app.db, channel_id));
  if (!isThere) throw botNotHere();
}

function findCommand(db: Database, name: string): { bot_id: number } | undefined {
  return db.get<{ bot_id: number }>('SELECT bot_id FROM bot_commands WHERE name = ?', name);
}

function isCallable(app: Context, user: User, bot: User): boolean {
  return bot.is_active === 1 && canAccessUser(app, user, bot);
}
