import { readFileSync } from 'node:fs';
import { migrationsFolder, schemaFile } from '../assets.ts';
import { type Database, openConnection } from './database.ts';
import { migrate, readMigrations } from './migrate.ts';

/**
 * Opens a database file with the newest schema, making or upgrading it as needed.
 * `created` is true when the file was empty before. Throws UnusableDatabase; see migrate.
 */
export function openDatabase(file: string): { db: Database; created: boolean } {
  const db = openConnection(file);
  try {
    const created = migrate(db, readFileSync(schemaFile, 'utf8'), readMigrations(migrationsFolder));
    return { db, created };
  } catch (error) {
    db.close();
    throw error;
  }
}
