import { hash, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { Context } from '../context.ts';

/** What the keys are computed and kept with. */
type Keeper = Pick<Context, 'secret' | 'db'>;

/** A user with an avatar; each new picture has a new version. */
interface Pictured {
  id: number;
  avatar_version: number;
  /** Null if the picture is drawn. */
  avatar_image_id: number | null;
}

/** URL of a user's avatar. It needs no login, because phones and bridges send none: the key in it suffices. */
export function avatarUrl(app: Keeper, user: Pictured, size?: 'medium'): string {
  return avatarUrls(app)(user, size);
}

/** The same as a function for many users. */
export function avatarUrls(app: Keeper): (user: Pictured, size?: 'medium') => string {
  const keys = keysOf(app);
  return (user, size) => {
    const key = user.avatar_image_id === null ? keys.drawn : keys.of(user);
    return size === undefined ? `/avatar/${user.id}?key=${key}` : `/avatar/${user.id}/${size}?key=${key}`;
  };
}

/** Whether a key opens a user's present avatar. Older URLs of drawn avatars have such a key, too. */
export function isAvatarKey(app: Keeper, user: Pictured, key: string): boolean {
  return isSame(key, keysOf(app).of(user));
}

/** Whether a key opens the drawn avatar of every id, whether or not somebody has it. */
export function isDrawnAvatarKey(app: Keeper, key: string): boolean {
  return isSame(key, keysOf(app).drawn);
}

function isSame(one: string, other: string): boolean {
  const [given, expected] = [Buffer.from(one), Buffer.from(other)];
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function keysOf({ secret, db }: Keeper): AvatarKeys {
  return db.derived('avatar keys', 'users', (outdated: AvatarKeys | undefined) => outdated ?? new AvatarKeys(secret));
}

/** The length of a block of SHA-256, in bytes. */
const block = 64;

/**
 * The keys in the URLs of avatars. The last key of each user is cached: a list of 10,000 users takes a fifth of the time
 * that computing their keys takes. Computes HMAC-SHA-256 as in RFC 2104, in a third of the time of createHmac().
 */
class AvatarKeys {
  #last = new Map<number, { version: number; key: string }>();
  /** The padded secret, and space for a text. */
  #inner = Buffer.alloc(2 * block);
  /** The padded secret, and space for the inner hash. */
  #outer = Buffer.alloc(block + 32);
  /** The key of all drawn avatars: they reveal nothing, because they depend only on the id. */
  readonly drawn: string;

  /** The secret has at most 64 bytes. */
  constructor(secret: KeyObject) {
    const bytes = secret.export();
    for (let index = 0; index < block; index++) {
      const byte = bytes[index] ?? 0;
      this.#inner[index] = byte ^ 0x36;
      this.#outer[index] = byte ^ 0x5c;
    }
    this.drawn = this.#keyFor('avatar:drawn');
  }

  of({ id, avatar_version }: Pictured): string {
    const last = this.#last.get(id);
    if (last?.version === avatar_version) return last.key;
    const key = this.#keyFor(`avatar:${id}:${avatar_version}`);
    this.#last.set(id, { version: avatar_version, key });
    return key;
  }

  // Every message contains a key, so it is short: 66 bits, too many to guess over the network.
  #keyFor(text: string): string {
    const end = block + this.#inner.write(text, block, 'latin1');
    hash('sha256', this.#inner.subarray(0, end), 'buffer').copy(this.#outer, block);
    return hash('sha256', this.#outer, 'base64url').slice(0, 11);
  }
}
