import { openConnection } from '../../src/db/connection.ts';
import type { Database } from '../../src/db/database.ts';

/** The content of a database in memory after this many changes of rows. */
interface Snapshot {
  changes: number;
  bytes: Buffer;
}

/** The last of each database, as long as a test holds it: they are large. */
const snapshots = new WeakMap<Database, WeakRef<Snapshot>>();

/** What a database in memory holds; the last snapshot serves again as long as nobody has changed a row. */
export function takeSnapshot(db: Database): Snapshot {
  const changes = countChanges(db);
  const last = snapshots.get(db)?.deref();
  if (last?.changes === changes) return last;
  const fresh = { changes, bytes: db.connection.serialize() };
  snapshots.set(db, new WeakRef(fresh));
  return fresh;
}

/**
 * The tables that hold something else than in a snapshot. Refused logins are counted, and a request uses its key,
 * whatever else they leave as it was: neither is looked at. Reading all tables takes longer than most requests, so it
 * is done only where a row has been changed, or changed and changed back.
 */
export function listChangedTables(db: Database, snapshot: Snapshot): string[] {
  const changes = countChanges(db);
  if (changes === snapshot.changes) return [];
  const copy = openConnection(snapshot.bytes);
  const before = readTables(copy);
  copy.close();
  const now = readTables(db);
  const changed = [...new Set([...before.keys(), ...now.keys()])].filter(
    (table) => now.get(table) !== before.get(table),
  );
  // What was changed back needs no second look.
  if (changed.length === 0) snapshot.changes = changes;
  return changed;
}

/** The changes of rows since the connection was opened, those that were undone included. */
export function countChanges(db: Database): number {
  return db.value<number>('SELECT total_changes()') as number;
}

/** The rows of each table, as JSON. */
function readTables(db: Database): Map<string, string> {
  const tables = db.values<string>("SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> 'login_failures'");
  return new Map(tables.map((table) => [table, JSON.stringify(rowsWithoutUse(db, table))]));
}

function rowsWithoutUse(db: Database, table: string): object[] {
  return db.all<{ used_at?: number }>(`SELECT * FROM ${table}`).map(({ used_at: _, ...row }) => row);
}
