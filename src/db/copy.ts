import { flushFile } from '../ground/data-paths.ts';
import { openReadOnly } from './connection.ts';

/**
 * Copies one state of a database into a new file, on the disk when this returns, also beside programs that write to it.
 * Throws a SqliteError where the database is damaged.
 */
export function copyDatabase(file: string, copy: string): void {
  const db = openReadOnly(file);
  try {
    db.connection.pragma('busy_timeout = 5000');
    // SQLite's backup function would begin anew with each commit of another program.
    db.connection.prepare('VACUUM INTO ?').run(copy);
  } finally {
    db.close();
  }
  flushFile(copy);
}
