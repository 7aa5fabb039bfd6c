import type Sqlite from 'better-sqlite3';
import { readDependents } from './dependents.ts';

/** Number of known changes of a table's rows. */
export interface Version {
  changes: number;
}

/** Counts the changes of each table, so that a result read from it can be recognized as stale. */
export class TableVersions {
  #connection: Sqlite.Database;
  #versions = new Map<string, Version>();
  /** By table: its version, and those of the tables that change with it. */
  #affected = new Map<string, readonly Version[]>();
  #dataVersionSql: Sqlite.Statement<[], number>;
  #dataVersion: number | undefined;
  #isFresh = false;
  /** Number of known changes of any table. */
  changes = 0;

  constructor(connection: Sqlite.Database) {
    this.#connection = connection;
    this.#dataVersionSql = connection.prepare<[], number>('PRAGMA data_version').pluck();
  }

  /** The versions of the tables that a query names. */
  listNamed(sql: string): readonly Version[] {
    this.#readSchema();
    const words = new Set(sql.match(/\w+/g));
    const named = [...this.#versions].filter(([table]) => words.has(table));
    if (named.length === 0) throw new Error(`the query names no table: ${sql}`);
    return named.map(([, version]) => version);
  }

  /** Counts a change of a table by this connection. */
  bump(table: string): void {
    this.changes++;
    for (const version of this.#affected.get(table) ?? []) version.changes++;
  }

  /** Counts a change of every table. */
  bumpAll(): void {
    this.changes++;
    for (const version of this.#versions.values()) version.changes++;
  }

  /** Counts the changes of other connections: once a turn of the event loop, or immediately if `now`. */
  refresh(now = false): void {
    if (this.#isFresh && !now) return;
    const dataVersion = this.#dataVersionSql.get();
    if (dataVersion !== this.#dataVersion) this.bumpAll();
    this.#dataVersion = dataVersion;
    if (this.#isFresh) return;
    this.#isFresh = true;
    setImmediate(() => {
      this.#isFresh = false;
    });
  }

  // Read when the first query is cached: by then the schema is complete.
  #readSchema(): void {
    if (this.#versions.size > 0) return;
    const dependents = readDependents(this.#connection);
    for (const table of dependents.keys()) this.#versions.set(table, { changes: 0 });
    for (const [table, names] of dependents) {
      this.#affected.set(
        table,
        names.flatMap((name) => this.#versions.get(name) ?? []),
      );
    }
  }
}
