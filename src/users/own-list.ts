import type { Database } from '../db/database.ts';
import { errorKind } from '../http/errors.ts';
import type { User } from './user.ts';

/** A list of one user that is told as a whole: by the initial state, and to clients that ask for it. */
export interface OwnList {
  /** For the error. */
  readonly name: string;
  readonly max: number;
  /** SQL with the user's id as its parameter: the number of entries, where a very long one may count as several. */
  readonly count: string;
}

export const listFull = errorKind<{ name: string; limit: number }>('You have too many {name} (limit: {limit}).');

/** Throws listFull if a list has grown beyond its bound; the caller's transaction undoes that. */
export function ensureWithinBound(db: Database, user: User, { name, max, count }: OwnList): void {
  if ((db.value<number | null>(count, user.id) ?? 0) > max) throw listFull({ name, limit: max });
}
