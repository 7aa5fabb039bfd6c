import { createHmac } from 'node:crypto';
import type { Context } from '../context.ts';

export const keyAlphabet = 'abcdefghijklmnopqrstuvwxyz234567';
export const keyLength = 24;
const bitsOfCharacter = 5;

/** Random bytes from which a key is derived. */
export function createSalt(app: Context): Buffer {
  return app.random.bytes(16);
}

/** The key of a salt: 24 characters of a-z and 2-7. It cannot be derived without the key file. */
export function keyOf(app: Context, salt: Uint8Array): string {
  const digest = createHmac('sha256', app.secret).update('invitation key:').update(salt).digest('hex');
  const bits = BigInt(`0x${digest}`);
  return Array.from({ length: keyLength }, (_, index) => {
    return keyAlphabet[Number((bits >> BigInt(index * bitsOfCharacter)) & 31n)];
  }).join('');
}

/** The stored form of a key, for lookups. */
export function keyHmac(app: Context, key: string): Buffer {
  return createHmac('sha256', app.secret).update('invitation lookup:').update(key).digest();
}

/** The URL of the page for a key. */
export function joinUrl(app: Context, key: string): string {
  return `${app.config.public_url}/join/${key}/`;
}
