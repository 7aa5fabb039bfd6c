import Sqlite from 'better-sqlite3';

/** Frees the cached pages of connections, and returns free memory of the whole process to the system. */
export function freeMemory(connections: readonly Sqlite.Database[]): void {
  for (const connection of connections) connection.pragma('shrink_memory');
  const [any] = connections;
  if (any) trimHeap(any);
}

/** The library's types lack the function to call. */
type LoadsExtensions = Sqlite.Database & { loadExtension(path: string, entryPoint: string): void };

/**
 * Returns the free pages that glibc keeps between the blocks in use: a third of the memory after a load. glibc does it
 * only when asked, and Node.js does not ask. SQLite can call a function of a library, as the entry point of an extension:
 * the one way without native code of our own. Where the C library is another, nothing happens.
 */
function trimHeap(connection: Sqlite.Database): void {
  try {
    (connection as LoadsExtensions).loadExtension('libc.so.6', 'malloc_trim');
  } catch (error) {
    // SQLite takes the result 1, "memory was returned", for a failure of the extension.
    if (!(error instanceof Sqlite.SqliteError)) throw error;
  }
}
