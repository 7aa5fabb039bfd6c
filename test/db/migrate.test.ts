import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { migrationsFolder, schemaFile } from '../../src/assets.ts';
import { openConnection } from '../../src/db/connection.ts';
import type { Database } from '../../src/db/database.ts';
import { type Migration, migrate, readMigrations, UnusableDatabase } from '../../src/db/migrate.ts';

const schema = readFileSync(schemaFile, 'utf8');
const oldest = readFileSync(join(import.meta.dirname, 'schema-0001.sql'), 'utf8');
const migrations = readMigrations(migrationsFolder);

/** Everything a database's shape consists of, whatever order it was made in; comments and layout left out. */
function shapeOf(db: Database): unknown {
  const rows = db.all<{ name: string; sql: string | null }>('SELECT name, sql FROM sqlite_schema ORDER BY name');
  const shape = rows.map(({ name, sql }) => ({
    name,
    sql:
      sql
        ?.replace(/--[^\n]*/g, '')
        .replace(/\s+/g, ' ')
        .replace(/ ?([(),]) ?/g, '$1') ?? null,
  }));
  return { shape, version: pragma(db, 'user_version'), application: pragma(db, 'application_id') };
}

function pragma(db: Database, name: string): unknown {
  return db.connection.pragma(name, { simple: true });
}

function made(sql: string, steps: readonly Migration[] = []): Database {
  const db = openConnection(':memory:');
  migrate(db, sql, steps);
  return db;
}

/** A schema one step newer than `sql`. */
function newer(sql: string): string {
  return sql.replace(
    /PRAGMA user_version = \d+;/,
    `PRAGMA user_version = ${Number(pragma(made(sql), 'user_version')) + 1};`,
  );
}

describe('migrate', () => {
  it('brings the oldest database to the shape that schema.sql makes', () => {
    const old = made(oldest);

    const created = migrate(old, schema, migrations);

    assert.equal(created, false);
    assert.deepEqual(shapeOf(old), shapeOf(made(schema)));
  });

  it('keeps up to where users of the oldest database have read', () => {
    const old = made(oldest);
    old.connection.exec(`
      INSERT INTO users (id, email, email_key, full_name, role, joined_at) VALUES (7, 'a@b', 'a@b', 'A', 400, 0);
      INSERT INTO conversations (id, members_key, max_message_id) VALUES (3, '7', 9);
      INSERT INTO messages (id, conversation_id, sender_id, client, sent_at, content, rendered_content, rendered_version)
        VALUES (9, 3, 7, '', 0, '', '', 1);
      INSERT INTO read_watermarks (user_id, conversation_id, message_id) VALUES (7, 3, 9)`);

    migrate(old, schema, migrations);

    assert.deepEqual(old.all('SELECT * FROM read_watermarks'), [{ user_id: 7, place_id: 3, message_id: 9 }]);
    assert.deepEqual(old.all('SELECT joined_place_id, place_id FROM messages'), [
      { joined_place_id: null, place_id: 3 },
    ]);
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

  it('undoes a migration that fails, and keeps those before it', () => {
    const db = made(oldest);
    const steps = [
      { version: 2, sql: 'CREATE TABLE good (x)' },
      { version: 3, sql: 'CREATE TABLE bad (x); INSERT INTO nowhere VALUES (1)' },
    ];

    const failed = () => migrate(db, newer(newer(oldest)), steps);

    assert.throws(failed, /no such table: nowhere/);
    assert.equal(pragma(db, 'user_version'), 2);
    assert.deepEqual(db.values("SELECT name FROM sqlite_schema WHERE name IN ('good', 'bad')"), ['good']);
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
