import type Sqlite from 'better-sqlite3';
import { Recollections, Versions } from './recall.ts';
import { type SqlValue, Statements } from './statement.ts';

/** One connection to a chatd database. SQL is prepared once and kept by its text. */
export class Database {
  readonly connection: Sqlite.Database;
  #statements: Statements;
  #versions: Versions;
  #recollections: Recollections;
  // How often something was changed since the connection was opened.
  #changes = 0;
  #hooks: (() => void)[] | undefined;
  /** Told what an `afterCommit` hook threw. What was committed stands, and the other hooks run all the same. */
  onHookError: (error: unknown) => void = (error) => {
    throw error;
  };

  constructor(connection: Sqlite.Database) {
    this.connection = connection;
    this.#versions = new Versions(connection);
    this.#recollections = new Recollections(this.#versions);
    this.#statements = new Statements(connection, (table) => {
      this.#changes++;
      this.#versions.bump(table);
    });
  }

  /** All rows, as objects keyed by column name. */
  all<Row>(sql: string, ...values: SqlValue[]): Row[] {
    return this.#statements.prepare(sql, 'object').all(values) as Row[];
  }

  /** All rows, as arrays in column order: for wide results on hot paths. */
  tuples<Tuple>(sql: string, ...values: SqlValue[]): Tuple[] {
    return this.#statements.prepare(sql, 'tuple').all(values) as Tuple[];
  }

  /** The first row, or undefined. */
  get<Row>(sql: string, ...values: SqlValue[]): Row | undefined {
    return this.#statements.prepare(sql, 'object').get(values) as Row | undefined;
  }

  /** The first column of every row. */
  values<Value extends SqlValue>(sql: string, ...values: SqlValue[]): Value[] {
    return this.#statements.prepare(sql, 'value').all(values) as Value[];
  }

  /** The first column of the first row, or undefined. */
  value<Value extends SqlValue>(sql: string, ...values: SqlValue[]): Value | undefined {
    return this.#statements.prepare(sql, 'value').get(values) as Value | undefined;
  }

  /**
   * Like `get`, for rows that nearly every request reads and that seldom change: what was found is kept until a table
   * that the SQL names changes, whoever changes it. The row is shared and frozen.
   */
  recall<Row>(sql: string, ...values: SqlValue[]): Row | undefined {
    return this.#recollections.get(sql, keyOf(values), () => Object.freeze(this.get(sql, ...values))) as
      | Row
      | undefined;
  }

  /** Like `all`, kept as `recall` keeps rows. */
  recallAll<Row>(sql: string, ...values: SqlValue[]): readonly Row[] {
    return this.#recollections.get(sql, keyOf(values), () => Object.freeze(this.all(sql, ...values))) as Row[];
  }

  /** Like `values`, kept as `recall` keeps rows. */
  recallValues<Value extends SqlValue>(sql: string, ...values: SqlValue[]): readonly Value[] {
    return this.#recollections.get(sql, keyOf(values), () => Object.freeze(this.values(sql, ...values))) as Value[];
  }

  /** Like `value`, kept as `recall` keeps rows. */
  recallValue<Value extends SqlValue>(sql: string, ...values: SqlValue[]): Value | undefined {
    return this.#recollections.get(sql, keyOf(values), () => this.value(sql, ...values)) as Value | undefined;
  }

  /** Runs a statement that changes rows; returns how many, and the id of the last one inserted. */
  run(sql: string, ...values: SqlValue[]): { changes: number; id: number } {
    const { changes, lastInsertRowid } = this.#statements.prepare(sql, 'object').run(values);
    return { changes, id: Number(lastInsertRowid) };
  }

  /**
   * Runs several actions, which only read, on one state of the database. Many small queries take half the time so.
   * Returns an outcome for each, in order.
   */
  snapshot(actions: readonly (() => unknown)[]): Outcome[] {
    this.run('BEGIN');
    try {
      this.#versions.look(true);
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
}

function attempt(action: () => unknown): Outcome {
  try {
    return { value: action() };
  } catch (error) {
    return { error };
  }
}

// Nearly all have one value. Those of a query always have the same types.
function keyOf(values: readonly SqlValue[]): SqlValue {
  const [first = null] = values;
  if (values.length <= 1 && !(first instanceof Uint8Array)) return first;
  let key = '';
  for (const value of values) key += `${value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value}\0`;
  return key;
}

export type Outcome = { value: unknown; error?: never } | { error: unknown; value?: never };

/** A row's place in a list of ids given as JSON, for `WHERE id IN (…)` with any number of ids. */
export const inJsonList = 'IN (SELECT value FROM json_each(?))';
