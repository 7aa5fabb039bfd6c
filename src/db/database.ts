import type Sqlite from 'better-sqlite3';
import { type Fault, faultOf, WritesStopped } from './fault.ts';
import { attempt, type Outcome } from './outcome.ts';
import { type Computed, keyOf, QueryCache } from './query-cache.ts';
import { type RowForm, type SqlValue, type Statement, Statements } from './statement.ts';
import { TableVersions } from './table-versions.ts';

/** One connection to a chatd database. Statements are prepared once and cached by their SQL text. */
export class Database {
  readonly connection: Sqlite.Database;
  #statements: Statements;
  #versions: TableVersions;
  #cache: QueryCache;
  // Changing statements run since the connection was opened.
  #changes = 0;
  /** How often changes were undone. A value that outlives changes must not outlive these. */
  undone = 0;
  #hooks: (() => void)[] | undefined;
  /** The queries of the value that is being computed; see `computed`. */
  #queries: Set<string> | undefined;
  /** Receives the error of an `afterCommit` hook. The commit stands, and the other hooks still run. */
  onHookError: (error: unknown) => void = (error) => {
    throw error;
  };

  /** Receives each error caused by a fault before it is thrown. */
  onFault: (fault: Fault, error: unknown) => void = () => {};
  #stoppedBy: Fault | undefined;

