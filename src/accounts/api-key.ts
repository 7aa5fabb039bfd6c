import { createHmac } from 'node:crypto';
import { announce, announcement, type Context } from '../context.ts';
import type { Database } from '../db/database.ts';
import { randomText } from '../ground/random.ts';
import { errorKind, malformedApiKey } from '../http/errors.ts';
import { storeRevocation } from '../users/account-state.ts';
import { type User, userColumns } from '../users/user.ts';

/** All API keys of a user were revoked. */
export const keysRevoked = announcement<{ user: User }>('keysRevoked');

export const noSuchApiKey = errorKind('No such API key');

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Maximum number of API keys of a user. */
const mostKeys = 100;
const day = 86_400;

/**
 * Creates an API key for a user and returns it: 32 letters and digits, which cannot be read back later. Beyond the
 * maximum, the key that was unused for longest is deleted.
 */
export function createApiKey(app: Context, user: User): string {
  const key = randomText(app.random, alphabet, 32);
  const now = app.clock.now();
  app.db.run(
    'INSERT INTO api_keys (user_id, key_hmac, created_at, used_at) VALUES (?, ?, ?, ?)',
    user.id,
    keyHmac(app, key),
    now,
    now,
  );
  app.db.run(
    `DELETE FROM api_keys WHERE id IN
       (SELECT id FROM api_keys WHERE user_id = ? ORDER BY used_at DESC, id DESC LIMIT -1 OFFSET ?)`,
    user.id,
    mostKeys,
  );
  return key;
}

/** Whether to record the use of a key whose last recorded use was at `noted_at`: once a day. */
export function isNoteDue(noted_at: number, now: number): boolean {
  return now - noted_at >= day;
}

/** Records the use of the key with this HMAC, in hexadecimal. */
export function storeKeyUse({ db, clock }: Context, key_hmac: string): void {
  const now = clock.now();
  db.run('UPDATE api_keys SET used_at = ? WHERE key_hmac = unhex(?) AND used_at <= ?', now, key_hmac, now - day);
}

/**
 * Revokes every API key of a user, and with them the links that were granted to the user. Waiting polls end before they
 * receive further events.
 */
export function doRevokeApiKeys(app: Context, user: User): void {
  app.db.run('DELETE FROM api_keys WHERE user_id = ?', user.id);
  storeRevocation(app.db, user);
  app.db.afterCommit(() => app.clients.endPollsOfUser(user.id));
  announce(app, keysRevoked, { user });
}

/** An API key as shown to those who may revoke it. Times are UNIX seconds; the last use is recorded once a day. */
interface ShownKey {
  id: number;
  created_at: number;
  used_at: number;
}

/** The API keys of a user, newest first. */
export function listApiKeys(db: Database, user: User): ShownKey[] {
  return db.all('SELECT id, created_at, used_at FROM api_keys WHERE user_id = ? ORDER BY id DESC', user.id);
}

/** Revokes one API key of a user; waiting polls must authenticate again. Throws noSuchApiKey. */
export function doRevokeApiKey(app: Context, user: User, key_id: number): void {
  const { changes } = app.db.run('DELETE FROM api_keys WHERE id = ? AND user_id = ?', key_id, user.id);
  if (changes === 0) throw noSuchApiKey();
  app.db.afterCommit(() => app.clients.endPollsOfUser(user.id));
}

const findUserSql = `
  SELECT ${userColumns} FROM users WHERE id = (SELECT user_id FROM api_keys WHERE key_hmac = unhex(?))`;

/** The user with the API key of this HMAC, in hexadecimal, deactivated or not. */
export function findUserByKey(db: Database, key_hmac: string): User | undefined {
  return db.cached<User>(findUserSql, key_hmac);
}

/** The HMAC of a received API key, in hexadecimal. Throws malformedApiKey. */
export function hmacOfWritten(app: Context, written: string): string {
  if (!/^[A-Za-z0-9]{32}$/.test(written)) throw malformedApiKey();
  return keyHmac(app, written).toString('hex');
}

/** The stored form of an API key. */
export function keyHmac({ secret }: Context, key: string): Buffer {
  return createHmac('sha256', secret).update(key).digest();
}
