import { closeSync, fsyncSync, openSync } from 'node:fs';
import { join } from 'node:path';

/** Paths of the files in a data directory. */
export function pathsIn(data_dir: string) {
  return {
    database: join(data_dir, 'chatd.db'),
    search: join(data_dir, 'search.db'),
    secret: join(data_dir, 'secret.key'),
    lock: join(data_dir, 'chatd.lock'),
    running: join(data_dir, 'chatd.pid'),
    publicUrl: join(data_dir, 'public-url'),
    check: join(data_dir, 'check.json'),
    uploads: join(data_dir, 'uploads'),
    exports: join(data_dir, 'exports'),
    acmeRecord: join(data_dir, 'acme', 'record.json'),
    acmeAccount: join(data_dir, 'acme', 'account.key'),
    /** The certificate that the server gets by itself, its chain and its key. */
    certificate: join(data_dir, 'acme', 'certificate.pem'),
    /** The root that vouches for this machine in its network, and what it signed; each with its key. */
    networkRoot: join(data_dir, 'network', 'root.pem'),
    networkCertificate: join(data_dir, 'network', 'certificate.pem'),
    zuliprc: join(data_dir, 'zuliprc'),
  };
}

/** The path of an uploaded content below the folder of uploads, by its SHA-256 in hexadecimal. */
export function contentName(sha256: string): string {
  return join(sha256.slice(0, 2), sha256);
}

const isWindows = process.platform === 'win32';

/** Flushes the entries of a folder to the disk. Windows has no such call: its file systems log them. */
export function flushFolder(folder: string): void {
  if (!isWindows) flushFile(folder);
}

/**
 * Flushes a file to the disk. Never use it for a database that this process has open: closing the file would drop
 * SQLite's locks.
 */
export function flushFile(file: string): void {
  // Windows flushes only what is open for writing.
  const descriptor = openSync(file, isWindows ? 'r+' : 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
