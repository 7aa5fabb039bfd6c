import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from './database.ts';

export interface Migration {
  /** The schema version after the migration: the leading digits of the file name. The first creates the first schema. */
  version: number;
  sql: string;
}

/** The database belongs to another program or to a newer chatd (`newer`), or cannot be upgraded. */
export class UnusableDatabase extends Error {
  readonly newer: boolean;
  constructor(message: string, newer: boolean) {
    super(message);
    this.newer = newer;
  }
}

/** The migrations of a folder of `NNNN-verb-noun.sql` files, oldest first. */
export function readMigrations(folder: string): Migration[] {
  return readdirSync(folder)
    .filter((name) => /^\d{4}-.*\.sql$/.test(name))
    .sort()
    .map((name) => ({ version: Number(name.slice(0, 4)), sql: readFileSync(join(folder, name), 'utf8') }));
}

/**
 * Upgrades a database to the newest schema. An empty database gets the whole schema, an older one the migrations it
 * lacks, in one transaction together with the version number. Returns whether this call created the schema. Throws
 * UnusableDatabase for a newer database or one of another program, if a migration fails, or if rows would refer to
 * missing rows after it. Then nothing is changed.
 */
export function migrate(database: Database, schema: string, migrations: readonly Migration[]): boolean {
  if (isEmpty(database) && create(database, schema)) return true;
  refuseIncompatible(database, schema);
  withoutForeignKeys(database, () => {
    database.transaction(() => {
      for (const migration of migrations) upgrade(database, migration);
    });
  });
  return false;
}

// Another process may do the same concurrently, so `create` and `upgrade` check inside the transaction.
function create(database: Database, schema: string): boolean {
  return database.transaction(() => {
    if (!isEmpty(database)) return false;
    database.connection.exec(schema);
    return true;
  });
}

// With foreign keys on, dropping a table to rebuild it deletes the rows that refer to it. SQLite ignores this pragma
// inside a transaction.
function withoutForeignKeys(database: Database, action: () => void): void {
  database.connection.pragma('foreign_keys = OFF');
  try {
    action();
  } finally {
    database.connection.pragma('foreign_keys = ON');
  }
}

function upgrade(database: Database, { version, sql }: Migration): void {
  if (version <= schemaVersion(database)) return;
  execute(database, version, sql);
  refuseDangling(database, version);
  database.connection.pragma(`user_version = ${version}`);
}

function execute(database: Database, version: number, sql: string): void {
  try {
    database.connection.exec(sql);
  } catch (error) {
    const { code, message } = error as { code?: unknown; message: string };
    if (!/^SQLITE_(ERROR|CONSTRAINT)/.test(String(code))) throw error;
    throw new UnusableDatabase(
      `It cannot be upgraded to schema ${version} (${message}), so nothing was changed. Report this fault.`,
      false,
    );
  }
}

function refuseDangling(database: Database, version: number): void {
  const dangling = database.values<string>(
    `SELECT "table" || ' (' || count(*) || ')' FROM pragma_foreign_key_check GROUP BY "table" ORDER BY "table"`,
  );
  if (dangling.length === 0) return;
  throw new UnusableDatabase(
    `The upgrade is undone, because after the one to schema ${version} rows would refer to missing rows, in ${dangling.join(', ')}. ` +
      'Restore a backup, or report this fault with the names of these tables.',
    false,
  );
}

/** Throws UnusableDatabase for a newer database or one of another program. */
function refuseUnusable(database: Database, schema: string): void {
  if (!isEmpty(database)) refuseIncompatible(database, schema);
}

/** Whether a database lacks migrations. Throws UnusableDatabase like refuseUnusable. */
export function isOutdated(database: Database, schema: string): boolean {
  refuseUnusable(database, schema);
  return !isEmpty(database) && schemaVersion(database) < pragmaIn(schema, 'user_version');
}

function isEmpty(database: Database): boolean {
  return database.value<number>('SELECT count(*) FROM sqlite_schema') === 0;
}

function refuseIncompatible(database: Database, schema: string): void {
  if (database.connection.pragma('application_id', { simple: true }) !== pragmaIn(schema, 'application_id')) {
    throw new UnusableDatabase('This SQLite file is not a chatd database.', false);
  }
  const newest = pragmaIn(schema, 'user_version');
  const version = schemaVersion(database);
  if (version > newest) {
    throw new UnusableDatabase(
      `The database has schema ${version}, made by a newer chatd; this program knows schemas up to ${newest}. ` +
        'Start the newer chatd, or restore a backup made before it was installed.',
      true,
    );
  }
}

/** The schema version of a database; 0 for an empty one. */
export function schemaVersion(database: Database): number {
  return database.connection.pragma('user_version', { simple: true }) as number;
}

function pragmaIn(schema: string, name: string): number {
  const match = new RegExp(`^PRAGMA ${name} = (\\d+);`, 'm').exec(schema);
  if (!match) throw new Error(`schema.sql lacks PRAGMA ${name}`);
  return Number(match[1]);
}
