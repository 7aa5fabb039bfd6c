import type { Database } from '../db/database.ts';
import type { SqlValue } from '../db/statement.ts';

/** The rows of a query, one at a time. */
export function* rowsOf<Row>(db: Database, sql: string, ...values: SqlValue[]): Generator<Row> {
  yield* db.connection.prepare<unknown[], Row>(sql).iterate(...values);
}
