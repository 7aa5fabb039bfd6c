import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { made, schema } from './old-database.ts';
import { readTypedQueries, type TypedQuery } from './typed-queries.ts';

/** Columns that may be NULL, but not in the rows that queries with these row types return. */
const neverNull = new Set([
  'conversations.topic', // in queries of topics
  'conversations.max_message_id', // in queries of topics with messages
  'groups.name', // in queries of named groups
  'messages.place_id', // generated from columns of which one is NOT NULL
]);

const wrongTypes: Record<string, RegExp> = {
  INTEGER: /string|'|Buffer/,
  REAL: /string|'|Buffer/,
  TEXT: /number|\b\d|Buffer/,
  BLOB: /number|string/,
};

const db = made(schema);
const { queries, unread } = readTypedQueries();
// The text index is a database of its own.
const own = queries.filter(({ sql }) => !/FROM progress\b/.test(sql));

function columnsOf(query: TypedQuery) {
  const columns = db.connection.prepare(query.sql).columns();
  return columns.map(({ name, table, column, type }) => ({ name, type, source: `${table}.${column}` }));
}

function canBeNull(source: string): boolean {
  const [table = '', column = ''] = source.split('.');
  const sql = 'SELECT NOT "notnull" AND pk = 0 FROM pragma_table_xinfo(?) WHERE name = ?';
  return db.value(sql, table, column) === 1 && !neverNull.has(source);
}

describe('row types', () => {
  it('can be read from nearly all queries that name one', () => {
    assert.ok(unread.length * 10 < queries.length, `not read: ${unread.join('\n')}`);
  });

  it('have exactly the columns of their queries', () => {
    for (const query of own) {
      const names = columnsOf(query).map(({ name }) => name);
      assert.deepEqual(names.sort(), Object.keys(query.fields).sort(), `${query.at}: ${query.sql}`);
    }
  });

  it('have a type that fits each column, and null where the column may be NULL', () => {
    for (const query of own) {
      for (const { name, type, source } of columnsOf(query)) {
        const field = query.fields[name] ?? '';
        const at = `${query.at}: ${name} is ${field}, the column ${source} is ${type}`;
        assert.ok(!wrongTypes[type ?? '']?.test(field), at);
        assert.ok(!canBeNull(source) || /\bnull\b/.test(field), `${at} and may be NULL`);
      }
    }
  });
});
