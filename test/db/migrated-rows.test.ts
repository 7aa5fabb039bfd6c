import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { listUnreadInChannel } from '../../src/conversations/unread-messages.ts';
import { openConnection } from '../../src/db/connection.ts';
import type { Database } from '../../src/db/database.ts';
import { migrate, UnusableDatabase } from '../../src/db/migrate.ts';
import {
  contentsOf,
  fill,
  filled,
  filledUpTo,
  made,
  migrations,
  newer,
  oldest,
  pragma,
  type Row,
  schema,
  shapeOf,
} from './old-database.ts';

type Contents = Record<string, Row[]>;

/** Rows that a migration deletes or changes on purpose, by its version. */
const replacedRows: Record<number, Contents> = {
  2: { read_watermarks: [{ user_id: 2, conversation_id: 1, message_id: 2 }] },
  4: {
    read_watermarks: [
      { user_id: 1, conversation_id: 1, message_id: 3 },
      { user_id: 2, conversation_id: 2, message_id: 4 },
    ],
  },
  20: { digest_mails: [{ user_id: 1, sent_at: 300 }] },
  24: {
    user_settings: [{ user_id: 2, name: 'web_home_view', value: '"recent_topics"' }],
    new_user_settings: [{ name: 'web_home_view', value: '"recent_topics"' }],
  },
  26: { closing_channels: [{ channel_id: 1, done_user_id: 1 }] },
};

/** The rows of `before` that are not in `after`; columns that only `after` has are ignored. */
function lostRows(before: Contents, after: Contents): Contents {
  const lost = Object.entries(before).map(([table, rows]): [string, Row[]] => {
    const columns = Object.keys(rows[0] ?? {});
    const textOf = (row: Row) => JSON.stringify(columns.map((column) => row[column]));
    const kept = new Set((after[table] ?? []).map(textOf));
    return [table, rows.filter((row) => !kept.has(textOf(row)))];
  });
  return Object.fromEntries(lost.filter(([, rows]) => rows.length > 0));
}

/** Tables without a row, and foreign keys that are NULL in every row: the test rows lack them. */
function listUnfilled(db: Database): string[] {
  return Object.entries(contentsOf(db)).flatMap(([table, rows]) => {
    if (rows.length === 0) return [table];
    const keys = db.values<string>('SELECT "from" FROM pragma_foreign_key_list(?)', table);
    return keys.filter((key) => rows.every((row) => row[key] === null)).map((key) => `${table}.${key}`);
  });
}

/** The steps that SQLite documents for a change that ALTER TABLE cannot make. */
function rebuildSql(db: Database, table: string): string {
  const columns = db.values<string>('SELECT name FROM pragma_table_info(?)', table).join();
  const [create = '', ...indexesAndTriggers] = db.values<string>(
    "SELECT sql FROM sqlite_schema WHERE tbl_name = ? AND sql <> '' ORDER BY type <> 'table'",
    table,
  );
  return [
    create.replace(table, `rebuilt_${table}`),
    `INSERT INTO rebuilt_${table} (${columns}) SELECT ${columns} FROM ${table}`,
    `DROP TABLE ${table}`,
    `ALTER TABLE rebuilt_${table} RENAME TO ${table}`,
    ...indexesAndTriggers,
  ].join(';\n');
}

function listReferenced(db: Database): string[] {
  return db.values('SELECT DISTINCT f."table" FROM sqlite_schema s, pragma_foreign_key_list(s.name) f');
}

