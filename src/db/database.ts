import Sqlite from 'better-sqlite3';
import { nativeBinding } from '../assets.ts';
import { Recollection, Versions } from './recall.ts';

export type SqlValue = string | number | bigint | Uint8Array | null;

/** One connection to a chatd database. SQL is prepared once and kept by its text. */
export class Database {
  readonly connection: Sqlite.Database;
  #statements = new Map<string, Prepared>();
  #rawStatements = new Map<string, Prepared>();
  #pluckedStatements = new Map<string, Prepared>();
  #recollections = new Map<string, Recollection>();
  #versions: Versions;
  // How often something was changed since the connection was opened.
  #changes = 0;
  #note = (table: string) => {
    this.#changes++;
    this.#versions.bump(table);
  };
  #hooks: (() => void)[] | undefined;
  /** Told what an `afterCommit` hook threw. What was committed stands, and the other hooks run all the same. */
  onHookError: (error: unknown) => void = (error) => {
    throw error;
  };

  constructor(connection: Sqlite.Database) {
    this.connection = connection;
    this.#versions = new Versions(connection);
  }

  /** All rows, as objects keyed by column name. */
  all<Row>(sql: string, ...values: SqlValue[]): Row[] {
    return this.#prepare(sql).all(values) as Row[];
  }

  /** All rows, as arrays in column order: for wide results on hot paths. */
  tuples<Tuple>(sql: string, ...values: SqlValue[]): Tuple[] {
    return this.#prepareRaw(sql).all(values) as Tuple[];
  }

  /** The first row, or undefined. */
  get<Row>(sql: string, ...values: SqlValue[]): Row | undefined {
    return this.#prepare(sql).get(values) as Row | undefined;
  }

  /** The first column of every row. */
  values<Value extends SqlValue>(sql: string, ...values: SqlValue[]): Value[] {
    return this.#preparePlucked(sql).all(values) as Value[];
  }

  /** The first column of the first row, or undefined. */
  value<Value extends SqlValue>(sql: string, ...values: SqlValue[]): Value | undefined {
    return this.#preparePlucked(sql).get(values) as Value | undefined;
  }

  /**
   * Like `get`, for rows that nearly every request reads and that seldom change: what was found is kept until a table
   * that the SQL names changes, whoever changes it. The row is shared and frozen.
   */
  recall<Row>(sql: string, ...values: SqlValue[]): Row | undefined {
    const row = this.#recollection(sql).get(keyOf(values), () => Object.freeze(this.#prepare(sql).get(values)));
    return row as Row | undefined;
  }

  /** Like `all`, kept as `recall` keeps rows. */
  recallAll<Row>(sql: string, ...values: SqlValue[]): readonly Row[] {
    return this.#recollection(sql).get(keyOf(values), () => Object.freeze(this.all(sql, ...values))) as Row[];
  }

  /** Like `values`, kept as `recall` keeps rows. */
  recallValues<Value extends SqlValue>(sql: string, ...values: SqlValue[]): readonly Value[] {
    return this.#recollection(sql).get(keyOf(values), () => Object.freeze(this.values(sql, ...values))) as Value[];
  }

  /** Like `value`, kept as `recall` keeps rows. */
  recallValue<Value extends SqlValue>(sql: string, ...values: SqlValue[]): Value | undefined {
    return this.#recollection(sql).get(keyOf(values), () => this.value(sql, ...values)) as Value | undefined;
  }

  /** Runs a statement that changes rows; returns how many, and the id of the last one inserted. */
  run(sql: string, ...values: SqlValue[]): { changes: number; id: number } {
    const { changes, lastInsertRowid } = this.#prepare(sql).run(values);
    return { changes, id: Number(lastInsertRowid) };
  }

  /**
   * Runs several actions, which only read, on one state of the database. Many small queries take half the time so.
   * Returns an outcome for each, in order.
   */
  snapshot(actions: readonly (() => unknown)[]): Outcome[] {
    this.run('BEGIN');
    try {
      return actions.map(attempt);
    } finally {
      this.run('COMMIT');
    }
  }

  /**
   * Runs `action` in a transaction of its own, then what it left with `afterCommit`.
   * Whatever it throws rolls everything back and is thrown on.
   */
  transaction<Result>(action: () => Result): Result {
    const hooks: (() => void)[] = [];
    this.run('BEGIN IMMEDIATE');
    this.#versions.look(true);
    const before = this.#changes;
    let result: Result;
    try {
      result = this.#collectHooks(hooks, action);
      this.run('COMMIT');
    } catch (error) {
      this.#rollBack(before);
      throw error;
    }
    this.#runHooks(hooks);
    return result;
  }

  /**
   * Runs several actions in one transaction, each in a savepoint of its own, so that one that throws undoes only
   * itself. Returns an outcome for each, in order, after the commit and the actions' `afterCommit` hooks. Throws when
   * the transaction as a whole failed: then nothing of any action remains.
   */
  group(actions: readonly (() => unknown)[]): Outcome[] {
    const hooks: (() => void)[] = [];
    const outcomes: Outcome[] = [];
    this.run('BEGIN IMMEDIATE');
    this.#versions.look(true);
    const before = this.#changes;
    try {
      for (const action of actions) outcomes.push(this.#attempt(action, hooks));
      this.run('COMMIT');
    } catch (error) {
      this.#rollBack(before);
      throw error;
    }
    this.#runHooks(hooks);
    return outcomes;
  }

  /** Leaves `hook` to be run once the running transaction is on disk; forgotten when it rolls back. */
  afterCommit(hook: () => void): void {
    if (!this.#hooks) throw new Error('afterCommit needs a transaction');
    this.#hooks.push(hook);
  }

  close(): void {
    this.connection.close();
  }

  #attempt(action: () => unknown, hooks: (() => void)[]): Outcome {
    const own: (() => void)[] = [];
    const before = this.#changes;
    this.run('SAVEPOINT request');
    try {
      const value = this.#collectHooks(own, action);
      this.run('RELEASE request');
      hooks.push(...own);
      return { value };
    } catch (error) {
      // SQLite ends the whole transaction by itself on errors such as a full disk.
      if (!this.connection.inTransaction) throw error;
      this.run('ROLLBACK TO request');
      this.run('RELEASE request');
      this.#forgetSince(before);
      return { error };
    }
  }

  #collectHooks<Result>(hooks: (() => void)[], action: () => Result): Result {
    if (this.#hooks) throw new Error('a transaction is already running');
    this.#hooks = hooks;
    try {
      return action();
    } finally {
      this.#hooks = undefined;
    }
  }

  #runHooks(hooks: readonly (() => void)[]): void {
    for (const hook of hooks) {
      try {
        hook();
      } catch (error) {
        this.onHookError(error);
      }
    }
  }

  #rollBack(before: number): void {
    if (this.connection.inTransaction) this.run('ROLLBACK');
    this.#forgetSince(before);
  }

  // What was read after a change that is undone never was.
  #forgetSince(before: number): void {
    if (this.#changes !== before) this.#versions.bumpAll();
  }

  #recollection(sql: string): Recollection {
    this.#versions.look();
    let recollection = this.#recollections.get(sql);
    if (!recollection) {
      recollection = new Recollection(this.#versions.of(sql));
      this.#recollections.set(sql, recollection);
    }
    return recollection;
  }

  #prepare(sql: string): Prepared {
    return cached(this.#statements, sql, () => new Prepared(this.#compile(sql), this.#note));
  }

  #prepareRaw(sql: string): Prepared {
    return cached(this.#rawStatements, sql, () => new Prepared(this.#compile(sql).raw(), this.#note));
  }

  #preparePlucked(sql: string): Prepared {
    return cached(this.#pluckedStatements, sql, () => new Prepared(this.#compile(sql).pluck(), this.#note));
  }

  #compile(sql: string): Sqlite.Statement<unknown[]> {
    return this.connection.prepare(withFixedPlan(sql));
  }
}

