import { createHmac } from 'node:crypto';
import type { Context } from '../context.ts';
import { isSameSecret } from '../ground/same-secret.ts';

/** What the keys are computed with. */
type Keyed = Pick<Context, 'secret'>;

/** A user with an avatar; each new picture has a new version. */
interface Pictured {
  id: number;
  avatar_version: number;
  /** Null if the picture is drawn. */
  avatar_image_id: number | null;
}

/** URL of a user's avatar. It needs no login, because phones and bridges send none: the key in it suffices. */
export function avatarUrl(app: Keyed, user: Pictured, size?: 'medium'): string {
  return avatarUrls(app)(user, size);
}

/** The same as a function for many users; it computes the key of drawn avatars once. */
export function avatarUrls(app: Keyed): (user: Pictured, size?: 'medium') => string {
  const drawn = drawnKey(app);
  return (user, size) => {
    const key = user.avatar_image_id === null ? drawn : pictureKey(app, user);
    return size === undefined ? `/avatar/${user.id}?key=${key}` : `/avatar/${user.id}/${size}?key=${key}`;
  };
}

/** Whether a key opens a user's present avatar. Older URLs of drawn avatars have such a key, too. */
export function isAvatarKey(app: Keyed, user: Pictured, key: string): boolean {
  return isSameSecret(key, pictureKey(app, user));
}

/** Whether a key opens the drawn avatar of every id, whether or not somebody has it. */
export function isDrawnAvatarKey(app: Keyed, key: string): boolean {
  return isSameSecret(key, drawnKey(app));
}

/** The key of all drawn avatars: they reveal nothing, because they depend only on the id. */
function drawnKey(app: Keyed): string {
  return keyFor(app, 'avatar:drawn');
}

function pictureKey(app: Keyed, { id, avatar_version }: Pictured): string {
  return keyFor(app, `avatar:${id}:${avatar_version}`);
}

// Every message contains a key, so it is short: 66 bits, too many to guess over the network.
function keyFor({ secret }: Keyed, text: string): string {
  return createHmac('sha256', secret).update(text).digest('base64url').slice(0, 11);
}
