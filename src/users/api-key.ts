import { createHmac, type KeyObject } from 'node:crypto';
import type { App } from '../app.ts';
import { randomText } from '../random.ts';
import { type User, userColumns } from './user.ts';

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

/** Makes every API key of a user useless. */
export function doRevokeApiKeys(app: App, user: User): void {
  app.db.run('DELETE FROM api_keys WHERE user_id = ?', user.id);
}

const findUserSql = `SELECT ${userColumns} FROM users WHERE id = (SELECT user_id FROM api_keys WHERE key_hmac = ?)`;

/** The user an API key belongs to, also when deactivated. */
export function findUserByApiKey(app: App, key: string): User | undefined {
  return app.db.recall<User>(findUserSql, keyHmac(app, key));
}

const maxKeys = 10_000;
const hmacs = new WeakMap<KeyObject, Map<string, Buffer>>();

// The same keys come with every request, and hashing takes longer than the rest of logging in.
function keyHmac({ secret }: App, key: string): Buffer {
  const known = hmacs.get(secret) ?? new Map<string, Buffer>();
  hmacs.set(secret, known);
  let hmac = known.get(key);
  if (!hmac) {
    if (known.size >= maxKeys) known.clear();
    hmac = createHmac('sha256', secret).update(key).digest();
    known.set(key, hmac);
  }
  return hmac;
}
