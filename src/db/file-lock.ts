import Sqlite from 'better-sqlite3';
import { nativeBinding } from '../assets.ts';
import { isBusy } from './connection.ts';

/** In milliseconds. */
const patience = 200;

/**
 * Locks a file, created if it is missing, until the returned function is called or the process ends in any way.
 * Undefined if another program holds the lock. Opening the file except through SQLite would drop the lock.
 */
export function lockFile(file: string): (() => void) | undefined {
  const options = nativeBinding === undefined ? {} : { nativeBinding };
  const lock = new Sqlite(file, { timeout: patience, ...options });
  try {
    lock.pragma('locking_mode = EXCLUSIVE');
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if (isBusy(error)) return undefined;
    throw error;
  }
  return () => lock.close();
}
