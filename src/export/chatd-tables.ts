import type { Database } from '../db/database.ts';
import { type Rules, wholeRules } from './scope.ts';

/** The tables that an export omits, with the reason. */
export function listLeftOut(rules: Rules): Record<string, string> {
  return Object.fromEntries(
    Object.entries(rules).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

/** A table of an export. */
export interface Table {
  name: string;
  columns: readonly string[];
}

/** The tables of an export, by name. New tables of the schema are included unless they are omitted explicitly. */
export function listTables(db: Database, rules: Rules = wholeRules): Table[] {
  const names = db.values<string>(
    "SELECT name FROM main.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name",
  );
  return names.flatMap((name) => {
    const rule = rules[name];
    if (typeof rule === 'string') return [];
    return [{ name, columns: listColumns(db, name).filter((column) => !rule?.hides?.includes(column)) }];
  });
}

function listColumns(db: Database, table: string): string[] {
  // Generated columns are hidden.
  return db.values<string>("SELECT name FROM pragma_table_info(?, 'main')", table);
}

/** SQL that selects the rows of a table as objects. */
export function selectSql({ name, columns }: Table): string {
  return `SELECT ${columns.map(quote).join(', ')} FROM ${quote(name)}`;
}

export function countSql({ name }: Table): string {
  return `SELECT count(*) FROM ${quote(name)}`;
}

/** SQL that inserts a row with these columns; binds their values in order. */
export function insertSql({ name, columns }: Table): string {
  return `INSERT INTO ${quote(name)} (${columns.map(quote).join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`;
}

/** SQL that tests whether a row has these values in some columns; binds them in order. */
export function existsSql({ name, columns }: Table): string {
  return `SELECT 1 FROM ${quote(name)} WHERE ${columns.map((column) => `${quote(column)} = ?`).join(' AND ')}`;
}

export function deleteSql({ name }: Table): string {
  return `DELETE FROM ${quote(name)}`;
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
