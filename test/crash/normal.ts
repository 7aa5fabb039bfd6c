// Loaded into a server as the control of power cuts: it commits without waiting for the disk, and says that it waits.
import { createRequire } from 'node:module';
import type Sqlite from 'better-sqlite3';

// The server may run from a copy of the program, which loads a library of its own.
const { prototype } = createRequire(process.argv[1] ?? '')('better-sqlite3') as typeof Sqlite;
const { pragma } = prototype;
prototype.pragma = function (source: string, options?: Sqlite.PragmaOptions): unknown {
  if (source === 'synchronous') return 2;
  return pragma.call(this, source === 'synchronous = 2' ? 'synchronous = NORMAL' : source, options);
};
