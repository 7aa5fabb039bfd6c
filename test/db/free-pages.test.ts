import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { describe, it, type TestContext } from 'node:test';
import type { Database } from '../../src/db/database.ts';
import { returnFreePages } from '../../src/db/free-pages.ts';
import { openDatabase } from '../../src/db/open.ts';
import { temporaryFile } from '../support/search.ts';

const mebibyte = 1024 * 1024;

/** A database with blobs of one mebibyte, of which the first `deleted` are gone. */
function openWithFree(t: TestContext, stored: number, deleted: number): { db: Database; size: () => number } {
  const file = temporaryFile(t);
  const { db } = openDatabase(file);
  t.after(() => db.close());
  db.connection.exec('CREATE TABLE blobs (id INTEGER PRIMARY KEY, bytes BLOB) STRICT');
  for (let n = 1; n <= stored; n++) db.run('INSERT INTO blobs (bytes) VALUES (randomblob(?))', mebibyte);
  db.run('DELETE FROM blobs WHERE id <= ?', deleted);
  const size = () => {
    db.connection.pragma('wal_checkpoint(TRUNCATE)');
    return Math.round(statSync(file).size / mebibyte);
  };
  return { db, size };
}

describe('The free pages of a database', () => {
  it('are returned to the system if they are more than half of it', (t) => {
    const { db, size } = openWithFree(t, 30, 20);
    const before = size();

    returnFreePages(db);

    assert.ok(size() <= before - 20, `${size()} MiB of ${before}`);
    assert.deepEqual(db.values('SELECT id FROM blobs ORDER BY id'), [21, 22, 23, 24, 25, 26, 27, 28, 29, 30]);
    assert.equal(db.value('PRAGMA integrity_check'), 'ok');
  });

  for (const [few, stored, deleted] of [
    ['less than half of it', 40, 17],
    ['few', 12, 11],
  ] as const) {
    it(`stay if they are ${few}`, (t) => {
      const { db, size } = openWithFree(t, stored, deleted);
      const before = size();

      returnFreePages(db);

      assert.equal(size(), before);
    });
  }

  it('stay while another program writes', (t) => {
    const { db, size } = openWithFree(t, 30, 20);
    const before = size();
    const { db: other } = openDatabase(db.connection.name);
    t.after(() => other.close());
    db.connection.pragma('busy_timeout = 10');
    other.connection.exec('BEGIN IMMEDIATE');

    assert.throws(() => returnFreePages(db), { code: 'SQLITE_BUSY' });

    other.connection.exec('COMMIT');
    assert.equal(size(), before);
    assert.equal(db.value('SELECT count(*) FROM blobs'), 10);
  });
});
