/** Why a database must not be written any more: its disk failed, or what it holds is damaged. */
export type Fault = 'disk' | 'damage';

/** A transaction is refused because of a fault. */
export class WritesStopped extends Error {
  readonly fault: Fault;

  constructor(fault: Fault) {
    super(`writes are stopped because of ${fault === 'disk' ? 'an error of the disk' : 'damage'}`);
    this.fault = fault;
  }
}

// After a failed fsync or read nobody knows what is on the disk: trying again may succeed and lie. A full disk is none
// of these, and passes.
const diskFault = /^SQLITE_IOERR_(FSYNC|DIR_FSYNC|READ|SHORT_READ|DATA|CORRUPTFS)$/;

/** The fault that an error of SQLite tells of; undefined for all other errors. */
export function faultOf(error: unknown): Fault | undefined {
  const code = String((error as { code?: unknown } | undefined)?.code);
  if (diskFault.test(code)) return 'disk';
  return /^SQLITE_(CORRUPT|NOTADB)/.test(code) ? 'damage' : undefined;
}
