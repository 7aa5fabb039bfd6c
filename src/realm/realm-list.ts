import type { Database } from '../db/database.ts';
import { errorKind } from '../http/errors.ts';
import type { Phrase } from '../http/phrase.ts';

/** A bounded list of the organization that every client gets with its registration. */
export interface RealmList {
  /** The list's name in the error. */
  readonly name: Phrase;
  readonly max: number;
  /** SQL: the number of entries. */
  readonly count: string;
  /** The bound of all texts together, unless it follows from the number of entries. */
  readonly size?: {
    readonly maxMib: number;
    /** SQL: bytes. */
    readonly bytes: string;
  };
}

export const realmListFull = errorKind<{ name: Phrase; limit: number | string }>(
  'This organization has too many {name} (limit: {limit}).',
);

/** Throws realmListFull if a list exceeds its bounds; the caller's transaction is then rolled back. */
export function ensureRealmListFits(db: Database, { name, max, count, size }: RealmList): void {
  if ((db.value<number>(count) ?? 0) > max) throw realmListFull({ name, limit: max });
  if (!size) return;
  const bytes = db.value<number | null>(size.bytes) ?? 0;
  if (bytes > size.maxMib * 1024 * 1024) throw realmListFull({ name, limit: `${size.maxMib} MiB` });
}
