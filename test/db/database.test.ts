import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { openConnection } from '../../src/db/connection.ts';
import type { Database } from '../../src/db/database.ts';
import { openDatabase } from '../../src/db/open.ts';

function temporaryFile(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'chatd-test-'));
  t.after(() => rmSync(folder, { recursive: true }));
  return join(folder, 'chat.db');
}

function scratch(): Database {
  const db = openConnection(':memory:');
  db.connection.exec('CREATE TABLE notes (text TEXT PRIMARY KEY) STRICT');
  return db;
}

function notes(db: Database): string[] {
  return db.values('SELECT text FROM notes ORDER BY rowid');
}

function add(db: Database, text: string): void {
  db.run('INSERT INTO notes VALUES (?)', text);
}

describe('openConnection', () => {
  it('opens files so that a commit survives a power cut, with foreign keys held', (t) => {
    const { db, created } = openDatabase(temporaryFile(t));
    const pragma = (name: string) => db.connection.pragma(name, { simple: true });

    const names = ['journal_mode', 'synchronous', 'foreign_keys', 'trusted_schema', 'cell_size_check', 'busy_timeout'];
    const actual = Object.fromEntries(names.map((name) => [name, pragma(name)]));

    assert.equal(created, true);
    assert.deepEqual(actual, {
      journal_mode: 'wal',
      synchronous: 2,
      foreign_keys: 1,
      trusted_schema: 0,
      cell_size_check: 1,
      busy_timeout: 5000,
    });
    db.close();
  });

  it('finds in a file what was committed before', (t) => {
    const file = temporaryFile(t);
    const first = openDatabase(file);
    first.db.run("INSERT INTO realm_settings VALUES ('x', '1')");
    first.db.close();

    const second = openDatabase(file);

    assert.deepEqual(
      [second.created, second.db.value("SELECT value FROM realm_settings WHERE name = 'x'")],
      [false, '1'],
    );
    second.db.close();
  });
});

describe('Database', () => {
  it('reads rows as objects, tuples and single values, with either kind of placeholder', () => {
    const db = scratch();
    add(db, 'a');
    add(db, 'b');

    assert.deepEqual(db.all('SELECT text, 1 AS one FROM notes WHERE text > ?', 'a'), [{ text: 'b', one: 1 }]);
    assert.deepEqual(db.tuples('SELECT text, ?2 FROM notes WHERE text = ?1', 'a', 7), [['a', 7]]);
    assert.deepEqual(db.get('SELECT text FROM notes WHERE text = ?1 OR ?1 IS NULL', 'b'), { text: 'b' });
    assert.deepEqual(db.values('SELECT text FROM notes'), ['a', 'b']);
    assert.equal(db.value('SELECT count(*) FROM notes'), 2);
    assert.equal(db.value('SELECT text FROM notes WHERE text = ?', 'z'), undefined);
  });

  it('leaves question marks in literals, quoted names and comments as they are', () => {
    const db = scratch();
    db.connection.exec('CREATE TABLE "odd?1" ("a?1" TEXT, "b""?1" TEXT); INSERT INTO "odd?1" VALUES (1, 2)');

    assert.equal(db.value("SELECT 'a?b'"), 'a?b');
    assert.equal(db.value("SELECT 'it''s ?1' || ?", '!'), "it's ?1!");
    assert.deepEqual(db.tuples('SELECT "a?1", `a?1`, [a?1], "b""?1", ? FROM "odd?1"', 3), [['1', '1', '1', '2', 3]]);
    assert.equal(db.value("SELECT ? -- it's ?1\n + ?", 1, 2), 3);
    assert.equal(db.value("SELECT ?2 /* it's ? \n ' */ - ?1 /* to the end ?", 1, 2), 1);
  });
});

describe('Database.transaction', () => {
  it('keeps what it did and then runs what it left for later', () => {
    const db = scratch();
    const order: string[] = [];

    const result = db.transaction(() => {
      db.afterCommit(() => order.push(`later, in transaction: ${db.connection.inTransaction}`));
      add(db, 'a');
      order.push('now');
      return 'done';
    });

    assert.equal(result, 'done');
    assert.deepEqual(order, ['now', 'later, in transaction: false']);
    assert.deepEqual(notes(db), ['a']);
  });

  it('undoes everything when something is thrown, and forgets what was left for later', () => {
    const db = scratch();
    let later = 0;

    const failing = () =>
      db.transaction(() => {
        add(db, 'a');
        db.afterCommit(() => later++);
        throw new Error('no');
      });

    assert.throws(failing, /^Error: no$/);
    db.transaction(() => add(db, 'b'));
    assert.deepEqual([notes(db), later], [['b'], 0]);
  });

  it('has no room for another, and afterCommit no place outside', () => {
    const db = scratch();

    assert.throws(() => db.transaction(() => db.transaction(() => undefined)));
    assert.throws(() => db.afterCommit(() => undefined), /afterCommit needs a transaction/);
    assert.equal(db.connection.inTransaction, false);
  });
});

describe('Database.group', () => {
  it('undoes only the action that fails, with what it left for later', () => {
    const db = scratch();
    const later: string[] = [];
    const write = (text: string) => () => {
      db.afterCommit(() => later.push(text));
      add(db, text);
      return text;
    };
    const failing = () => {
      write('half')();
      throw new Error('no');
    };

    const outcomes = db.group([write('a'), failing, write('a'), write('b')]);

    assert.deepEqual(
      outcomes.map((outcome) => ('error' in outcome ? String(outcome.error) : outcome.value)),
      ['a', 'Error: no', 'SqliteError: UNIQUE constraint failed: notes.text', 'b'],
    );
    assert.deepEqual(notes(db), ['a', 'b']);
    assert.deepEqual(later, ['a', 'b']);
  });

  it('leaves nothing of any action when the commit fails', () => {
    const db = openConnection(':memory:');
    db.connection.exec(`CREATE TABLE notes (text TEXT PRIMARY KEY);
      CREATE TABLE replies (note TEXT REFERENCES notes (text) DEFERRABLE INITIALLY DEFERRED)`);
    const later: string[] = [];
    const good = () => {
      db.afterCommit(() => later.push('a'));
      add(db, 'a');
    };
    const dangling = () => db.run("INSERT INTO replies VALUES ('nothing')");

    assert.throws(() => db.group([good, dangling]), /FOREIGN KEY constraint failed/);

    assert.deepEqual([notes(db), later, db.connection.inTransaction], [[], [], false]);
    db.group([good]);
    assert.deepEqual([notes(db), later], [['a'], ['a']]);
  });

  it('runs as many hooks as there are', () => {
    const db = scratch();
    let count = 0;
    const action = () => {
      for (let n = 0; n < 200_000; n++) db.afterCommit(() => count++);
    };

    const outcomes = db.group([action]);

    assert.deepEqual([outcomes, count], [[{ value: undefined }], 200_000]);
  });

  it('runs every hook though one throws, and stands by what it committed', () => {
    const db = scratch();
    const errors: unknown[] = [];
    const later: string[] = [];
    db.onHookError = (error) => errors.push(error);
    const failing = () => {
      add(db, 'a');
      db.afterCommit(() => {
        throw new Error('no');
      });
      db.afterCommit(() => later.push('own'));
    };
    const other = () => db.afterCommit(() => later.push('other'));

    const outcomes = db.group([failing, other]);

    assert.deepEqual(outcomes, [{ value: undefined }, { value: undefined }]);
    assert.deepEqual([notes(db), later, errors.map(String)], [['a'], ['own', 'other'], ['Error: no']]);
  });
});