function attempt(action: () => unknown): Outcome {
  try {
    return { value: action() };
  } catch (error) {
    return { error };
  }
}

/** A statement that takes its values as a list, whether its SQL says `?` or `?1`, `?2`. */
class Prepared {
  #statement: Sqlite.Statement<unknown[]>;
  #isNumbered: boolean;
  #changed: string | undefined;
  #note: (table: string) => void;

  /** `note` is told the table whenever the statement changes one. */
  constructor(statement: Sqlite.Statement<unknown[]>, note: (table: string) => void) {
    this.#statement = statement;
    this.#isNumbered = statement.source.includes('?1');
    this.#changed = statement.readonly ? undefined : changedTable.exec(statement.source)?.[1];
    this.#note = note;
  }

  all(values: SqlValue[]): unknown[] {
    const rows = this.#statement.all(this.#bound(values));
    this.#noteChange();
    return rows;
  }

  get(values: SqlValue[]): unknown {
    const row = this.#statement.get(this.#bound(values));
    this.#noteChange();
    return row;
  }

  run(values: SqlValue[]): Sqlite.RunResult {
    const result = this.#statement.run(this.#bound(values));
    this.#noteChange();
    return result;
  }

  #noteChange(): void {
    if (this.#changed !== undefined) this.#note(this.#changed);
  }

