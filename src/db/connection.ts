import Sqlite from 'better-sqlite3';
import { nativeBinding } from '../assets.ts';
import { Database } from './database.ts';
import { openReader } from './reader.ts';

/** Opens a database file, `:memory:`, or the bytes of a database, with the settings of every connection. */
export function openConnection(source: string | Buffer): Database {
  const options = nativeBinding === undefined ? {} : { nativeBinding };
  const database = new Database(new Sqlite(source, options));
  configure(database, source);
  return database;
}

/** Opens a database file for reading, without changing the file. */
export function openReadOnly(file: string): Database {
  return openReader(file, nativeBinding);
}

// synchronous = 2 (FULL): a commit survives a power cut. better-sqlite3 opens WAL files with NORMAL, which does not.
const settings = {
  busy_timeout: 5000,
  journal_mode: 'wal',
  synchronous: 2,
  foreign_keys: 1,
  trusted_schema: 0,
  cell_size_check: 1,
  mmap_size: 0,
  journal_size_limit: 64 * 1024 * 1024,
  temp_store: 2,
  cache_size: -16 * 1024,
  wal_autocheckpoint: 1000,
};

function configure(database: Database, source: string | Buffer): void {
  const inMemory = typeof source !== 'string' || source === ':memory:';
  for (const [name, value] of Object.entries(settings)) {
    if (inMemory && (name === 'journal_mode' || name === 'mmap_size')) continue;
    whenUnlocked(database, () => database.connection.pragma(`${name} = ${value}`));
    const actual = database.connection.pragma(name, { simple: true });
    if (actual !== value) throw new Error(`SQLite has ${name} = ${String(actual)} instead of ${value}`);
  }
}

/**
 * Runs a change again when the lock that prevented it is free. SQLite waits for locks to begin a transaction, but not to
 * change the journal mode.
 */
function whenUnlocked(database: Database, change: () => void): void {
  try {
    change();
  } catch (error) {
    if (!isBusy(error)) throw error;
    database.connection.exec('BEGIN EXCLUSIVE; COMMIT');
    whenUnlocked(database, change);
  }
}

/** Whether the locks of another connection caused an error. */
export function isBusy(error: unknown): boolean {
  return error instanceof Sqlite.SqliteError && error.code === 'SQLITE_BUSY';
}
