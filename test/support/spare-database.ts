import { isDeepStrictEqual } from 'node:util';
import type Sqlite from 'better-sqlite3';
import { openConnection } from '../../src/db/connection.ts';
import { Database } from '../../src/db/database.ts';
import { listWrittenTables } from '../../src/db/sql-text.ts';
import { TableCopies } from './table-copies.ts';

/** Those that no server uses at the moment, by the bytes that they held at first. */
const spares = new WeakMap<Buffer, Spare[]>();

/** A database in memory, to be given back by `end`. */
export interface Lent {
  db: Database;
  end(): void;
}

/**
 * Opens a database that holds these bytes. Most tests take less time than opening one, with the triggers and statements
 * of a server: one whose server has ended is put back to what it held.
 */
export function lendDatabase(bytes: Buffer): Lent {
  const alike = spares.get(bytes) ?? [];
  spares.set(bytes, alike);
  const spare = alike.pop() ?? new Spare(bytes);
  const db = new Database(spare.connection);
  const end = () => {
    disable(db);
    if (spare.putBack()) alike.push(spare);
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
  readonly #copies: TableCopies;
  readonly #countPages: Sqlite.Statement<[], number>;
  readonly #mostPages: number;
  /** The tables that are named by the statements of the server that change something. */
  readonly #changed = new Set<string>();
  readonly #prepared = new Map<string, Sqlite.Statement[]>();
  readonly #free = new Map<string, Sqlite.Statement[]>();
  readonly #functions = new Map<string, Implementation>();

  constructor(bytes: Buffer) {
    const { connection } = openConnection(bytes);
    this.connection = connection;
    this.#settings = settings.map((name) => connection.prepare(`PRAGMA ${name}`).pluck());
    this.#usual = this.#readSettings();
    this.#copies = new TableCopies(connection);
    this.#countPages = connection.prepare<[], number>('PRAGMA page_count').pluck();
    this.#mostPages = 4 * (this.#countPages.get() as number);
    const prepare = connection.prepare.bind(connection);
    connection.prepare = ((sql: string) => this.#lend(sql, prepare)) as typeof connection.prepare;
    const execute = connection.exec.bind(connection);
    connection.exec = (sql) => {
      this.#note(sql);
      return execute(sql);
    };
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
    connection.transaction(() => this.#copies.restore(this.#changed))();
    this.#changed.clear();
    for (const [sql, statements] of this.#prepared) this.#free.set(sql, [...statements]);
    return true;
  }

  #readSettings(): unknown {
    return this.#settings.map((statement) => statement.get());
  }

  /** Prepares a statement, or finds one that an ended server had prepared. */
  #lend(sql: string, prepare: (sql: string) => Sqlite.Statement): Sqlite.Statement {
    const free = this.#free.get(sql)?.pop();
    if (free && !free.busy) {
      if (!free.readonly) this.#note(sql);
      return free.reader ? free.raw(false).pluck(false) : free;
    }
    const statement = prepare(sql);
    if (!statement.readonly) this.#note(sql);
    const known = this.#prepared.get(sql);
    if (known) known.push(statement);
    else if (this.#prepared.size < mostStatements) this.#prepared.set(sql, [statement]);
    return statement;
  }

  #note(sql: string): void {
    for (const table of listWrittenTables(sql)) this.#changed.add(table);
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
