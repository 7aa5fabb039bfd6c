import { createHmac } from 'node:crypto';
import { type App, announce, announcement } from '../context.ts';
import type { Database } from '../db/database.ts';
import { randomText } from '../ground/random.ts';
import { malformedApiKey } from '../http/errors.ts';
import { type User, userColumns } from '../users/user.ts';

/** A user has no API key any more. */
export const keysRevoked = announcement<{ user: User }>('keysRevoked');

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Makes one more API key for a user and returns it: 32 letters and digits, which cannot be read back later. */
export function doCreateApiKey(app: App, user: User): string {
  const key = randomText(app.random, alphabet, 32);
  app.db.run(
    'INSERT INTO api_keys (user_id, key_hmac, created_at) VALUES (?, ?, ?)',
    user.id,
    keyHmac(app, key),
    app.clock.now(),
  );
  return key;
}

/**
 * Revokes every API key of a user. Polls that wait end before they hear of anything more.
 */
export function doRevokeApiKeys(app: App, user: User): void {
  app.db.run('DELETE FROM api_keys WHERE user_id = ?', user.id);
  app.db.afterCommit(() => app.clients.endPollsOfUser(user.id));
  announce(app, keysRevoked, { user });
}

const findUserSql = `SELECT ${userColumns} FROM users WHERE id = (SELECT user_id FROM api_keys WHERE key_hmac = ?)`;

/** The user whose API key hashes to this, also when deactivated. */
export function findUserByKey(db: Database, key_hmac: Buffer): User | undefined {
  return db.cached<User>(findUserSql, key_hmac);
}

/** What is stored of an API key that somebody sent. Throws malformedApiKey. */
export function hmacOfWritten(app: App, written: string): Buffer {
  if (!/^[A-Za-z0-9]{32}$/.test(written)) throw malformedApiKey();
  return keyHmac(app, written);
}

/** What is stored of an API key. */
export function keyHmac({ secret }: App, key: string): Buffer {
  return createHmac('sha256', secret).update(key).digest();
}