  // To better-sqlite3 a numbered parameter is one with the name '1'.
  #bound(values: SqlValue[]): unknown {
    if (!this.#isNumbered) return values;
    return Object.fromEntries(values.map((value, index) => [index + 1, value]));
  }
}

const changedTable = /\b(?:INTO|UPDATE(?: OR \w+)?|DELETE FROM)\s+(\w+)/;

// SQLite plans a statement anew whenever a value is bound that its plan could depend on, which takes several times as
// long as running it. Behind a plus, which changes nothing else, the value is not looked at.
function withFixedPlan(sql: string): string {
  return sql.replace(/\?\d*/g, '+$&');
}

// Nearly all have one value. Those of a query always have the same types.
function keyOf(values: readonly SqlValue[]): SqlValue {
  const [first = null] = values;
  if (values.length <= 1 && !(first instanceof Uint8Array)) return first;
  return values
    .map((value) => (value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value))
    .join('\0');
}

const maxStatements = 2000;

// Narrows make SQL without end; dropping all statements now and then is simple and rare.
function cached(statements: Map<string, Prepared>, sql: string, make: () => Prepared): Prepared {
  let statement = statements.get(sql);
  if (!statement) {
    if (statements.size >= maxStatements) statements.clear();
    statement = make();
    statements.set(sql, statement);
  }
  return statement;
}

export type Outcome = { value: unknown; error?: never } | { error: unknown; value?: never };

/** Opens a database file, or `:memory:`, or the bytes of one, with the settings every connection shares. */
export function openConnection(source: string | Buffer): Database {
  const options = nativeBinding === undefined ? {} : { nativeBinding };
  const database = new Database(new Sqlite(source, options));
  configure(database, source);
  return database;
}

/** Opens a database file to look at it, without changing anything about it. */
export function openReadOnly(file: string): Database {
  return new Database(new Sqlite(file, { readonly: true, ...(nativeBinding === undefined ? {} : { nativeBinding }) }));
}

/** A row's place in a list of ids given as JSON, for `WHERE id IN (…)` with any number of ids. */
export const inJsonList = 'IN (SELECT value FROM json_each(?))';

// FULL makes a commit survive a power cut; better-sqlite3 opens WAL files with NORMAL, which does not.
const settings = {
  busy_timeout: 5000,
  journal_mode: 'wal',
  synchronous: 2,
  foreign_keys: 1,
  trusted_schema: 0,
  cell_size_check: 1,
  mmap_size: 0,
  journal_size_limit: 64 * 1024 * 1024,
  temp_store: 2,
  cache_size: -64 * 1024,
  wal_autocheckpoint: 1000,
};

function configure(database: Database, source: string | Buffer): void {
  const inMemory = typeof source !== 'string' || source === ':memory:';
  for (const [name, value] of Object.entries(settings)) {
    if (inMemory && (name === 'journal_mode' || name === 'mmap_size')) continue;
    database.connection.pragma(`${name} = ${value}`);
    const actual = database.connection.pragma(name, { simple: true });
    if (actual !== value) throw new Error(`SQLite did not take ${name} = ${value}: it says ${String(actual)}`);
  }
}
