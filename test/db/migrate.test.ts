import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openConnection } from '../../src/db/connection.ts';
import { migrate, UnusableDatabase } from '../../src/db/migrate.ts';
import { temporaryFile } from '../support/search.ts';
import { made, migrations, newer, oldest, pragma, schema, shapeOf } from './old-database.ts';

describe('migrate', () => {
  it('brings the oldest database to the shape that schema.sql makes', () => {
    const old = made(oldest);

    const created = migrate(old, schema, migrations);

    assert.equal(created, false);
    assert.deepEqual(shapeOf(old), shapeOf(made(schema)));
  });

  it('numbers migrations as the schema they lead to', () => {
    const versions = migrations.map(({ version }) => version);

    assert.deepEqual(
      versions,
      versions.map((_, index) => index + 2),
    );
    assert.equal(pragma(made(schema), 'user_version'), migrations.length + 1);
  });

  it('makes a database that is empty, and says so', () => {
    const db = openConnection(':memory:');

    const created = migrate(db, schema, migrations);

    assert.equal(created, true);
    assert.equal(pragma(db, 'application_id'), 0x63686174);
  });

  it('changes nothing when run again', () => {
    const db = made(schema);
    db.run("INSERT INTO realm_settings (name, value) VALUES ('x', '1')");
    const before = db.connection.serialize();

    const created = migrate(db, schema, migrations);

    assert.equal(created, false);
    assert.deepEqual(db.connection.serialize(), before);
  });

  it('runs each migration once, in order', () => {
    const db = made(oldest);
    const steps = [
      { version: 2, sql: 'CREATE TABLE steps (text TEXT); INSERT INTO steps VALUES (2)' },
      { version: 3, sql: 'INSERT INTO steps VALUES (3)' },
    ];
    const latest = newer(newer(oldest));

    migrate(db, latest, steps);
    migrate(db, latest, steps);

    assert.deepEqual(db.values('SELECT text FROM steps'), ['2', '3']);
    assert.equal(pragma(db, 'user_version'), 3);
  });

  it('refuses a database of a newer chatd, and changes nothing', () => {
    const db = made(newer(schema));
    const before = db.connection.serialize();

    const refused = () => migrate(db, schema, migrations);

    assert.throws(refused, (error: unknown) => error instanceof UnusableDatabase && error.newer);
    assert.deepEqual(db.connection.serialize(), before);
  });

  it("refuses another program's database, and changes nothing", () => {
    for (const id of [0, 42]) {
      const db = openConnection(':memory:');
      db.connection.exec(`PRAGMA application_id = ${id}; CREATE TABLE theirs (x)`);
      const before = db.connection.serialize();

      const refused = () => migrate(db, schema, migrations);

      assert.throws(refused, (error: unknown) => error instanceof UnusableDatabase && !error.newer);
      assert.deepEqual(db.connection.serialize(), before);
    }
  });

  for (const [state, before] of [
    ['empty', undefined],
    ['older', oldest],
  ] as const) {
    it(`changes nothing where another process did all to an ${state} database at the same moment`, (t) => {
      const file = temporaryFile(t);
      const steps = [{ version: 2, sql: 'CREATE TABLE steps (x)' }];
      const db = openConnection(file);
      if (before) migrate(db, before, []);
      const { transaction } = db;
      t.mock.method(db, 'transaction', (action: () => unknown) => {
        migrate(openConnection(file), newer(oldest), steps);
        return transaction.call(db, action);
      });

      const created = migrate(db, newer(oldest), steps);

      assert.deepEqual([created, pragma(db, 'user_version')], [false, 2]);
    });
  }

  it('undoes all migrations where one fails, and says so', () => {
    const db = made(oldest);
    const before = db.connection.serialize();
    const steps = [
      { version: 2, sql: 'CREATE TABLE good (x)' },
      { version: 3, sql: 'CREATE TABLE bad (x); INSERT INTO nowhere VALUES (1)' },
    ];

    const failed = () => migrate(db, newer(newer(oldest)), steps);

    assert.throws(failed, (error: unknown) => {
      assert.ok(error instanceof UnusableDatabase && !error.newer);
      assert.match(
        error.message,
        /^It cannot be upgraded to schema 3 \(no such table: nowhere\), so nothing was changed\./,
      );
      return true;
    });
    assert.deepEqual(db.connection.serialize(), before);
  });
});

describe('schema.sql', () => {
  it('has strict tables only, and every foreign key leads somewhere', () => {
    const db = made(schema);

    const loose = db.values(`SELECT name FROM pragma_table_list WHERE schema = 'main' AND strict = 0
      AND name NOT LIKE 'sqlite_%'`);

    assert.deepEqual(loose, []);
    assert.deepEqual(db.all('PRAGMA foreign_key_check'), []);
  });
});
