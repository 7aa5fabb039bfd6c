import type { Database } from '../../src/db/database.ts';
import type { SqlValue } from '../../src/db/statement.ts';

interface Statement {
  sql: string;
  values: SqlValue[];
}

/** Each statement that `action` makes a database run, but not those whose result was kept. */
export function statementsOf(db: Database, action: () => unknown): Statement[] {
  const seen: Statement[] = [];
  const names = ['all', 'get', 'tuples', 'values', 'value', 'run'] as const;
  const own = names.map((name) => db[name]);
  const noting =
    (run: (...of: never[]) => unknown) =>
    (sql: string, ...values: SqlValue[]) => {
      seen.push({ sql, values });
      return run.call(db, ...([sql, ...values] as never[]));
    };
  names.forEach((name, index) => {
    Object.assign(db, { [name]: noting(own[index] as never) });
  });
  action();
  names.forEach((name) => {
    Reflect.deleteProperty(db, name);
  });
  return seen;
}

/** How SQLite would run each of these statements. */
export function plansOf(db: Database, action: () => unknown): string[][] {
  return statementsOf(db, action).map(({ sql, values }) => {
    return db.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, ...values).map(({ detail }) => detail);
  });
}
