import { openReadOnly } from '../db/connection.ts';
import { ensureDataDir } from '../db/data-dir.ts';
import type { Database } from '../db/database.ts';
import { UnusableDatabase } from '../db/migrate.ts';
import { needsUpgrade } from '../db/open.ts';
import { pathsIn } from '../ground/data-paths.ts';
import { hideRest, type Rules, rulesOf, type Scope } from './scope.ts';

/** One state of the database, limited to the rows of a scope. */
export interface Snapshot {
  db: Database;
  rules: Rules;
  /** The folder with the contents of uploaded files. */
  uploads: string;
}

const outdated =
  'The database has the schema of an older chatd: start the server, or run chatd list-users, to upgrade it first.';

/**
 * Reads one state of the database, even while a server runs. Throws UnusableDataDir, UnusableDatabase for another
 * schema, or NoSuchUser.
 */
export async function readSnapshot<Result>(
  data_dir: string,
  scope: Scope,
  read: (snapshot: Snapshot) => Promise<Result>,
): Promise<Result> {
  ensureDataDir(data_dir);
  const { database, uploads } = pathsIn(data_dir);
  // The rules of a scope know the tables of this schema alone.
  if (needsUpgrade(database)) throw new UnusableDatabase(outdated, false);
  const db = openReadOnly(database);
  try {
    db.run('BEGIN');
    hideRest(db, scope);
    return await read({ db, rules: rulesOf(scope), uploads });
  } finally {
    db.close();
  }
}
