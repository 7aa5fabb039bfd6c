import type { Database } from '../db/database.ts';
import { errorKind } from '../http/errors.ts';
import type { User } from './user.ts';

/** A bounded list of one user that is always sent as a whole: in the initial state, and to clients that request it. */
export interface OwnList {
  /** The list's name in the error. */
  readonly name: string;
  readonly max: number;
  /** SQL with the user's id as its parameter: the number of entries; a very long entry may count as several. */
  readonly count: string;
}

export const listFull = errorKind<{ name: string; limit: number }>('You have too many {name} (limit: {limit}).');

/** Throws listFull if a list exceeds its bound; the caller's transaction is then rolled back. */
export function ensureWithinBound(db: Database, user: User, { name, max, count }: OwnList): void {
  if ((db.value<number | null>(count, user.id) ?? 0) > max) throw listFull({ name, limit: max });
}
