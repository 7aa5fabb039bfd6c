import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runCheck } from '../../src/verify/report.ts';

function failing(code: string, more: object = {}): Error {
  return Object.assign(new Error('words of the system'), { code, ...more });
}

describe('a check', () => {
  const damages = [
    failing('SQLITE_CORRUPT_VTAB'),
    failing('SQLITE_NOTADB'),
    failing('SQLITE_ERROR'),
    failing('SQLITE_IOERR_READ'),
    failing('SQLITE_IOERR_SHORT_READ'),
    failing('EIO', { errno: -5 }),
    new RangeError('out of bounds'),
  ];
  for (const error of damages) {
    it(`finds a problem where it ends with ${'code' in error ? error.code : error.name}`, async () => {
      const check = await runCheck('database', () => Promise.reject(error));

      assert.deepEqual(check, { check: 'database', problems: [`cannot be read: ${error.message}`] });
    });
  }

  const obstacles = [
    failing('SQLITE_CANTOPEN'),
    failing('SQLITE_READONLY_DIRECTORY'),
    failing('SQLITE_BUSY'),
    failing('SQLITE_BUSY_SNAPSHOT'),
    failing('SQLITE_LOCKED'),
    failing('SQLITE_FULL'),
    failing('SQLITE_NOMEM'),
    failing('SQLITE_IOERR_SHMOPEN'),
    failing('SQLITE_IOERR_LOCK'),
    failing('EACCES', { errno: -13 }),
    failing('EMFILE', { errno: -24 }),
    failing('ENOENT', { errno: -2 }),
  ];
  for (const error of obstacles) {
    it(`finds nothing where it could not be made because of ${'code' in error ? error.code : ''}`, async () => {
      await assert.rejects(
        runCheck('database', () => Promise.reject(error)),
        error,
      );
    });
  }
});
