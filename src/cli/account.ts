import type { Database } from '../db/database.ts';
import { findUserByEmail, isBot, type User } from '../users/user.ts';
import { exitCodes, Failure } from './failure.ts';

/** The active account of an address. Throws Failure if it does not exist or is deactivated. */
export function accessAccount(db: Database, email: string): User {
  const user = findUserByEmail(db, email.trim());
  if (!user || user.is_system_bot) {
    throw new Failure(exitCodes.notFoundOrExists, `There is no account with the address ${email}.`);
  }
  if (!user.is_active) throw new Failure(exitCodes.failed, `The account ${user.email} is deactivated.`);
  return user;
}

/** Throws Failure for a bot, which logs in by API key only. */
export function ensurePerson(user: User): void {
  if (!isBot(user)) return;
  throw new Failure(exitCodes.usage, `${user.email} is a bot and has no password; chatd api-key makes it a key.`);
}
