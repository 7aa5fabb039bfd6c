import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { openConnection } from '../../src/db/connection.ts';
import type { Database } from '../../src/db/database.ts';

interface Shelf {
  db: Database;
  /** How often a query was really run. */
  asked: () => number;
}

/** A database of shelves, with books that go with their shelf. */
function fill(source: string): Shelf {
  const db = openConnection(source);
  db.connection.exec(`
    CREATE TABLE shelves (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;
    CREATE TABLE books (id INTEGER PRIMARY KEY, title TEXT NOT NULL,
      shelf_id INTEGER REFERENCES shelves (id) ON DELETE CASCADE) STRICT;
    CREATE TABLE readers (id INTEGER PRIMARY KEY) STRICT;
    INSERT INTO shelves VALUES (1, 'poems'), (2, 'novels');
    INSERT INTO books VALUES (10, 'Leaves', 1);`);
  let count = 0;
  const { value, values } = db;
  db.value = (sql, ...bound) => {
    count++;
    return value.call(db, sql, ...bound) as never;
  };
  db.values = (sql, ...bound) => {
    count++;
    return values.call(db, sql, ...bound) as never;
  };
  return { db, asked: () => count };
}

const nameSql = 'SELECT name FROM shelves WHERE id = ?';
const titleSql = 'SELECT title FROM books WHERE id = ?';

function nameOf(db: Database, id: number): string | undefined {
  return db.cachedValue<string>(nameSql, id);
}

describe('QueryCache', () => {
  it('asks once for the same values, also when nothing is found', () => {
    const { db, asked } = fill(':memory:');

    const names = [1, 1, 2, 3, 3].map((id) => nameOf(db, id));

    assert.deepEqual(names, ['poems', 'poems', 'novels', undefined, undefined]);
    assert.equal(asked(), 3);
  });

  it('keeps what was made of some tables until one of them changes', () => {
    const { db } = fill(':memory:');
    const lengths = () => db.derived('lengths', 'shelves books', () => new Map<string, number>());
    lengths().set('poems', 5);
    db.run('INSERT INTO readers VALUES (1)');

    const kept = lengths();
    db.run("UPDATE books SET title = 'Leaves of Grass'");

    assert.deepEqual([kept, lengths()], [new Map([['poems', 5]]), new Map()]);
  });

  it('hands an outdated value to the maker of the next one', () => {
    const { db } = fill(':memory:');
    const made: (number | undefined)[] = [];
    const next = () =>
      db.derived<number>('books seen', 'shelves', (outdated) => {
        made.push(outdated);
        return (outdated ?? 0) + 1;
      });

    const values = [next(), next()];
    for (const name of ['verse', 'verses']) db.run('UPDATE shelves SET name = ?', name);
    values.push(next());

    assert.deepEqual(
      [values, made],
      [
        [1, 1, 2],
        [undefined, 1],
      ],
    );
  });

  it('keeps what was computed of queries until a table of one of them changes, also of one inside another', () => {
    const { db } = fill(':memory:');
    let count = 0;
    const titles = () =>
      db.computed('titles', () => db.value<string>('SELECT group_concat(title) FROM books WHERE id > ?', 0));
    const all = () =>
      db.computed('all', () => {
        count++;
        return `${nameOf(db, 1)}: ${titles()}`;
      });
    const seen = [titles(), all(), all()];
    db.run('INSERT INTO readers VALUES (1)');
    seen.push(all());

    db.run("UPDATE books SET title = 'Drum-Taps'");
    seen.push(all());
    db.run("UPDATE shelves SET name = 'verse' WHERE id = 1");
    seen.push(all());

    const before = ['Leaves', ...Array<string>(3).fill('poems: Leaves')];
    assert.deepEqual(seen, [...before, 'poems: Drum-Taps', 'verse: Drum-Taps']);
    assert.equal(count, 3);
  });

  it('computes a value that needs no query once', () => {
    const { db } = fill(':memory:');
    let count = 0;
    const constant = () => db.computed('constant', () => ++count);

    const seen = [constant(), constant()];
    db.run("UPDATE shelves SET name = 'verse' WHERE id = 1");

    assert.deepEqual([...seen, constant()], [1, 1, 1]);
  });

  it('counts what is asked for, too, in how much it keeps', () => {
    const { db, asked } = fill(':memory:');
    const ask = (name: string) => db.cachedValue<number>('SELECT id FROM shelves WHERE name = ?', name);

    for (const name of ['poems', ...Array.from({ length: 50 }, (_, count) => `${count}`.padEnd(1_000_000, '-'))])
      ask(name);

    assert.deepEqual([ask('poems'), asked()], [1, 52]);
  });

  it('asks again once a table that the query names has changed, and only then', () => {
    const { db, asked } = fill(':memory:');
    nameOf(db, 1);
    db.run('INSERT INTO readers (id) VALUES (1)');
    nameOf(db, 1);
    const before = asked();

    db.run("UPDATE shelves SET name = 'verses' WHERE id = 1");

    assert.equal(before, 1);
    assert.equal(nameOf(db, 1), 'verses');
  });

  it('notices rows that go with those of another table', () => {
    const { db } = fill(':memory:');
    db.cachedValue(titleSql, 10);

    db.run('DELETE FROM shelves WHERE id = 1');

    assert.equal(db.cachedValue(titleSql, 10), undefined);
  });

  it('notices a change that a query returns', () => {
    const { db } = fill(':memory:');
    nameOf(db, 1);

    db.get("UPDATE shelves SET name = 'verses' WHERE id = 1 RETURNING name");

    assert.equal(nameOf(db, 1), 'verses');
  });

  it('forgets what it read of a change that was undone', () => {
    const { db } = fill(':memory:');
    const seen: (string | undefined)[] = [];
    const change = (name: string) => () => {
      db.run('UPDATE shelves SET name = ? WHERE id = 1', name);
      seen.push(nameOf(db, 1));
      throw new Error('no');
    };

    db.group([change('one')]);
    seen.push(nameOf(db, 1));
    assert.throws(() => db.transaction(change('two')));
    seen.push(nameOf(db, 1));

    assert.deepEqual(seen, ['one', 'poems', 'two', 'poems']);
  });

  it('notices the change of another process in the next turn, and at once where work begins', async (t) => {
    const file = temporaryFile(t);
    const { db } = fill(file);
    const other = openConnection(file);
    const rename = (name: string) => other.run('UPDATE shelves SET name = ? WHERE id = 1', name);
    nameOf(db, 1);

    rename('verses');
    await nextTurn();
    const later = nameOf(db, 1);
    rename('rhymes');
    const inTransaction = db.transaction(() => nameOf(db, 1));
    rename('songs');
    const [inSnapshot] = db.snapshot([() => nameOf(db, 1)]);

    assert.deepEqual([later, inTransaction, inSnapshot?.value], ['verses', 'rhymes', 'songs']);
    other.close();
    db.close();
  });

  it('gives rows and lists that nobody can change', () => {
    const { db } = fill(':memory:');
    const row = db.cached<{ name: string }>('SELECT name FROM shelves WHERE id = ?', 1) as { name: string };
    const list = db.cachedValues<string>('SELECT name FROM shelves ORDER BY id') as string[];
    const rows = db.cachedAll<{ name: string }>('SELECT name FROM shelves ORDER BY id') as { name: string }[];

    assert.throws(() => {
      row.name = 'mine';
    }, TypeError);
    assert.throws(() => list.push('mine'), TypeError);
    assert.throws(() => rows.pop(), TypeError);
  });

  it('tells apart the values of a query with several', () => {
    const { db } = fill(':memory:');
    const sql = 'SELECT count(*) FROM books WHERE shelf_id = ? AND title = ?';

    const counts = [
      [1, 'Leaves'],
      [2, 'Leaves'],
      [1, 'Waves'],
    ].map((values) => db.cachedValue<number>(sql, ...values));

    assert.deepEqual(counts, [1, 0, 0]);
  });

  it('refuses a query of no table, which nothing could change', () => {
    const { db } = fill(':memory:');

    assert.throws(() => db.cachedValue('SELECT 1'), /names no table/);
  });
});

