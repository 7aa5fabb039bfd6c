import { flushFile } from '../ground/data-paths.ts';
import { openReader } from './reader.ts';

/**
 * Copies one consistent state of a database into a new file and flushes it, while other programs may write. Throws a
 * SqliteError if the database is damaged.
 */
export function copyDatabase(file: string, copy: string, nativeBinding: string | undefined): void {
  const db = openReader(file, nativeBinding);
  try {
    db.connection.pragma('busy_timeout = 5000');
    // SQLite's backup function would restart with each commit of another program.
    db.connection.prepare('VACUUM INTO ?').run(copy);
  } finally {
    db.close();
  }
  flushFile(copy);
}
