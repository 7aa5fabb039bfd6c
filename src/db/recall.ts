import type Sqlite from 'better-sqlite3';
import { readDependents } from './dependents.ts';

/** How many rows are kept in all: some tens of megabytes. */
const capacity = 200_000;
/** What a key takes the place of a row with, in characters. */
const lengthOfRow = 200;
/** Of how many queries. Narrows make SQL without end. */
const maxQueries = 2000;

/** Counts the changes of each table, so that what was read from it can be told from what is true now. */
export class Versions {
  #connection: Sqlite.Database;
  #counts = new Map<string, { changes: number }>();
  // By table: the counters of all tables that change with it.
  #affected = new Map<string, readonly { changes: number }[]>();
  #changesByOthersSql: Sqlite.Statement<[]>;
  #changesByOthers: unknown;
  #isCurrent = false;

  constructor(connection: Sqlite.Database) {
    this.#connection = connection;
    this.#changesByOthersSql = connection.prepare<[]>('PRAGMA data_version').pluck();
  }

  /** The counters of the tables that a query names. */
  of(sql: string): readonly { changes: number }[] {
    this.#readSchema();
    const named = [...this.#counts].filter(([table]) => new RegExp(`\\b${table}\\b`).test(sql));
    if (named.length === 0) throw new Error(`the query names no table: ${sql}`);
    return named.map(([, counter]) => counter);
  }

  /** Notes that this connection changed a table. */
  bump(table: string): void {
    for (const counter of this.#affected.get(table) ?? []) counter.changes++;
  }

  /** Notes that any table may be another than it was. */
  bumpAll(): void {
    for (const counter of this.#counts.values()) counter.changes++;
  }

  /** Looks whether another process changed the database: once a turn of the event loop, or when `now` is asked for. */
  look(now = false): void {
    if (this.#isCurrent && !now) return;
    const changes = this.#changesByOthersSql.get();
    if (changes !== this.#changesByOthers) this.bumpAll();
    this.#changesByOthers = changes;
    if (this.#isCurrent) return;
    this.#isCurrent = true;
    setImmediate(() => {
      this.#isCurrent = false;
    });
  }

  #readSchema(): void {
    if (this.#counts.size > 0) return;
    const dependents = readDependents(this.#connection);
    for (const table of dependents.keys()) this.#counts.set(table, { changes: 0 });
    for (const [table, tables] of dependents) {
      this.#affected.set(
        table,
        tables.flatMap((name) => this.#counts.get(name) ?? []),
      );
    }
  }
}

/** What queries found, each by its SQL and its values, until a table that the SQL names changes. */
export class Recollections {
  #versions: Versions;
  #kept = new Map<string, Recollection>();
  #count = { rows: 0 };

  constructor(versions: Versions) {
    this.#versions = versions;
  }

  /** What was found for `key`; otherwise what `find` finds, which is kept. */
  get(sql: string, key: unknown, find: () => unknown): unknown {
    this.#versions.look();
    return this.#of(sql).get(key, find);
  }

  #of(sql: string): Recollection {
    if (this.#count.rows > capacity || this.#kept.size > maxQueries) this.#clear();
    let recollection = this.#kept.get(sql);
    if (!recollection) {
      recollection = new Recollection(this.#versions.of(sql), this.#count);
      this.#kept.set(sql, recollection);
    }
    return recollection;
  }

  #clear(): void {
    this.#kept.clear();
    this.#count = { rows: 0 };
  }
}

class Recollection {
  #found = new Map<unknown, unknown>();
  #counters: readonly { changes: number }[];
  #changes = -1;
  #rows = 0;
  #count: { rows: number };

  /** `count` is of all queries together. */
  constructor(counters: readonly { changes: number }[], count: { rows: number }) {
    this.#counters = counters;
    this.#count = count;
  }

  get(key: unknown, find: () => unknown): unknown {
    let changes = 0;
    for (const counter of this.#counters) changes += counter.changes;
    if (changes !== this.#changes) this.#forget();
    this.#changes = changes;
    let found = this.#found.get(key);
    if (found === undefined && !this.#found.has(key)) {
      found = find();
      this.#keep(key, found);
    }
    return found;
  }

  // What found nothing takes its place all the same, and a long key that of many rows.
  #keep(key: unknown, found: unknown): void {
    const ofKey = 1 + (typeof key === 'string' ? Math.floor(key.length / lengthOfRow) : 0);
    const rows = Array.isArray(found) ? found.length + ofKey : ofKey;
    this.#found.set(key, found);
    this.#rows += rows;
    this.#count.rows += rows;
  }

  #forget(): void {
    this.#found.clear();
    this.#count.rows -= this.#rows;
    this.#rows = 0;
  }
}
