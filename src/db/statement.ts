import type Sqlite from 'better-sqlite3';
import { listWrittenTables, replaceParameters } from './sql-text.ts';

export type SqlValue = string | number | bigint | Uint8Array | null;

/** How a statement returns its rows: as objects, as lists of columns, or the first column alone. */
export type RowForm = 'object' | 'tuple' | 'value';

/** The statements of a connection, each prepared once and kept by its text. */
export class Statements {
  #connection: Sqlite.Database;
  #note: (table: string) => void;
  #kept: Record<RowForm, Map<string, Statement>> = { object: new Map(), tuple: new Map(), value: new Map() };

  /** `note` is told the table whenever a statement changes one. */
  constructor(connection: Sqlite.Database, note: (table: string) => void) {
    this.#connection = connection;
    this.#note = note;
  }

  prepare(sql: string, form: RowForm): Statement {
    const kept = this.#kept[form];
    let statement = kept.get(sql);
    if (!statement) {
      // Narrows make SQL without end; dropping all statements now and then is simple and rare.
      if (kept.size >= maxStatements) kept.clear();
      statement = this.#compile(sql, form);
      kept.set(sql, statement);
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
    return new Statement(statement, isNumbered, this.#note);
  }
}

const maxStatements = 2000;

/** A statement that takes its values as a list, whether its SQL says `?` or `?1`, `?2`. */
class Statement {
  #statement: Sqlite.Statement<unknown[]>;
  #isNumbered: boolean;
  #changed: string | undefined;
  #note: (table: string) => void;

  /** `note` is told the table whenever the statement changes one. */
  constructor(statement: Sqlite.Statement<unknown[]>, isNumbered: boolean, note: (table: string) => void) {
    this.#statement = statement;
    this.#isNumbered = isNumbered;
    this.#changed = statement.readonly ? undefined : listWrittenTables(statement.source)[0];
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

// SQLite plans a statement again whenever a value is bound that its plan could depend on, which takes several times as
// long as running it. It does not look at a value behind a plus, which changes nothing else.
function withFixedPlan(parameter: string): string {
  return `+${parameter}`;
}
