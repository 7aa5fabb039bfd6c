import { hash, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { Context } from '../context.ts';

/** What the keys are computed and kept with. */
type Keeper = Pick<Context, 'secret' | 'db'>;

/** A user with an avatar; each new picture has a new version. */
interface Pictured {
  id: number;
  avatar_version: number;
}

/** URL of a user's avatar. It needs no login, because phones and bridges send none: the key in it suffices. */
export function avatarUrl(app: Keeper, user: Pictured, size?: 'medium'): string {
  return `/avatar/${user.id}${size === undefined ? '' : `/${size}`}?key=${keyOf(app, user)}`;
}

/** Whether a key belongs to the URL of the user's avatar. */
export function isAvatarKey(app: Keeper, user: Pictured, key: string): boolean {
  const [given, expected] = [Buffer.from(key), Buffer.from(keyOf(app, user))];
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function keyOf({ secret, db }: Keeper, user: Pictured): string {
  return db.derived<AvatarKeys>('avatar keys', 'users', (outdated) => outdated ?? new AvatarKeys(secret)).of(user);
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

  /** The secret has at most 64 bytes. */
  constructor(secret: KeyObject) {
    const bytes = secret.export();
    for (let index = 0; index < block; index++) {
      const byte = bytes[index] ?? 0;
      this.#inner[index] = byte ^ 0x36;
      this.#outer[index] = byte ^ 0x5c;
    }
  }

  of({ id, avatar_version }: Pictured): string {
    const last = this.#last.get(id);
    if (last?.version === avatar_version) return last.key;
    // Every message contains the key, so it is short: 66 bits, too many to guess over the network.
    const key = this.#hmac(`avatar:${id}:${avatar_version}`).slice(0, 11);
    this.#last.set(id, { version: avatar_version, key });
    return key;
  }

  #hmac(text: string): string {
    const end = block + this.#inner.write(text, block, 'latin1');
    hash('sha256', this.#inner.subarray(0, end), 'buffer').copy(this.#outer, block);
    return hash('sha256', this.#outer, 'base64url');
  }
}
