import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Context } from '../context.ts';

/** A user with a picture, which has another version when it is another picture. */
interface Pictured {
  id: number;
  avatar_version: number;
}

/** URL of a user's avatar. Whoever has it sees this picture without a login: phones and bridges send none. */
export function avatarUrl(app: Pick<Context, 'secret'>, user: Pictured, size?: 'medium'): string {
  return `/avatar/${user.id}${size === undefined ? '' : `/${size}`}?key=${keyOf(app, user)}`;
}

/** Whether a key is of the URL of the user's avatar. */
export function isAvatarKey(app: Pick<Context, 'secret'>, user: Pictured, key: string): boolean {
  const [given, expected] = [Buffer.from(key), Buffer.from(keyOf(app, user))];
  return given.length === expected.length && timingSafeEqual(given, expected);
}

// Every message has the URL, so the key is short: 66 bits, which nobody guesses over the network.
function keyOf({ secret }: Pick<Context, 'secret'>, { id, avatar_version }: Pictured): string {
  return createHmac('sha256', secret).update(`avatar:${id}:${avatar_version}`).digest('base64url').slice(0, 11);
}
