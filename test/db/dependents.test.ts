import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { schemaFile } from '../../src/assets.ts';
import { openConnection } from '../../src/db/connection.ts';
import type { Database } from '../../src/db/database.ts';

function scratch(sql: string): Database {
  const db = openConnection(':memory:');
  db.connection.exec(sql);
  return db;
}

describe('QueryCache', () => {
  it('notices what a trigger of the schema wrote', () => {
    const db = scratch(readFileSync(schemaFile, 'utf8'));
    const used = () => db.cachedValue<number>('SELECT used FROM upload_space');
    db.run("INSERT INTO users (id, email, email_key, full_name, role, joined_at) VALUES (1, 'a', 'a', 'A', 400, 0)");
    const seen = [used()];

    db.run("INSERT INTO attachments VALUES (1, 1, 'a', 'a', 'a', 123, 'text/plain', 0)");
    seen.push(used());
    db.run('DELETE FROM attachments');
    seen.push(used());

    assert.deepEqual(seen, [undefined, 123, 0]);
  });

  it('notices what triggers wrote whatever their SQL looks like, also by way of other tables', () => {
    const db = scratch(`
      CREATE TABLE first (id INTEGER PRIMARY KEY, n INTEGER);
      CREATE TABLE second (id INTEGER PRIMARY KEY, n INTEGER);
      CREATE TABLE third (id INTEGER PRIMARY KEY, n INTEGER);
      CREATE TABLE fourth (id INTEGER PRIMARY KEY, n INTEGER);
      INSERT INTO third VALUES (1, 0);
      create trigger a after insert on first when new.n <> 'update it' begin
        select 'delete from nothing'; -- update nothing
        insert or ignore into "second" values (new.id, new.n);
      end;
      CREATE TRIGGER b BEFORE INSERT ON second BEGIN
        UPDATE OR IGNORE third SET n = new.n;
        REPLACE INTO [fourth] VALUES (new.id, new.n);
      END;
      CREATE TRIGGER c AFTER UPDATE OF n ON third BEGIN
        DELETE /* here */ FROM first WHERE n = 7;
      END`);
    const read = () => ['first', 'second', 'third', 'fourth'].map((table) => db.cachedValues(`SELECT n FROM ${table}`));
    read();

    db.run('INSERT INTO first VALUES (1, 5)');
    const after = [read()];
    db.run('INSERT INTO first VALUES (2, 7)');
    after.push(read());

    assert.deepEqual(after, [
      [[5], [5], [5], [5]],
      [[5], [5, 7], [7], [5, 7]],
    ]);
  });

  it('notices references that a foreign key changed', () => {
    for (const action of ['DELETE SET NULL', 'DELETE SET DEFAULT', 'UPDATE CASCADE', 'UPDATE SET NULL']) {
      const db = scratch(`
        CREATE TABLE shelves (id INTEGER PRIMARY KEY);
        CREATE TABLE books (id INTEGER PRIMARY KEY, shelf_id INTEGER DEFAULT 2 REFERENCES shelves (id) ON ${action});
        INSERT INTO shelves VALUES (1), (2);
        INSERT INTO books VALUES (10, 1)`);
      const shelfOf = () => db.cachedValue<number>('SELECT shelf_id FROM books WHERE id = 10');
      const before = shelfOf();

      db.run(
        action.startsWith('DELETE') ? 'DELETE FROM shelves WHERE id = 1' : 'UPDATE shelves SET id = 3 WHERE id = 1',
      );

      const expected = { 'DELETE SET DEFAULT': 2, 'UPDATE CASCADE': 3 }[action] ?? null;
      assert.deepEqual([before, shelfOf()], [1, expected], action);
    }
  });

  it('copes with tables that change one another', () => {
    const db = scratch(`
      CREATE TABLE nodes (id INTEGER PRIMARY KEY, parent INTEGER REFERENCES nodes (id) ON DELETE CASCADE, n INTEGER);
      CREATE TABLE counts (n INTEGER);
      CREATE TRIGGER a AFTER INSERT ON nodes BEGIN INSERT INTO counts VALUES (new.n); END;
      CREATE TRIGGER b AFTER INSERT ON counts BEGIN INSERT INTO nodes (n) VALUES (new.n + 1); END`);
    const read = () => db.cachedValues<number>('SELECT n FROM nodes ORDER BY id');
    read();

    db.run('INSERT INTO counts VALUES (1)');
    const grown = read();
    db.run('UPDATE nodes SET parent = id');
    db.run('DELETE FROM nodes');

    assert.deepEqual([grown, read()], [[2], []]);
  });
});
