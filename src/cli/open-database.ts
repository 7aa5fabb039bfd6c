import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  createDataDir,
  ensureDataDir,
  ensureNotBereft,
  findOrCreateSecret,
  lockDataDir,
  UnusableDataDir,
} from '../db/data-dir.ts';
import type { Database } from '../db/database.ts';
import { UnusableDatabase } from '../db/migrate.ts';
import { needsUpgrade, openDatabase } from '../db/open.ts';
import { pathsIn } from '../ground/data-paths.ts';
import { systemRandom } from '../ground/random.ts';
import { defaultDataDir } from '../ground/server-settings.ts';

export interface DataOptions {
  dataDir?: string;
}

/** Runs a command on the database and key of a data directory. Unless `create` is true, the database must exist. */
export async function withDatabase<Result>(
  { dataDir = defaultDataDir, create = false }: DataOptions & { create?: boolean },
  command: (db: Database, secret: Buffer) => Result | Promise<Result>,
): Promise<Result> {
  const data_dir = resolve(dataDir);
  if (!create) ensureDataDir(data_dir);
  const db = openBeside(data_dir);
  try {
    const secret = db.transaction(() => findOrCreateSecret(data_dir, db, systemRandom));
    return await command(db, secret);
  } finally {
    db.close();
  }
}

/** Opens the database of a data directory, and creates both if they are missing. Throws UnusableDataDir or UnusableDatabase. */
export function openDatabaseOf(data_dir: string, open: typeof openDatabase = openDatabase): Database {
  createDataDir(data_dir);
  ensureNotBereft(data_dir);
  return openFile(pathsIn(data_dir).database, open);
}

// A running server works with its own schema version, so no command may migrate the database beside it.
function openBeside(data_dir: string): Database {
  return openDatabaseOf(data_dir, (file) => {
    const unlock = needsUpgrade(file) ? lockForUpgrade(data_dir) : undefined;
    try {
      return openDatabase(file);
    } finally {
      unlock?.();
    }
  });
}

function lockForUpgrade(data_dir: string): () => void {
  try {
    return lockDataDir(data_dir);
  } catch (error) {
    if (!(error instanceof UnusableDataDir)) throw error;
    throw new UnusableDataDir(
      `The database has the schema of an older chatd and must be upgraded first. ${error.message}`,
    );
  }
}

function openFile(file: string, open: typeof openDatabase): Database {
  try {
    if (statSync(file, { throwIfNoEntry: false })?.isDirectory()) throw new UnusableDataDir(`${file} is a directory.`);
    return open(file).db;
  } catch (error) {
    if (error instanceof UnusableDatabase) throw new UnusableDatabase(`${file}: ${error.message}`, error.newer);
    const code = String((error as { code?: unknown }).code);
    const sentence = databaseProblems[/^SQLITE_IOERR/.exec(code)?.[0] ?? code];
    if (sentence === undefined) throw error;
    throw new UnusableDataDir(`${file} ${sentence}`);
  }
}

const databaseProblems: Record<string, string> = {
  SQLITE_NOTADB: 'is not a SQLite database.',
  SQLITE_CANTOPEN: 'cannot be opened: it is no file, or this user may not write there.',
  SQLITE_READONLY: 'cannot be written by this user.',
  SQLITE_READONLY_DIRECTORY: 'cannot be written by this user.',
  SQLITE_BUSY: 'is locked by another program.',
  SQLITE_FULL: 'cannot be written: the disk is full.',
  SQLITE_IOERR: 'cannot be read or written: the disk may be full or broken.',
};