  constructor(connection: Sqlite.Database) {
    this.connection = connection;
    this.#versions = new TableVersions(connection);
    this.#cache = new QueryCache(this.#versions);
    this.#statements = new Statements(connection, {
      onChange: (table) => {
        this.#changes++;
        this.#versions.bump(table);
      },
      onError: (error) => {
        const fault = faultOf(error);
        if (fault) this.onFault(fault, error);
      },
    });
  }

  /** Changes with the data: two equal versions mean that nothing was written between them, here or by another process. */
  get version(): number {
    this.#versions.refresh();
    return this.#versions.changes;
  }

  /** The fault that stopped writes, if any. */
  get stoppedBy(): Fault | undefined {
    return this.#stoppedBy;
  }

  /** Refuses transactions from now on and rolls back the running one: they throw WritesStopped. Reads continue. */
  stopWrites(fault: Fault): void {
    this.#stoppedBy = fault;
  }

  resumeWrites(): void {
    this.#stoppedBy = undefined;
  }

  /** All rows, as objects keyed by column name. */
  all<Row>(sql: string, ...values: SqlValue[]): Row[] {
    return this.#prepare(sql, 'object').all(values) as Row[];
  }

  /** All rows, as arrays in column order: for wide results on hot paths. */
  tuples<Tuple>(sql: string, ...values: SqlValue[]): Tuple[] {
    return this.#prepare(sql, 'tuple').all(values) as Tuple[];
  }

  /** The first row, or undefined. */
  get<Row>(sql: string, ...values: SqlValue[]): Row | undefined {
    return this.#prepare(sql, 'object').get(values) as Row | undefined;
  }

  /** The first column of every row. */
  values<Value extends SqlValue>(sql: string, ...values: SqlValue[]): Value[] {
    return this.#prepare(sql, 'value').all(values) as Value[];
  }

  /**
   * Like `values`, but one row at a time: for results that are seldom read to the end. The statement is busy until
   * then.
   */
  eachValue<Value extends SqlValue>(sql: string, ...values: SqlValue[]): Iterable<Value> {
    return this.#prepare(sql, 'value').iterate(values) as Iterable<Value>;
  }

  /** The first column of the first row, or undefined. */
  value<Value extends SqlValue>(sql: string, ...values: SqlValue[]): Value | undefined {
    return this.#prepare(sql, 'value').get(values) as Value | undefined;
  }

  /**
   * Like `get`, for rows that nearly every request reads and that seldom change: the result is cached until a table
   * that the SQL names changes, in this process or another. The row is shared and frozen.
   */
  cached<Row>(sql: string, ...values: SqlValue[]): Row | undefined {
    return this.#cached(sql, keyOf(values), () => Object.freeze(this.get(sql, ...values))) as Row | undefined;
  }

  /** Like `all`, cached as by `cached`. */
  cachedAll<Row>(sql: string, ...values: SqlValue[]): readonly Row[] {
    return this.#cached(sql, keyOf(values), () => Object.freeze(this.all(sql, ...values))) as Row[];
  }

  /** Like `values`, cached as by `cached`. */
  cachedValues<Value extends SqlValue>(sql: string, ...values: SqlValue[]): readonly Value[] {
    return this.#cached(sql, keyOf(values), () => Object.freeze(this.values(sql, ...values))) as Value[];
  }

  /** Like `value`, cached as by `cached`. */
  cachedValue<Value extends SqlValue>(sql: string, ...values: SqlValue[]): Value | undefined {
    return this.#cached(sql, keyOf(values), () => this.value(sql, ...values)) as Value | undefined;
  }

  /**
   * A value that `make` builds from some tables and nothing else that changes, cached as by `cached`; `name` is its key,
   * and `tables` contains their names. It may be a map that is filled gradually. `make` gets the outdated value, so that
   * it can keep what is still true.
   */
  derived<Value>(name: string, tables: string, make: (outdated: Value | undefined) => Value): Value {
    this.#queries?.add(tables);
    return this.#cache.derive(name, tables, (outdated) => make(outdated as Value | undefined)) as Value;
  }

  /**
   * A value that `make` builds from queries and nothing else that changes, cached as by `cached` until a table of one
   * of them changes. `name` is its key.
   */
  computed<Value>(name: string, make: () => Value): Value {
    const { value, queries } = this.#cache.compute(name, () => this.#collectQueries(make));
    this.#queries?.add(queries);
    return value as Value;
  }

  /** Runs a statement that changes rows; returns their number and the id of the last inserted row. */
  run(sql: string, ...values: SqlValue[]): { changes: number; id: number } {
    const { changes, lastInsertRowid } = this.#prepare(sql, 'object').run(values);
    return { changes, id: Number(lastInsertRowid) };
  }

  /**
   * Runs several actions that only read in one read transaction, which halves the time of many small queries.
   * Returns an outcome for each, in order. It ends after the action with which the time is over.
   */
  snapshot(actions: readonly (() => unknown)[], hasTime = () => true): Outcome[] {
    this.run('BEGIN');
    try {
      this.#versions.refresh(true);
      const outcomes: Outcome[] = [];
      for (const action of actions) {
        outcomes.push(attempt(action));
        if (!hasTime()) break;
      }
      return outcomes;
    } finally {
      this.run('COMMIT');
    }
  }

  /**
   * Runs `action` in its own transaction, then its `afterCommit` hooks.
   * An error of `action` rolls the transaction back and is rethrown.
   */
  transaction<Result>(action: () => Result): Result {
    return this.#commit((hooks) => this.#collectHooks(hooks, action));
  }

  /**
   * Runs several actions in one transaction, each in its own savepoint, so that an action that throws undoes only
   * itself. Returns an outcome for each, in order, after the commit and the `afterCommit` hooks. Throws if the
   * transaction as a whole fails; then every action is undone.
   */
  group(actions: readonly (() => unknown)[]): Outcome[] {
    return this.#commit((hooks) => actions.map((action) => this.#attempt(action, hooks)));
  }

  /** Runs an action inside the current transaction. An error of it undoes only the action, and is rethrown. */
  savepoint(action: () => void): void {
    const before = this.#changes;
    this.run('SAVEPOINT part');
    try {
      action();
    } catch (error) {
      if (!this.connection.inTransaction) throw error;
      this.run('ROLLBACK TO part');
      this.#invalidateSince(before);
      throw error;
    } finally {
      if (this.connection.inTransaction) this.run('RELEASE part');
    }
  }

  #prepare(sql: string, form: RowForm): Statement {
    this.#queries?.add(sql);
    return this.#statements.prepare(sql, form);
  }

  #cached(sql: string, key: unknown, find: () => unknown): unknown {
    this.#queries?.add(sql);
    return this.#cache.get(sql, key, find);
  }

  #collectQueries<Value>(make: () => Value): Computed {
    const around = this.#queries;
    const own = new Set<string>();
    this.#queries = own;
    try {
      const value = make();
      return { value, queries: [...own].join(' ') };
    } finally {
      this.#queries = around;
    }
  }

  #commit<Result>(action: (hooks: (() => void)[]) => Result): Result {
    const hooks: (() => void)[] = [];
    this.#ensureWritable();
    this.run('BEGIN IMMEDIATE');
    this.#versions.refresh(true);
    const before = this.#changes;
    let result: Result;
    try {
      result = action(hooks);
      this.#ensureWritable();
      this.run('COMMIT');
    } catch (error) {
      this.#rollBack(before);
      throw error;
    }
    this.#runHooks(hooks);
    return result;
  }

  /** Runs `hook` once the current transaction is on disk, and not if it rolls back. */
  afterCommit(hook: () => void): void {
    if (!this.#hooks) throw new Error('afterCommit needs a transaction');
    this.#hooks.push(hook);
  }

  close(): void {
    this.connection.close();
  }

  #ensureWritable(): void {
    if (this.#stoppedBy) throw new WritesStopped(this.#stoppedBy);
  }

  #attempt(action: () => unknown, hooks: (() => void)[]): Outcome {
    const own: (() => void)[] = [];
    const before = this.#changes;
    this.run('SAVEPOINT request');
    try {
      const value = this.#collectHooks(own, action);
      this.run('RELEASE request');
      // No spread: there may be more hooks than a call can have arguments, such as one for each guest and each user
      // they now know.
      for (const hook of own) hooks.push(hook);
      return { value };
    } catch (error) {
      // On errors such as a full disk, SQLite rolls back the whole transaction.
      if (!this.connection.inTransaction) throw error;
      this.run('ROLLBACK TO request');
      this.run('RELEASE request');
      this.#invalidateSince(before);
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
      const { error } = attempt(hook);
      if (error !== undefined) this.onHookError(error);
    }
  }

  #rollBack(before: number): void {
    if (this.connection.inTransaction) this.run('ROLLBACK');
    this.#invalidateSince(before);
  }

  // A result cached after an undone change reflects that change.
  #invalidateSince(before: number): void {
    if (this.#changes === before) return;
    this.undone++;
    this.#versions.bumpAll();
  }
}

/** For `WHERE id IN (…)` with any number of ids: binds them as one JSON list. */
export const inJsonList = 'IN (SELECT value FROM json_each(?))';
