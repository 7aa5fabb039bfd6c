import assert from 'node:assert/strict';
import { copyFileSync, readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import Sqlite from 'better-sqlite3';
import { openReadOnly } from '../../src/db/connection.ts';
import { openDatabase } from '../../src/db/open.ts';
import { verifyDataDir } from '../../src/verify/verify.ts';
import { temporaryFile } from '../support/search.ts';
import { writeOldDataDir } from './old-data-dir.ts';
import { contentsOf, migrations, pragma } from './old-database.ts';

const versions = [1, ...migrations.map(({ version }) => version)];
const newest = versions.at(-1) ?? 0;

function oldDatabase(t: TestContext, version: number): string {
  const file = temporaryFile(t);
  writeOldDataDir(file, version);
  return file;
}

describe('opening a database', () => {
  for (const version of versions) {
    it(`of schema ${version} with rows in every table makes it one of schema ${newest} in which all is sound`, async (t) => {
      const file = oldDatabase(t, version);

      const { db, created } = openDatabase(file);
      t.after(() => db.close());

      assert.deepEqual([created, pragma(db, 'user_version')], [false, newest]);
      const { checks } = await verifyDataDir(dirname(file));
      assert.deepEqual(
        checks.flatMap(({ problems }) => problems),
        [],
      );
    });
  }

  it('of an older schema first copies it', (t) => {
    const file = oldDatabase(t, 1);
    const before = contentsOf(openReadOnly(file));

    openDatabase(file).db.close();

    const copy = openReadOnly(`${file}.schema-1`);
    assert.deepEqual([contentsOf(copy), pragma(copy, 'user_version')], [before, 1]);
  });

  it('of the newest schema copies nothing', (t) => {
    const file = oldDatabase(t, newest);

    openDatabase(file).db.close();

    assert.deepEqual(readdirSync(dirname(file)).sort(), ['chatd.db', 'secret.key', 'uploads']);
  });

  it('that another program is about to write goes on when that is done', (t) => {
    const file = temporaryFile(t);
    const other = new Sqlite(file);
    other.exec('BEGIN IMMEDIATE');
    const { pragma: setOrGet } = Sqlite.prototype;
    t.mock.method(Sqlite.prototype, 'pragma', function (this: Sqlite.Database, ...args: [string]) {
      try {
        return setOrGet.apply(this, args);
      } catch (error) {
        other.close();
        throw error;
      }
    });

    const { db, created } = openDatabase(file);

    assert.deepEqual([created, pragma(db, 'journal_mode')], [true, 'wal']);
    db.close();
  });

  it('that a program had begun to create when it ended creates it', (t) => {
    const file = temporaryFile(t);
    const ending = new Sqlite(`${file}.ending`);
    // Less room than the change takes, so that a part of it is in the file already.
    ending.exec('PRAGMA cache_size = 1; BEGIN; CREATE TABLE notes (text); INSERT INTO notes VALUES (zeroblob(100000))');
    for (const suffix of ['', '-journal']) copyFileSync(`${file}.ending${suffix}`, `${file}${suffix}`);

    const { db, created } = openDatabase(file);

    assert.deepEqual([created, pragma(db, 'user_version')], [true, newest]);
    db.close();
    ending.close();
  });
});
