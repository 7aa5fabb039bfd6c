import type Sqlite from 'better-sqlite3';

/** How many rows one query keeps. */
const capacity = 20_000;

/** Counts the changes of each table, so that what was read from it can be told from what is true now. */
export class Versions {
  #connection: Sqlite.Database;
  #counts = new Map<string, { changes: number }>();
  // Tables whose rows go with those of another one.
  #dependents = new Map<string, string[]>();
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
    const counter = this.#counts.get(table);
    if (counter) counter.changes++;
    for (const dependent of this.#dependents.get(table) ?? []) this.bump(dependent);
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
    const tables = this.#connection.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all();
    for (const table of tables as string[]) this.#counts.set(table, { changes: 0 });
    const cascades = this.#connection
      .prepare(
        `SELECT f."table" AS parent, s.name AS child FROM sqlite_schema s, pragma_foreign_key_list(s.name) f
         WHERE s.type = 'table' AND f.on_delete = 'CASCADE'`,
      )
      .all() as { parent: string; child: string }[];
    for (const [parent, rows] of Map.groupBy(cascades, (row) => row.parent)) {
      this.#dependents.set(
        parent,
        rows.map(({ child }) => child),
      );
    }
  }
}

/** What one query found, by its values, until a table it names changes. */
export class Recollection {
  #rows = new Map<unknown, unknown>();
  #counters: readonly { changes: number }[];
  #changes = -1;

  constructor(counters: readonly { changes: number }[]) {
    this.#counters = counters;
  }

  /** What was found for `key`; otherwise what `find` finds, which is kept. */
  get(key: unknown, find: () => unknown): unknown {
    let changes = 0;
    for (const counter of this.#counters) changes += counter.changes;
    if (changes !== this.#changes || this.#rows.size > capacity) this.#rows.clear();
    this.#changes = changes;
    let row = this.#rows.get(key);
    if (row === undefined && !this.#rows.has(key)) {
      row = find();
      this.#rows.set(key, row);
    }
    return row;
  }
}
