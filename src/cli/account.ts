import { isEmail } from '../accounts/email.ts';
import type { Database } from '../db/database.ts';
import { findUserByEmail, isBot, roles, type User, userColumns } from '../users/user.ts';
import { exitCodes, Failure } from './failure.ts';

/** The active account of an address. Throws Failure if it does not exist or is deactivated. */
export function accessAccount(db: Database, email: string): User {
  const user = accessAnyAccount(db, email);
  if (!user.is_active) throw new Failure(exitCodes.failed, `The account ${user.email} is deactivated.`);
  return user;
}

/** The account of an address, active or not. Throws Failure if it does not exist. */
export function accessAnyAccount(db: Database, email: string): User {
  const user = findUserByEmail(db, email.trim());
  if (user && !user.is_system_bot) return user;
  throw new Failure(exitCodes.notFoundOrExists, `There is no account with the address ${email}.`);
}

/** Throws Failure for a bot, which logs in by API key only. */
export function ensurePerson(user: User): void {
  if (!isBot(user)) return;
  throw new Failure(
    exitCodes.usage,
    `${user.email} is a bot and has no password; chatd api-key creates an API key for it.`,
  );
}

/** Throws Failure unless a text is an e-mail address. */
export function ensureEmail(text: string): void {
  if (!isEmail(text.trim())) throw new Failure(exitCodes.usage, `${text} is not an e-mail address.`);
}

/** The owner of the organization whose account is the oldest; undefined if there is none. */
export function findFirstOwner(db: Database): User | undefined {
  return db.get<User>(
    `SELECT ${userColumns} FROM users WHERE role = ? AND is_active = 1 AND bot_type IS NULL ORDER BY id LIMIT 1`,
    roles.owner,
  );
}
