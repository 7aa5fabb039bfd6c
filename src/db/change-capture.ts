import type Sqlite from 'better-sqlite3';
import type { SqlValue } from './statement.ts';

/** The captured columns of a table. */
export interface CapturedTable {
  /** The columns that identify a row. */
  key: readonly string[];
  columns: readonly string[];
  /** Columns that contain JSON. */
  json?: readonly string[];
  /** Columns that hold secrets: only the fact of a change is captured. */
  concealed?: readonly string[];
  /** The captured events; all three by default. */
  events?: readonly RowEvent[];
}

type RowEvent = 'INSERT' | 'DELETE' | 'UPDATE';

export type Values = Readonly<Record<string, SqlValue | object | boolean>>;

/** An inserted (`old` is null), deleted (`new` is null) or updated row. An update has only the columns that changed. */
export interface RowChange<Table extends string = string> {
  table: Table;
  key: Values;
  old: Values | null;
  new: Values | null;
}

/** Replaces a secret, and a secret that replaces another. */
const concealed = 'hidden';
const replaced = 'hidden, but another one';

/**
 * Captures the row changes of some tables on one connection, by temporary triggers of this connection. A later capture
 * of the same connection replaces it, with the same triggers: it must name the same tables.
 */
export class ChangeCapture<Table extends string> {
  #receive: ((change: RowChange<Table>) => void) | undefined;
  #stray: ((change: RowChange<Table>) => void) | undefined;

  constructor(connection: Sqlite.Database, tables: Readonly<Record<Table, CapturedTable>>) {
    // Checked first: without it, each row of a large deletion would be converted to JSON.
    connection.function('captures_changes', { directOnly: false }, () => Number(this.#receiver !== undefined));
    connection.function('capture_change', { directOnly: false }, (table, key, before, after) => {
      if (this.#receiver) report({ table, key, old: before, new: after } as Report<Table>, this.#receiver);
      return null;
    });
    if (!hasTriggers(connection)) addTriggers(connection, tables);
  }

  get #receiver(): ((change: RowChange<Table>) => void) | undefined {
    return this.#receive ?? this.#stray;
  }

  /** Runs an action and passes each of its row changes to `receive`. */
  during<Result>(action: () => Result, receive: (change: RowChange<Table>) => void): Result {
    this.#receive = receive;
    try {
      return action();
    } finally {
      this.#receive = undefined;
    }
  }

  /** Passes all changes outside of `during` to a function, which may throw to refuse them. */
  watchStray(stray: (change: RowChange<Table>) => void): void {
    this.#stray = stray;
  }
}

interface Report<Table extends string> {
  table: Table;
  key: string;
  old: string | null;
  new: string | null;
}

function report<Table extends string>(sent: Report<Table>, receive: (change: RowChange<Table>) => void): void {
  const before = parse(sent.old);
  const after = parse(sent.new);
  const change = { table: sent.table, key: parse(sent.key) as Values };
  if (!before || !after) {
    receive({ ...change, old: before, new: after });
    return;
  }
  const changed = Object.keys(after).filter((name) => JSON.stringify(after[name]) !== JSON.stringify(before[name]));
  if (changed.length > 0) receive({ ...change, old: pick(before, changed), new: pick(after, changed) });
}

function parse(json: string | null): Values | null {
  return json === null ? null : (JSON.parse(json) as Values);
}

function pick(values: Values, names: readonly string[]): Values {
  return Object.fromEntries(names.map((name) => [name, values[name] ?? null]));
}

function hasTriggers(connection: Sqlite.Database): boolean {
  return connection.prepare("SELECT 1 FROM temp.sqlite_schema WHERE name LIKE 'captured%'").get() !== undefined;
}

function addTriggers(connection: Sqlite.Database, tables: Readonly<Record<string, CapturedTable>>): void {
  const triggers = Object.entries(tables).flatMap(([table, captured]) => triggersOf(table, captured));
  // A transaction of its own for each of them would take a quarter longer.
  connection.transaction(() => connection.exec(triggers.join('\n')))();
}

function triggersOf(table: string, captured: CapturedTable): string[] {
  const { events = ['INSERT', 'DELETE', 'UPDATE'] } = captured;
  return events.map((event) => {
    const isUpdate = event === 'UPDATE';
    const key = keyJson(captured, event === 'DELETE' ? 'old' : 'new');
    const before = event === 'INSERT' ? 'NULL' : rowJson(captured, 'old');
    const after = event === 'DELETE' ? 'NULL' : rowJson(captured, 'new', isUpdate ? replacedSecret : secret);
    return `CREATE TEMP TRIGGER captured_${table}_${event} AFTER ${isUpdate ? updateOf(captured) : event} ON main.${table}
      WHEN captures_changes() BEGIN SELECT capture_change('${table}', ${key}, ${before}, ${after}); END;`;
  });
}

function updateOf({ columns, json = [], concealed: secrets = [] }: CapturedTable): string {
  return `UPDATE OF ${[...columns, ...json, ...secrets].join(', ')}`;
}

type Side = 'old' | 'new';

function keyJson({ key }: CapturedTable, side: Side): string {
  return `json_object(${key.map((name) => `'${name}', ${side}.${name}`).join(', ')})`;
}

function rowJson(table: CapturedTable, side: Side, secretOf = secret): string {
  const { columns, json = [], concealed: secrets = [] } = table;
  const pairs = [
    ...columns.map((name) => `'${name}', ${side}.${name}`),
    ...json.map((name) => `'${name}', json(${side}.${name})`),
    ...secrets.map((name) => `'${name}', ${secretOf(name, side)}`),
  ];
  return `json_object(${pairs.join(', ')})`;
}

function secret(name: string, side: Side): string {
  return `iif(${side}.${name} IS NULL, NULL, '${concealed}')`;
}

function replacedSecret(name: string): string {
  return `CASE WHEN new.${name} IS NULL THEN NULL WHEN new.${name} IS old.${name} THEN '${concealed}' ELSE '${replaced}' END`;
}
