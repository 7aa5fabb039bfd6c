import type { Database } from '../db/database.ts';
import { errorKind } from '../http/errors.ts';
import type { Phrase } from '../http/phrase.ts';
import type { User } from './user.ts';

/** A bounded list of one user that is always sent as a whole: in the initial state, and to clients that request it. */
export interface OwnList {
  /** The list's name in the error. */
  readonly name: Phrase;
  readonly max: number;
  /** SQL with the user's id as its parameter: the number of entries. */
  readonly count: string;
  /** The bound of all entries together as JSON, unless it follows from the number of entries. */
  readonly size?: {
    readonly maxMib: number;
    /** SQL with the user's id as its parameter: bytes. */
    readonly bytes: string;
  };
}

export const listFull = errorKind<{ name: Phrase; limit: number | string }>(
  'You have too many {name} (limit: {limit}).',
);

/** Throws listFull if a list exceeds its bounds; the caller's transaction is then rolled back. */
export function ensureWithinBound(db: Database, user: User, { name, max, count, size }: OwnList): void {
  if ((db.value<number | null>(count, user.id) ?? 0) > max) throw listFull({ name, limit: max });
  if (!size) return;
  const bytes = db.value<number | null>(size.bytes, user.id) ?? 0;
  if (bytes > size.maxMib * 1024 * 1024) throw listFull({ name, limit: `${size.maxMib} MiB` });
}
