import { isDeepStrictEqual } from 'node:util';
import type Sqlite from 'better-sqlite3';
import { openConnection } from '../../src/db/connection.ts';
import { Database } from '../../src/db/database.ts';
import { listWrittenTables } from '../../src/db/sql-text.ts';

/** Those that no server uses at the moment. */
const spares: Spare[] = [];

/** A database in memory, to be given back by `end`. */
export interface Lent {
  db: Database;
  end(): void;
}

/**
 * Opens a database that holds these bytes, the same at each call. Most tests take less time than opening one, with the
 * triggers and statements of a server: one whose server has ended is put back to what it held.
 */
export function lendDatabase(bytes: Buffer): Lent {
  const spare = spares.pop() ?? new Spare(bytes);
  const db = new Database(spare.connection);
  const end = () => {
    disable(db);
    if (spare.putBack()) spares.push(spare);
    else spare.connection.close();
  };
  return { db, end };
}

/** What an ended server still does, its database must not do any more: another one has it. */
function disable(db: Database): void {
  const refuse = () => {
    throw new Error('the server has ended');
  };
  for (const name of ['all', 'tuples', 'get', 'values', 'eachValue', 'value', 'run'] as const)
    Object.assign(db, { [name]: refuse });
}

/** What a test may change of a database beside its rows. Such a one is not put back. */
const settings = ['schema_version', 'max_page_count', 'foreign_keys'];
/** Random tests ask in unbounded ways. */
const mostStatements = 2000;

class Spare {
  readonly connection: Sqlite.Database;
  readonly #settings: readonly Sqlite.Statement[];
  readonly #usual: unknown;
  readonly #restore: readonly Sqlite.Statement[];
  readonly #countPages: Sqlite.Statement<[], number>;
  readonly #mostPages: number;
  readonly #prepared = new Map<string, Sqlite.Statement[]>();
  readonly #free = new Map<string, Sqlite.Statement[]>();
  readonly #functions = new Map<string, Implementation>();

  constructor(bytes: Buffer) {
    const { connection } = openConnection(bytes);
    this.connection = connection;
    this.#settings = settings.map((name) => connection.prepare(`PRAGMA ${name}`).pluck());
    this.#usual = this.#readSettings();
    this.#restore = copyTables(connection).map((sql) => connection.prepare(sql));
    this.#countPages = connection.prepare<[], number>('PRAGMA page_count').pluck();
    this.#mostPages = 4 * (this.#countPages.get() as number);
    const prepare = connection.prepare.bind(connection);
    connection.prepare = ((sql: string) => this.#lend(sql, prepare)) as typeof connection.prepare;
    const define = connection.function.bind(connection);
    connection.function = ((name: string, options: Sqlite.RegistrationOptions, implementation: Implementation) =>
      this.#define(name, options, implementation, define)) as typeof connection.function;
  }

  /** Puts back what the tables held. Returns false where that is not possible, or would take too long. */
  putBack(): boolean {
    const { connection } = this;
    if (!connection.open || connection.inTransaction || !isDeepStrictEqual(this.#readSettings(), this.#usual))
      return false;
    if ((this.#countPages.get() as number) > this.#mostPages) return false;
    connection.transaction(() => {
      for (const statement of this.#restore) statement.run();
    })();
    for (const [sql, statements] of this.#prepared) this.#free.set(sql, [...statements]);
    return true;
  }

  #readSettings(): unknown {
    return this.#settings.map((statement) => statement.get());
  }

  /** Prepares a statement, or finds one that an ended server had prepared. */
  #lend(sql: string, prepare: (sql: string) => Sqlite.Statement): Sqlite.Statement {
    const free = this.#free.get(sql)?.pop();
    if (free && !free.busy) return free.reader ? free.raw(false).pluck(false) : free;
    const statement = prepare(sql);
    const known = this.#prepared.get(sql);
    if (known) known.push(statement);
    else if (this.#prepared.size < mostStatements) this.#prepared.set(sql, [statement]);
    return statement;
  }

  // Defining a function once more would let SQLite prepare all statements again.
  #define(name: string, options: Sqlite.RegistrationOptions, implementation: Implementation, define: Define): void {
    const isNew = !this.#functions.has(name);
    this.#functions.set(name, implementation);
    if (isNew) define(name, { ...options, varargs: true }, (...values) => this.#functions.get(name)?.(...values));
  }
}

type Implementation = (...values: unknown[]) => unknown;
type Define = (name: string, options: Sqlite.RegistrationOptions, implementation: Implementation) => unknown;

/** Copies all tables. Returns statements that put back what they held. */
function copyTables(connection: Sqlite.Database): string[] {
  connection.exec("ATTACH ':memory:' AS beginning");
  const names = (type: string, column: string) =>
    connection.prepare<[string], string>(`SELECT ${column} FROM main.sqlite_schema WHERE type = ?`).pluck().all(type);
  const tables = childrenFirst(names('table', 'name'), connection);
  const filled = new Set(tables.filter((table) => connection.prepare(`SELECT 1 FROM main.${table}`).get()));
  for (const table of filled) connection.exec(`CREATE TABLE beginning.copy_of_${table} AS SELECT * FROM main.${table}`);
  const replacing = (some: readonly string[]) => [
    ...some.map((table) => `DELETE FROM main.${table}`),
    ...some
      .filter((table) => filled.has(table))
      .toReversed()
      .map((table) => insertionOf(table, connection)),
  ];
  // Last those to which triggers write while the others are replaced.
  const written = new Set(names('trigger', 'sql').flatMap(listWrittenTables));
  return [
    ...replacing(tables.filter((table) => !written.has(table))),
    ...replacing(tables.filter((table) => written.has(table))),
  ];
}

interface Reference {
  child: string;
  parent: string;
}

/** Puts tables before those that they refer to. */
function childrenFirst(tables: readonly string[], connection: Sqlite.Database): string[] {
  const sql = `SELECT s.name AS child, f."table" AS parent FROM main.sqlite_schema s, pragma_foreign_key_list(s.name) f
    WHERE s.type = 'table' AND s.name <> f."table"`;
  const references = connection.prepare<[], Reference>(sql).all();
  const ordered = new Set<string>();
  const add = (table: string) => {
    for (const { child, parent } of references) if (parent === table && !ordered.has(child)) add(child);
    ordered.add(table);
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
