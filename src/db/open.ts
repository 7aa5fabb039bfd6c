import { existsSync, readFileSync } from 'node:fs';
import { migrationsFolder, schemaFile } from '../assets.ts';
import { openConnection, openReadOnly } from './connection.ts';
import type { Database } from './database.ts';
import { isOutdated, migrate, readMigrations, refuseUnusable } from './migrate.ts';

/**
 * Opens a database file with the newest schema, making or upgrading it as needed.
 * `created` is true when the file was empty before. Throws UnusableDatabase; see migrate.
 */
export function openDatabase(file: string): { db: Database; created: boolean } {
  const schema = readFileSync(schemaFile, 'utf8');
  inspect(file, schema);
  const db = openConnection(file);
  try {
    const created = migrate(db, schema, readMigrations(migrationsFolder));
    return { db, created };
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Whether to open a database file would change its schema to a newer one. Throws UnusableDatabase. */
export function needsUpgrade(file: string): boolean {
  return look(file, (db) => isOutdated(db, readFileSync(schemaFile, 'utf8'))) ?? false;
}

// The settings of a connection change the file, and a file of another program is none to change.
function inspect(file: string, schema: string): void {
  look(file, (db) => refuseUnusable(db, schema));
}

function look<Result>(file: string, read: (db: Database) => Result): Result | undefined {
  if (!existsSync(file)) return undefined;
  const db = openReadOnly(file);
  try {
    return read(db);
  } finally {
    db.close();
  }
}
