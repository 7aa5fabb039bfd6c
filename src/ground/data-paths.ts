import { closeSync, fsyncSync, openSync } from 'node:fs';
import { join } from 'node:path';

/** The files of a data directory. */
export function pathsIn(data_dir: string) {
  return {
    database: join(data_dir, 'chatd.db'),
    secret: join(data_dir, 'secret.key'),
    lock: join(data_dir, 'chatd.lock'),
    running: join(data_dir, 'chatd.pid'),
    check: join(data_dir, 'check.json'),
    uploads: join(data_dir, 'uploads'),
    zuliprc: join(data_dir, 'zuliprc'),
  };
}

/** Makes sure that the names in a folder are on the disk. */
export function flushFolder(folder: string): void {
  flushFile(folder);
}

/** Makes sure that a file is on the disk. Never for a database that this process has open: SQLite would lose its locks. */
export function flushFile(file: string): void {
  const descriptor = openSync(file, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
