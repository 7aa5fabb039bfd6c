import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { migrationsFolder, nativeBinding, schemaFile } from '../assets.ts';
import { flushFolder } from '../ground/data-paths.ts';
import { openConnection, openReadOnly } from './connection.ts';
import { copyDatabase } from './copy.ts';
import type { Database } from './database.ts';
import { isOutdated, type Migration, migrate, readMigrations, schemaVersion, UnusableDatabase } from './migrate.ts';
import { listSchemaProblems } from './schema-shape.ts';

/**
 * Opens a database file, and creates or upgrades its schema as needed; a copy from before an upgrade stays at
 * `FILE.schema-N`. `created` is true if the file was empty. Throws UnusableDatabase, and changes nothing, for a database
 * whose schema chatd does not know; see also migrate.
 */
export function openDatabase(file: string): { db: Database; created: boolean } {
  const schema = readFileSync(schemaFile, 'utf8');
  // Opening a connection writes its settings to the file, which may belong to another program.
  const from = readFrom(file, (db) => (isOutdated(db, schema) ? upgradableVersion(db) : undefined));
  if (from !== undefined) keepCopy(file, `${file}.schema-${from}`);
  const db = openConnection(file);
  try {
    const created = migrate(db, schema, migrations());
    return { db, created };
  } catch (error) {
    db.close();
    throw error;
  }
}

function migrations(): Migration[] {
  return readMigrations(migrationsFolder);
}

/** The differences of a database from the schema of its version, in sentences. */
export function findSchemaProblems(db: Database): string[] {
  return listSchemaProblems(db, migrations());
}

/** The version of an older database. Throws UnusableDatabase unless its schema is the one that chatd had then. */
function upgradableVersion(db: Database): number {
  const version = schemaVersion(db);
  const [problem, ...others] = findSchemaProblems(db);
  if (problem === undefined) return version;
  const more = others.length === 0 ? '' : `, and ${others.length} other differences`;
  throw new UnusableDatabase(
    `Its schema ${version} is not that of a released chatd (${problem}${more}), so it cannot be upgraded. Nothing was ` +
      'changed. Open it with the program that made it, or restore a backup.',
    false,
  );
}

function keepCopy(file: string, copy: string): void {
  const partial = `${copy}.partial`;
  rmSync(partial, { force: true });
  copyDatabase(file, partial, nativeBinding);
  renameSync(partial, copy);
  flushFolder(dirname(copy));
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
  } catch (error) {
    // A program ended while it created the database. To undo that, SQLite must write.
    if ((error as { code?: unknown }).code === 'SQLITE_READONLY_ROLLBACK') return undefined;
    throw error;
  } finally {
    db.close();
  }
}
