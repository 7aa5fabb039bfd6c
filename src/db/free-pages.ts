import type { Database } from './database.ts';

const mebibyte = 1024 * 1024;
/** Fewer bytes of free pages stay, for the next messages. */
const least = 16 * mebibyte;
/** A file with more in use stays as it is: writing so much takes about three seconds. */
const most = 512 * mebibyte;

/**
 * Returns the free pages of a file to the system if they are more than half of it, and no fewer than 16 MiB. Writes all
 * that is in use anew, outside a transaction: 32 MB take 0.2 s, and nothing else can be done meanwhile. Throws the error
 * of SQLite if there is no room for a second copy, or another program is writing; the file then stays as it is.
 */
export function returnFreePages({ connection }: Database): void {
  const numberOf = (pragma: string) => Number(connection.pragma(pragma, { simple: true }));
  const free = numberOf('freelist_count') * numberOf('page_size');
  const used = numberOf('page_count') * numberOf('page_size') - free;
  if (free < least || free <= used || used > most) return;
  // The copy may be larger than memory.
  connection.pragma('temp_store = FILE');
  connection.exec('VACUUM');
}
