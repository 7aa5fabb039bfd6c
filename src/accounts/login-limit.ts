import type { Context } from '../context.ts';
import type { SubmitsWrites } from '../db/turn-queue.ts';
import { countedAddress, isLoopback } from '../http/client-address.ts';
import { rateLimitHit } from '../http/errors.ts';

/** Maximum failed logins within the window: of one user, and from one address, which many people may share. */
const limits = { windowSeconds: 30 * 60, ofUser: 5, fromAddress: 50 };

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
 * user or the address.
 */
export async function limitLogins<Found>(
  app: Context & SubmitsWrites,
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
  return found;
}

/** Throws rateLimitHit after too many recent failures of the user or the address. */
export function ensureLoginAllowed({ db, clock }: Context, { username, address }: LoginAttempt): void {
  const now = clock.now();
  const times = [db.value<number>(ofUserSql, keyOf(username), now, limits.ofUser - 1)];
  // Behind a reverse proxy that is not listed as trusted, everybody seems to be on this machine.
  if (!isLoopback(address)) {
    times.push(db.value<number>(fromAddressSql, countedAddress(address), now, limits.fromAddress - 1));
  }
  const newest = Math.max(...times.map((time) => time ?? Number.NEGATIVE_INFINITY));
  const seconds = newest + limits.windowSeconds - now;
  if (seconds > 0) throw rateLimitHit({ seconds });
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

function keyOf(username: string): string {
  return username.trim().toLowerCase().slice(0, 254);
}
