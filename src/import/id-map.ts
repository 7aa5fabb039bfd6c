import type { Database } from '../db/database.ts';
import type { Faults } from './faults.ts';
import type { Source } from './unusable-archive.ts';

/** The tables whose ids an archive contains too. None of them ever reuses an id. */
export type NumberedTable = 'users' | 'channels' | 'groups' | 'channel_folders' | 'realm_emoji' | 'profile_fields';

interface Options {
  noun: string;
  ids: Iterable<number>;
  faults: Faults;
}

/**
 * The ids for rows of an archive. An id that this database has not used stays; all others are replaced by ids greater
 * than all of both sides.
 */
export class IdMap {
  readonly #noun: string;
  readonly #faults: Faults;
  readonly #ids = new Map<number, number>();
  /** The last used id before the import. */
  readonly lastBefore: number;
  #next: number;

  constructor(db: Database, table: NumberedTable, { noun, ids, faults }: Options) {
    this.#noun = noun;
    this.#faults = faults;
    this.lastBefore = db.value<number>('SELECT seq FROM sqlite_sequence WHERE name = ?', table) ?? 0;
    this.#next = this.lastBefore + 1;
    for (const id of ids) this.#next = Math.max(this.#next, id + 1);
  }

  /** Reserves the id for a new row. */
  take(from: Source, id: number): number {
    this.#ensureNew(from, id);
    const own = id > this.lastBefore ? id : this.#next++;
    this.#ids.set(id, own);
    return own;
  }

  /** Declares that a row of the archive corresponds to an existing one. */
  match(from: Source, id: number, own: number): void {
    this.#ensureNew(from, id);
    this.#ids.set(id, own);
  }

  find(id: number): number | undefined {
    return this.#ids.get(id);
  }

  /** Throws UnusableArchive if the archive contains no such row. */
  get(from: Source, id: number): number {
    return this.#ids.get(id) ?? from.fail(`it names the ${this.#noun} ${id}, which is not in the archive`);
  }

  /** Null for null, and for a row that the archive lacks, which is counted. */
  maybe(from: Source, id: number | null): number | null {
    return id === null ? null : (this.#faults.attempt('references', () => this.get(from, id)) ?? null);
  }

  /** Those of some ids that the archive contains; the others are counted. */
  list(from: Source, ids: readonly number[]): number[] {
    return ids.flatMap((id) => this.maybe(from, id) ?? []);
  }

  /** Undoes take() for a row that could not be stored. */
  forget(id: number): void {
    this.#ids.delete(id);
  }

  /** Whether all ids stayed as they were. */
  get isSame(): boolean {
    for (const [id, own] of this.#ids) if (id !== own) return false;
    return true;
  }

  #ensureNew(from: Source, id: number): void {
    if (this.#ids.has(id)) from.fail(`the ${this.#noun} ${id} is there twice`);
  }
}
