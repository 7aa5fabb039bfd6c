import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Context } from '../context.ts';

/** A user with an avatar; each new picture has a new version. */
interface Pictured {
  id: number;
  avatar_version: number;
}

/** URL of a user's avatar. It needs no login, because phones and bridges send none: the key in it suffices. */
export function avatarUrl(app: Pick<Context, 'secret'>, user: Pictured, size?: 'medium'): string {
  return `/avatar/${user.id}${size === undefined ? '' : `/${size}`}?key=${keyOf(app, user)}`;
}

/** Whether a key belongs to the URL of the user's avatar. */
export function isAvatarKey(app: Pick<Context, 'secret'>, user: Pictured, key: string): boolean {
  const [given, expected] = [Buffer.from(key), Buffer.from(keyOf(app, user))];
  return given.length === expected.length && timingSafeEqual(given, expected);
}

// Every message contains the URL, so the key is short: 66 bits, too many to guess over the network.
function keyOf({ secret }: Pick<Context, 'secret'>, { id, avatar_version }: Pictured): string {
  return createHmac('sha256', secret).update(`avatar:${id}:${avatar_version}`).digest('base64url').slice(0, 11);
}
