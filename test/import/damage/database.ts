import Sqlite from 'better-sqlite3';

type Row = Record<string, unknown>;

/** A database with untyped tables of these records; what is no record is a row with one field of another name. */
export function databaseOf(tables: Record<string, readonly unknown[]>): Buffer {
  const db = new Sqlite(':memory:');
  for (const [table, records] of Object.entries(tables)) {
    const rows = records.map((one) => (isRow(one) ? one : { value: one }));
    const columns = [...new Set(['id', ...rows.flatMap((row) => Object.keys(row))])];
    db.exec(`CREATE TABLE ${table} (${columns.join()})`);
    const insert = db.prepare(`INSERT INTO ${table} VALUES (${columns.map(() => '?').join()})`);
    for (const row of rows) insert.run(...columns.map((name) => storedValue(row[name])));
  }
  const bytes = db.serialize();
  db.close();
  return bytes;
}

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The form in which a database keeps a value; it has no booleans, lists and objects. */
function storedValue(value: unknown): string | number | Buffer | null {
  if (value === undefined || value === null) return null;
  return typeof value === 'string' || typeof value === 'number' ? value : Buffer.from(JSON.stringify(value));
}
