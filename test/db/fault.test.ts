import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openConnection } from '../../src/db/connection.ts';
import { faultOf, WritesStopped } from '../../src/db/fault.ts';

function database() {
  const db = openConnection(':memory:');
  db.connection.exec('CREATE TABLE notes (text TEXT) STRICT');
  return db;
}

const insert = "INSERT INTO notes VALUES ('a')";

describe('a database whose writes are stopped', () => {
  it('refuses transactions, and reads on', () => {
    const db = database();
    db.stopWrites('damage');

    assert.throws(() => db.transaction(() => db.run(insert)), WritesStopped);
    assert.throws(() => db.group([() => db.run(insert)]), WritesStopped);
    assert.equal(db.value('SELECT count(*) FROM notes'), 0);
    db.resumeWrites();
    db.transaction(() => db.run(insert));
    assert.equal(db.value('SELECT count(*) FROM notes'), 1);
  });

  it('undoes the transactions that run', () => {
    const db = database();
    const act = () => {
      db.run(insert);
      db.stopWrites('disk');
    };

    assert.throws(() => db.transaction(act), WritesStopped);
    db.resumeWrites();
    assert.throws(() => db.group([() => db.run(insert), act]), WritesStopped);

    assert.equal(db.value('SELECT count(*) FROM notes'), 0);
  });
});

describe('faultOf', () => {
  it('tells a broken disk and damage from errors that pass', () => {
    const codes = [
      'IOERR_FSYNC',
      'IOERR_READ',
      'IOERR_SHORT_READ',
      'CORRUPT',
      'CORRUPT_INDEX',
      'NOTADB',
      'FULL',
      'BUSY',
    ];

    const faults = [...codes, 'IOERR_WRITE', 'CONSTRAINT'].map((code) => faultOf({ code: `SQLITE_${code}` }));

    const rest = [undefined, undefined, undefined, undefined];
    assert.deepEqual(faults, ['disk', 'disk', 'disk', 'damage', 'damage', 'damage', ...rest]);
    assert.deepEqual([faultOf(new Error('other')), faultOf(undefined)], [undefined, undefined]);
  });
});
