import type { Context } from '../context.ts';
import type { SubmitsWrites } from '../db/turn-queue.ts';
import { countedAddress, isLoopback } from '../http/client-address.ts';
import { rateLimitHit } from '../http/errors.ts';

/** In characters: as long as an e-mail address can be. */
const maxName = 254;

/** Maximum failed logins within the window: of one user, and from one address, which many people may share. */
const limits = { windowSeconds: 30 * 60, ofUser: 5, fromAddress: 50 };

/** A port for the number of failed and refused logins since the start of the server. */
export interface CountsLoginFailures {
  loginFailures: { count: number };
}

/** A login with a password. */
export interface LoginAttempt {
  /** The typed address or name. */
  username: string;
  password: string;
  /** The client's address. */
  address: string;
}

/**
 * The result of `verify`; undefined if the password is wrong. Throws rateLimitHit after too many recent failures of the
 * user or the address. Failures and refusals are logged and counted.
 */
export async function limitLogins<Found>(
  app: Context & SubmitsWrites & CountsLoginFailures,
  attempt: LoginAttempt,
  verify: () => Promise<Found | undefined>,
): Promise<Found | undefined> {
  ensureLoginAllowed(app, attempt);
  const found = await verify();
  // Checked again, so that concurrent guesses are limited like consecutive ones.
  await app.writes.submit(() => {
    ensureLoginAllowed(app, attempt);
    if (found === undefined) storeFailure(app, attempt);
  });
  if (found === undefined) noteFailure(app, attempt, 'a login failed');
  return found;
}

/** Throws rateLimitHit after too many recent failures of the user or the address. */
export function ensureLoginAllowed(app: Context & CountsLoginFailures, attempt: LoginAttempt): void {
  const seconds = secondsToWait(app, attempt);
  if (seconds <= 0) return;
  noteFailure(app, attempt, 'a login was refused');
  throw rateLimitHit({ seconds });
}

function secondsToWait({ db, clock }: Context, { username, address }: LoginAttempt): number {
  const now = clock.now();
  const times = [db.value<number>(ofUserSql, keyOf(username), now, limits.ofUser - 1)];
  // Behind a reverse proxy that is not listed as trusted, everybody seems to be on this machine.
  if (!isLoopback(address)) {
    times.push(db.value<number>(fromAddressSql, countedAddress(address), now, limits.fromAddress - 1));
  }
  const newest = Math.max(...times.map((time) => time ?? Number.NEGATIVE_INFINITY));
  return newest + limits.windowSeconds - now;
}

// Failures in the future were stored while the clock was ahead. They would count for too long.
const ofUserSql = `SELECT failed_at FROM login_failures WHERE email_key = ? AND failed_at <= ?
  ORDER BY failed_at DESC LIMIT 1 OFFSET ?`;
const fromAddressSql = `SELECT failed_at FROM login_failures WHERE address = ? AND failed_at <= ?
  ORDER BY failed_at DESC LIMIT 1 OFFSET ?`;

function storeFailure({ db, clock }: Context, { username, address }: LoginAttempt): void {
  const now = clock.now();
  db.run('DELETE FROM login_failures WHERE failed_at <= ? OR failed_at > ?', now - limits.windowSeconds, now);
  db.run(
    'INSERT INTO login_failures (email_key, address, failed_at) VALUES (?, ?, ?)',
    keyOf(username),
    countedAddress(address),
    now,
  );
}

/** The address comes first in the line, so that no name can pretend to be one to a program that reads the log. */
function noteFailure(app: Context & CountsLoginFailures, { username, address }: LoginAttempt, event: string): void {
  app.loginFailures.count++;
  app.log.warn(event, { address, name: username.slice(0, maxName) });
}

function keyOf(username: string): string {
  return username.trim().toLowerCase().slice(0, maxName);
}
