import { existsSync, readFileSync } from 'node:fs';
import { migrationsFolder, schemaFile } from '../assets.ts';
import { openConnection, openReadOnly } from './connection.ts';
import type { Database } from './database.ts';
import { migrate, readMigrations, refuseUnusable } from './migrate.ts';

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

// The settings of a connection change the file, and a file of another program is none to change.
function inspect(file: string, schema: string): void {
  if (!existsSync(file)) return;
  const db = openReadOnly(file);
  try {
    refuseUnusable(db, schema);
  } finally {
    db.close();
  }
}
