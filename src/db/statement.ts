import type Sqlite from 'better-sqlite3';
import { listWrittenTables, replaceParameters } from './sql-text.ts';

export type SqlValue = string | number | bigint | Uint8Array | null;

/** How a statement returns a row: as an object, as a list of columns, or as its first column. */
export type RowForm = 'object' | 'tuple' | 'value';

/** Callbacks of statements. */
interface Watch {
  /** Called with the table after each statement that changes one. */
  onChange(table: string): void;
  /** Called with an error before it is thrown. */
  onError(error: unknown): void;
}

/** The statements of a connection, each prepared once and cached by its SQL text. */
export class Statements {
  #connection: Sqlite.Database;
  #watch: Watch;
  #cached: Record<RowForm, Map<string, Statement>> = { object: new Map(), tuple: new Map(), value: new Map() };

  constructor(connection: Sqlite.Database, watch: Watch) {
    this.#connection = connection;
    this.#watch = watch;
  }

  prepare(sql: string, form: RowForm): Statement {
    const cached = this.#cached[form];
    let statement = cached.get(sql);
    if (!statement) {
      // Narrows generate an unbounded number of texts. Clearing the whole cache is simple, and rare.
      if (cached.size >= maxStatements) cached.clear();
      statement = this.#compile(sql, form);
      cached.set(sql, statement);
    }
    return statement;
  }

  #compile(sql: string, form: RowForm): Statement {
    let isNumbered = false;
    const fixed = replaceParameters(sql, (parameter) => {
      if (parameter !== '?') isNumbered = true;
      return withFixedPlan(parameter);
    });
    const statement = this.#connection.prepare<unknown[]>(fixed);
    if (form === 'tuple') statement.raw();
    if (form === 'value') statement.pluck();
    return new Statement(statement, isNumbered, this.#watch);
  }
}

const maxStatements = 2000;

/** A statement that binds a list of values, to `?` as well as to `?1`, `?2`. */
export class Statement {
  #statement: Sqlite.Statement<unknown[]>;
  #isNumbered: boolean;
  #changed: string | undefined;
  #watch: Watch;

  constructor(statement: Sqlite.Statement<unknown[]>, isNumbered: boolean, watch: Watch) {
    this.#statement = statement;
    this.#isNumbered = isNumbered;
    this.#changed = statement.readonly ? undefined : listWrittenTables(statement.source)[0];
    this.#watch = watch;
  }

  all(values: SqlValue[]): unknown[] {
    try {
      const rows = this.#statement.all(this.#bound(values));
      this.#reportChange();
      return rows;
    } catch (error) {
      this.#watch.onError(error);
      throw error;
    }
  }

  get(values: SqlValue[]): unknown {
    try {
      const row = this.#statement.get(this.#bound(values));
      this.#reportChange();
      return row;
    } catch (error) {
      this.#watch.onError(error);
      throw error;
    }
  }

  /** The rows of a statement that only reads. */
  iterate(values: SqlValue[]): Iterable<unknown> {
    return this.#statement.iterate(this.#bound(values));
  }

  run(values: SqlValue[]): Sqlite.RunResult {
    try {
      const result = this.#statement.run(this.#bound(values));
      this.#reportChange();
      return result;
    } catch (error) {
      this.#watch.onError(error);
      throw error;
    }
  }

  #reportChange(): void {
    if (this.#changed !== undefined) this.#watch.onChange(this.#changed);
  }

  // better-sqlite3 treats `?1` as a parameter named '1'.
  #bound(values: SqlValue[]): unknown {
    if (!this.#isNumbered) return values;
    return Object.fromEntries(values.map((value, index) => [index + 1, value]));
  }
}

// SQLite plans a statement again whenever a bound value could affect the plan, which takes several times as long as
// running it. A unary plus hides the value from the planner and has no other effect.
function withFixedPlan(parameter: string): string {
  return `+${parameter}`;
}