describe('snapshot', () => {
  it('gives each action its outcome, also beside one that throws', () => {
    const { db } = fill(':memory:');
    const failure = new Error('no');

    const outcomes = db.snapshot([
      () => db.value(nameSql, 1),
      () => {
        throw failure;
      },
      () => db.value(nameSql, 2),
    ]);

    assert.deepEqual(outcomes, [{ value: 'poems' }, { error: failure }, { value: 'novels' }]);
  });

  it('ends when the time is over, after one action at least', () => {
    const { db } = fill(':memory:');
    let left = 2;

    const outcomes = db.snapshot(
      [1, 2, 3].map((id) => () => db.value(nameSql, id)),
      () => --left > 0,
    );

    assert.deepEqual(outcomes, [{ value: 'poems' }, { value: 'novels' }]);
  });

  it('shows all of them one state of the database', (t) => {
    const file = temporaryFile(t);
    const { db } = fill(file);
    const other = openConnection(file);

    const outcomes = db.snapshot([
      () => db.value(nameSql, 1),
      () => other.run("UPDATE shelves SET name = 'verses' WHERE id = 1").changes,
      () => db.value(nameSql, 1),
    ]);

    assert.deepEqual(outcomes, [{ value: 'poems' }, { value: 1 }, { value: 'poems' }]);
    assert.equal(db.value(nameSql, 1), 'verses');
    other.close();
    db.close();
  });
});

function temporaryFile(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'chatd-test-'));
  t.after(() => rmSync(folder, { recursive: true }));
  return join(folder, 'chat.db');
}
