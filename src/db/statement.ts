import type Sqlite from 'better-sqlite3';
import { listWrittenTables, replaceParameters } from './sql-text.ts';

export type SqlValue = string | number | bigint | Uint8Array | null;

/** How a statement returns a row: as an object, as a list of columns, or as its first column. */
export type RowForm = 'object' | 'tuple' | 'value';

/** The statements of a connection, each prepared once and cached by its SQL text. */
export class Statements {
  #connection: Sqlite.Database;
  #onChange: (table: string) => void;
  #cached: Record<RowForm, Map<string, Statement>> = { object: new Map(), tuple: new Map(), value: new Map() };

  /** `onChange` is called with the table after each statement that changes one. */
  constructor(connection: Sqlite.Database, onChange: (table: string) => void) {
    this.#connection = connection;
    this.#onChange = onChange;
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
    return new Statement(statement, isNumbered, this.#onChange);
  }
}

const maxStatements = 2000;

/** A statement that binds a list of values, to `?` as well as to `?1`, `?2`. */
class Statement {
  #statement: Sqlite.Statement<unknown[]>;
  #isNumbered: boolean;
  #changed: string | undefined;
  #onChange: (table: string) => void;

  constructor(statement: Sqlite.Statement<unknown[]>, isNumbered: boolean, onChange: (table: string) => void) {
    this.#statement = statement;
    this.#isNumbered = isNumbered;
    this.#changed = statement.readonly ? undefined : listWrittenTables(statement.source)[0];
    this.#onChange = onChange;
  }

  all(values: SqlValue[]): unknown[] {
    const rows = this.#statement.all(this.#bound(values));
    this.#reportChange();
    return rows;
  }

  get(values: SqlValue[]): unknown {
    const row = this.#statement.get(this.#bound(values));
    this.#reportChange();
    return row;
  }

  run(values: SqlValue[]): Sqlite.RunResult {
    const result = this.#statement.run(this.#bound(values));
    this.#reportChange();
    return result;
  }

  #reportChange(): void {
    if (this.#changed !== undefined) this.#onChange(this.#changed);
  }

  // better-sqlite3 treats `?1` as a parameter named '1'.
  #bound(values: SqlValue[]): unknown {
    if (!this.#isNumbered) return values;
    return Object.fromEntries(values.map((value, index) => [index + 1, value]));
  }
}

// SQLite plans a statement again whenever a value is bound that its plan could depend on, which takes several times as
// long as running it. A unary plus has no other effect than to hide the value from the planner.
function withFixedPlan(parameter: string): string {
  return `+${parameter}`;
}
