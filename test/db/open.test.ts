import assert from 'node:assert/strict';
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import Sqlite from 'better-sqlite3';
import { openReadOnly } from '../../src/db/connection.ts';
import { UnusableDatabase } from '../../src/db/migrate.ts';
import { openDatabase } from '../../src/db/open.ts';
import { verifyDataDir } from '../../src/verify/verify.ts';
import { temporaryFile } from '../support/search.ts';
import { writeOldDataDir } from './old-data-dir.ts';
import { contentsOf, filledUpTo, made, migrations, pragma } from './old-database.ts';

const versions = [1, ...migrations.map(({ version }) => version)];
const newest = versions.at(-1) ?? 0;

/** Schema 3 as it was before files were added to it. */
const unfinished = readFileSync(join(import.meta.dirname, 'schema-0003-first.sql'), 'utf8');
const trigger = 'CREATE TRIGGER theirs AFTER INSERT ON messages BEGIN UPDATE users SET role = 100; END';

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

  const unknown: [string, version: number, (db: Sqlite.Database) => void][] = [
    ['of schema 3 before it was finished', 3, () => undefined],
    ['of schema 7 without a table', 7, (db) => db.exec('DROP TABLE sent_names')],
    ['of an older schema without an index', 5, (db) => db.exec('DROP INDEX attachments_by_owner')],
    ['of an older schema with a trigger', 12, (db) => db.exec(trigger)],
    ['of an older schema with another column', 9, (db) => db.exec('ALTER TABLE users ADD COLUMN note TEXT')],
    ['of the first schema that is called schema 8', 1, (db) => db.pragma('user_version = 8')],
  ];
  for (const [which, version, change] of unknown) {
    it(`${which} says that it cannot be upgraded, and changes nothing`, (t) => {
      const file = temporaryFile(t);
      const old = version === 3 ? made(unfinished) : filledUpTo(version);
      change(old.connection);
      writeFileSync(file, old.connection.serialize());
      const before = readFileSync(file);

      assert.throws(
        () => openDatabase(file),
        (error: unknown) => error instanceof UnusableDatabase && /is not that of a released chatd/.test(error.message),
      );

      assert.deepEqual(readdirSync(dirname(file)), ['chatd.db']);
      assert.ok(readFileSync(file).equals(before));
    });
  }

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
