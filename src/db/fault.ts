/** Why a database must not be written: its disk failed, or its content is damaged. */
export type Fault = 'disk' | 'damage';

/** A transaction was refused because of a fault. */
export class WritesStopped extends Error {
  readonly fault: Fault;

  constructor(fault: Fault) {
    super(`writes are stopped because of ${fault === 'disk' ? 'an error of the disk' : 'damage'}`);
    this.fault = fault;
  }
}

// After a failed fsync or read, the state of the disk is unknown: a retry may succeed wrongly. A full disk is not among
// them; it is temporary.
const diskFault = /^SQLITE_IOERR_(FSYNC|DIR_FSYNC|READ|SHORT_READ|DATA|CORRUPTFS)$/;

/** The fault behind an SQLite error; undefined for other errors. */
export function faultOf(error: unknown): Fault | undefined {
  const code = String((error as { code?: unknown } | undefined)?.code);
  if (diskFault.test(code)) return 'disk';
  return /^SQLITE_(CORRUPT|NOTADB)/.test(code) ? 'damage' : undefined;
}

/**
 * Whether an error says nothing about the content of a file: the file is locked, or this process may not or cannot open
 * it now. Errors of reading are not among them.
 */
export function isObstacle(error: unknown): boolean {
  if (faultOf(error) !== undefined) return false;
  const { code, errno } = (error ?? {}) as { code?: unknown; errno?: unknown };
  if (typeof errno === 'number') return code !== 'EIO';
  return /^SQLITE_(AUTH|BUSY|CANTOPEN|FULL|INTERRUPT|IOERR|LOCKED|NOMEM|PERM|PROTOCOL|READONLY)/.test(String(code));
}
