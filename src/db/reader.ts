import Sqlite from 'better-sqlite3';
import { Database } from './database.ts';

/**
 * Opens a database file for reading, without changing the file. For threads, which do not find the SQLite addon of the
 * executable by themselves.
 */
export function openReader(file: string, nativeBinding: string | undefined): Database {
  return new Database(new Sqlite(file, { readonly: true, ...(nativeBinding === undefined ? {} : { nativeBinding }) }));
}
