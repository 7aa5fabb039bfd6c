import { openConnection } from './connection.ts';
import { type Database, inJsonList } from './database.ts';
import { type Migration, schemaVersion } from './migrate.ts';

/** The definitions of a schema by type and name, without comments and layout. */
type Shape = ReadonlyMap<string, string>;

/**
 * The differences of a database from the schema that chatd gives its version, in sentences: a trigger, view or table of
 * somebody else could change or reveal messages. `migrations` contains all, from the first schema.
 */
export function listSchemaProblems(db: Database, migrations: readonly Migration[]): string[] {
  const [actual, expected] = [shapeOf(db), shapeOfVersion(schemaVersion(db), migrations)];
  const foreign = [...actual.keys()].filter((name) => !expected.has(name));
  const absent = [...expected.keys()].filter((name) => !actual.has(name));
  const changed = [...actual].filter(([name, definition]) => (expected.get(name) ?? definition) !== definition);
  return [
    ...foreign.map((name) => `the ${name} does not belong to chatd`),
    ...changed.map(([name]) => `the ${name} is not defined as by chatd`),
    ...absent.map((name) => `the ${name} is missing`),
  ];
}

function shapeOfVersion(newest: number, migrations: readonly Migration[]): Shape {
  const db = openConnection(':memory:');
  try {
    for (const { version, sql } of migrations) if (version <= newest) db.connection.exec(sql);
    return shapeOf(db);
  } finally {
    db.close();
  }
}

/** Tables of SQLite's statistics, and those that Litestream adds to a database that it copies. Nothing refers to them. */
const others = ['sqlite_stat1', 'sqlite_stat4', '_litestream_lock', '_litestream_seq'];

function shapeOf(db: Database): Shape {
  const rows = db.all<{ type: string | null; name: string | null; sql: string | null }>(
    `SELECT type, name, sql FROM sqlite_schema WHERE NOT (type = 'table' AND name ${inJsonList}) ORDER BY type, name`,
    JSON.stringify(others),
  );
  return new Map(rows.map(({ type, name, sql }) => [`${type} ${name}`, withoutLayout(sql ?? '')]));
}

const tokens = /--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|'(?:[^']|'')*'|"(?:[^"]|"")*"|[\w$]+|[^\s\w]/g;

// ALTER TABLE quotes names that were not.
function withoutLayout(sql: string): string {
  const kept = (sql.match(tokens) ?? []).filter((token) => !/^(--|\/\*)/.test(token));
  return kept.map((token) => token.replace(/^"(\w+)"$/, '$1')).join(' ');
}
