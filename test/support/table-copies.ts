import type Sqlite from 'better-sqlite3';
import { listWrittenTables } from '../../src/db/sql-text.ts';

/** What all tables of a database held when it was copied, for putting it back. */
export class TableCopies {
  readonly #effects: readonly Effect[];
  readonly #restoring: readonly { table: string; statement: Sqlite.Statement }[];

  constructor(connection: Sqlite.Database) {
    connection.exec("ATTACH ':memory:' AS beginning");
    this.#effects = readEffects(connection);
    this.#restoring = copyTables(connection, this.#effects).map(({ table, sql }) => ({
      table,
      statement: connection.prepare(sql),
    }));
  }

  /** Puts back the rows of the tables that may have changed, and of those that change with them. */
  restore(changed: Iterable<string>): void {
    // Inserting into a table that counts its ids changes this one. Iterating over a set includes tables added meanwhile.
    const stale = new Set(['sqlite_sequence', ...changed]);
    for (const one of stale) for (const { table, changes } of this.#effects) if (table === one) stale.add(changes);
    for (const { table, statement } of this.#restoring) if (stale.has(table)) statement.run();
  }
}

/** A table whose rows must be replaced, or are changed, where those of another one are replaced. */
interface Effect {
  table: string;
  changes: string;
  kind: 'reference' | 'trigger';
}

function readEffects(connection: Sqlite.Database): Effect[] {
  const sql = `SELECT f."table", s.name AS changes, 'reference' AS kind
    FROM main.sqlite_schema s, pragma_foreign_key_list(s.name) f WHERE s.type = 'table' AND s.name <> f."table"`;
  const references = connection.prepare<[], Effect>(sql).all();
  const triggers = connection
    .prepare<[], { table: string; sql: string }>(
      `SELECT tbl_name AS "table", sql FROM main.sqlite_schema WHERE type = 'trigger'`,
    )
    .all();
  const written = triggers.flatMap(({ table, sql }) =>
    listWrittenTables(sql).map((changes): Effect => ({ table, changes, kind: 'trigger' })),
  );
  return [...references, ...written];
}

/** Copies all tables. Returns statements that put back what they held, in the order in which they must run. */
function copyTables(connection: Sqlite.Database, effects: readonly Effect[]): { table: string; sql: string }[] {
  const names = connection
    .prepare("SELECT name FROM main.sqlite_schema WHERE type = 'table'")
    .pluck()
    .all() as string[];
  const tables = childrenFirst(names, effects);
  const filled = new Set(tables.filter((table) => connection.prepare(`SELECT 1 FROM main.${table}`).get()));
  for (const table of filled) connection.exec(`CREATE TABLE beginning.copy_of_${table} AS SELECT * FROM main.${table}`);
  const replacing = (some: readonly string[]) => [
    ...some.map((table) => ({ table, sql: `DELETE FROM main.${table}` })),
    ...some
      .filter((table) => filled.has(table))
      .toReversed()
      .map((table) => ({ table, sql: insertionOf(table, connection) })),
  ];
  // Last those to which triggers write while the others are replaced.
  const written = new Set(effects.filter(({ kind }) => kind === 'trigger').map(({ changes }) => changes));
  return [
    ...replacing(tables.filter((table) => !written.has(table))),
    ...replacing(tables.filter((table) => written.has(table))),
  ];
}

/** Puts tables before those that they refer to. */
function childrenFirst(tables: readonly string[], effects: readonly Effect[]): string[] {
  const references = effects.filter(({ kind }) => kind === 'reference');
  const ordered = new Set<string>();
  const add = (parent: string) => {
    for (const { table, changes } of references) if (table === parent && !ordered.has(changes)) add(changes);
    ordered.add(parent);
  };
  tables.forEach(add);
  return [...ordered];
}

function insertionOf(table: string, connection: Sqlite.Database): string {
  // Without columns that are computed from others.
  const columns = connection.prepare<[string], string>('SELECT name FROM pragma_table_info(?)').pluck().all(table);
  const names = columns.map((column) => `"${column}"`).join();
  return `INSERT INTO main.${table} (${names}) SELECT ${names} FROM beginning.copy_of_${table}`;
}
