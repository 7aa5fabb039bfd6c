import { existsSync, readFileSync } from 'node:fs';
import { migrationsFolder, schemaFile } from '../assets.ts';
import { openConnection, openReadOnly } from './connection.ts';
import type { Database } from './database.ts';
import { isOutdated, migrate, readMigrations, refuseUnusable } from './migrate.ts';

/**
 * Opens a database file, and creates or upgrades its schema as needed. `created` is true if it was empty.
 * Throws UnusableDatabase; see migrate.
 */
export function openDatabase(file: string): { db: Database; created: boolean } {
  const schema = readFileSync(schemaFile, 'utf8');
  // Opening a connection writes its settings to the file, which may belong to another program.
  readFrom(file, (db) => refuseUnusable(db, schema));
  const db = openConnection(file);
  try {
    const created = migrate(db, schema, readMigrations(migrationsFolder));
    return { db, created };
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Whether opening a database file would upgrade its schema. Throws UnusableDatabase. */
export function needsUpgrade(file: string): boolean {
  return readFrom(file, (db) => isOutdated(db, readFileSync(schemaFile, 'utf8'))) ?? false;
}

function readFrom<Result>(file: string, read: (db: Database) => Result): Result | undefined {
  if (!existsSync(file)) return undefined;
  const db = openReadOnly(file);
  try {
    return read(db);
  } finally {
    db.close();
  }
}