describe('migrations', () => {
  it('keep the rows of every table', () => {
    const db = made(oldest);
    fill(db, 1);
    for (const migration of migrations) {
      const before = contentsOf(db);
      migrate(db, schema, [migration]);
      assert.deepEqual(lostRows(before, contentsOf(db)), replacedRows[migration.version] ?? {}, `${migration.version}`);
      fill(db, migration.version);
      assert.deepEqual(listUnfilled(db), [], `rows/ lacks rows of schema ${migration.version}`);
    }

    assert.deepEqual(db.all('PRAGMA foreign_key_check'), []);
    assert.equal(pragma(db, 'integrity_check'), 'ok');
    assert.deepEqual(shapeOf(db), shapeOf(made(schema)));
  });

  it('give new columns and tables the values that follow from old rows', () => {
    const db = made(oldest);
    fill(db, 1);

    migrate(db, schema, migrations);

    assert.deepEqual(db.tuples('SELECT id, sent_channel_id, joined_place_id, place_id FROM messages'), [
      [1, 1, null, 1],
      [2, 1, null, 1],
      [3, 1, null, 1],
      [4, null, null, 2],
      [5, null, null, 2],
    ]);
    assert.deepEqual(db.tuples('SELECT * FROM read_floors'), [
      [1, 1, 1],
      [2, 1, 2],
    ]);
    assert.deepEqual(db.all('SELECT * FROM read_watermarks'), [
      { user_id: 1, place_id: 1, message_id: 3 },
      { user_id: 2, place_id: 2, message_id: 4 },
    ]);
    assert.deepEqual(db.tuples('SELECT * FROM mentions'), [[1, 2]]);
    assert.deepEqual(db.values('SELECT name_key FROM groups ORDER BY id'), ['readers', 'writers', null]);
  });

  it('tell edits that only resolved a topic from moves', () => {
    const db = made(oldest);
    fill(db, 1);
    db.connection.exec(`INSERT INTO message_edits (id, message_id, edited_at, prev_topic, topic) VALUES
      (2, 1, 117, 'Lunch', '✔ Lunch'), (3, 1, 118, '✔ Lunch', 'Lunch'), (4, 1, 119, 'Lunch', '✔ Tea')`);

    migrate(db, schema, migrations);

    assert.deepEqual(db.tuples('SELECT id, resolves FROM message_edits'), [
      [1, 0],
      [2, 1],
      [3, 1],
      [4, 0],
    ]);
  });

  it('find the users whose rows an older entry of the audit log changed', () => {
    const db = made(oldest);
    fill(db, 1);
    migrate(
      db,
      schema,
      migrations.filter(({ version }) => version <= 9),
    );
    fill(db, 9);

    migrate(db, schema, migrations);

    assert.deepEqual(db.all('SELECT * FROM audit_concerned'), [{ user_id: 2, entry_id: 1 }]);
  });
});

describe('the migration that drops closing_channels', () => {
  /** Ids of the messages of the channel that are unread for user 2. */
  function unreadAfterUpgrade(is_archived: 0 | 1, done_user_id: number): readonly number[] {
    const db = filledUpTo(25);
    db.run('UPDATE channels SET is_archived = ? WHERE id = 1', is_archived);
    db.run('UPDATE closing_channels SET done_user_id = ?', done_user_id);
    migrate(db, schema, migrations);
    return listUnreadInChannel(db, 2, 1);
  }

  it('marks an archived channel as read for the subscribers for whom that was pending', () => {
    assert.deepEqual(unreadAfterUpgrade(1, 1), []);
  });

  it('changes nothing for the others, nor in a channel that was brought back', () => {
    assert.deepEqual(unreadAfterUpgrade(1, 2), [2, 3]);
    assert.deepEqual(unreadAfterUpgrade(0, 1), [2, 3]);
  });
});

describe('migrate', () => {
  it('rebuilds a table without touching the rows that refer to it', () => {
    const bytes = filled().connection.serialize();
    const before = contentsOf(openConnection(bytes));
    const shape = shapeOf(made(newer(schema)));
    for (const table of listReferenced(openConnection(bytes))) {
      const db = openConnection(bytes);

      migrate(db, newer(schema), [{ version: migrations.length + 2, sql: rebuildSql(db, table) }]);

      assert.deepEqual(contentsOf(db), before, table);
      assert.deepEqual(shapeOf(db), shape, table);
      assert.equal(pragma(db, 'foreign_keys'), 1);
    }
  });

  it('refuses a migration that leaves references to missing rows, and changes nothing', () => {
    const db = filled();
    const before = db.connection.serialize();
    const sql = 'DELETE FROM groups WHERE id = 3; DELETE FROM profile_fields';

    const refused = () => migrate(db, newer(schema), [{ version: migrations.length + 2, sql }]);

    assert.throws(refused, (error: unknown) => {
      assert.ok(error instanceof UnusableDatabase && !error.newer);
      assert.match(error.message, /channel_permissions \(1\), group_permissions \(1\), profile_values \(1\)/);
      return true;
    });
    assert.deepEqual(db.connection.serialize(), before);
    assert.equal(pragma(db, 'foreign_keys'), 1);
  });

  it('give the view of recent conversations its present name', () => {
    const db = filled();

    assert.deepEqual(db.values("SELECT value FROM user_settings WHERE name = 'web_home_view'"), ['"recent"']);
    assert.deepEqual(db.values("SELECT value FROM new_user_settings WHERE name = 'web_home_view'"), ['"recent"']);
  });

  it('holds foreign keys again after a migration that fails', () => {
    const db = filled();

    assert.throws(() => migrate(db, newer(schema), [{ version: migrations.length + 2, sql: 'nonsense' }]), /syntax/);

    assert.equal(pragma(db, 'foreign_keys'), 1);
    assert.throws(() => db.run('DELETE FROM users'), /FOREIGN KEY/);
  });
});
