import { closeSync, fsyncSync, openSync } from 'node:fs';
import { join } from 'node:path';

/** The files of a data directory. */
export function pathsIn(data_dir: string) {
  return {
    database: join(data_dir, 'chatd.db'),
    secret: join(data_dir, 'secret.key'),
    lock: join(data_dir, 'chatd.lock'),
    running: join(data_dir, 'chatd.pid'),
    uploads: join(data_dir, 'uploads'),
    zuliprc: join(data_dir, 'zuliprc'),
  };
}

/** Makes sure that the names in a folder are on the disk. */
export function flushFolder(folder: string): void {
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
