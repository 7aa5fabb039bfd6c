// Loaded into a server as the control of power cuts: it commits without waiting for the disk, and says that it waits.
import Sqlite from 'better-sqlite3';

const { pragma } = Sqlite.prototype;
Sqlite.prototype.pragma = function (source: string, options?: Sqlite.PragmaOptions): unknown {
  if (source === 'synchronous') return 2;
  return pragma.call(this, source === 'synchronous = 2' ? 'synchronous = NORMAL' : source, options);
};
