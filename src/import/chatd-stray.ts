import type { Database } from '../db/database.ts';
import type { SqlValue } from '../db/statement.ts';
import { tablePath } from '../export/chatd-format.ts';
import { existsSql } from '../export/chatd-tables.ts';
import { findBroken, rules } from '../verify/rules.ts';
import type { ArchiveFolder } from './archive-folder.ts';
import type { Row } from './chatd-rows.ts';
import { readLines } from './lines.ts';
import { UnusableArchive } from './unusable-archive.ts';

interface Stored {
  db: Database;
  folder: ArchiveFolder;
}

/** Throws UnusableArchive with file and line if a stored row refers to a missing row, or rows contradict each other. */
export function ensureRelated(stored: Stored): void {
  ensureParents(stored);
  for (const rule of Object.values(rules).flat()) {
    const [row] = findBroken(stored.db, rule);
    if (row === undefined) continue;
    const place = placeOf(stored, rule.table, (one) => isNamed(stored.db, rule.table, one, row));
    throw new UnusableArchive(`${place}: ${row} ${rule.problem}.`);
  }
}

interface Stray {
  table: string;
  /** Null in tables without row ids. */
  rowid: number | null;
  parent: string;
  fkid: number;
}

function ensureParents(stored: Stored): void {
  const { db } = stored;
  const [stray] = db.all<Stray>('PRAGMA foreign_key_check');
  if (!stray) return;
  const columns = db.all<{ from: string | null; to: string | null }>(
    'SELECT "from", "to" FROM pragma_foreign_key_list(?) WHERE id = ?',
    stray.table,
    stray.fkid,
  );
  const sql = existsSql({ name: stray.parent, columns: columns.map(({ to }) => to ?? 'id') });
  const place = placeOf(stored, stray.table, (row) => {
    const values = columns.map(({ from }) => (row[from ?? ''] ?? null) as SqlValue);
    return !values.includes(null) && db.value<number>(sql, ...values) === undefined;
  });
  throw new UnusableArchive(`${place}: it names a row of ${stray.parent} that is missing.`);
}

/** Whether a sentence mentions a row, by the values of its primary key in order. */
function isNamed(db: Database, table: string, row: Row, sentence: string): boolean {
  const keys = db.values<string>('SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk', table);
  const named = sentence.match(/[0-9a-f]{64}|-?\d+/g) ?? [];
  return named.length > 0 && named.every((text, index) => String(row[keys[index] ?? '']) === text);
}

/** The file of a table, and the line of its first row that `isMeant` accepts. */
function placeOf({ folder }: Stored, table: string, isMeant: (row: Row) => boolean): string {
  const name = tablePath(table);
  const path = folder.find(name);
  let number = 0;
  for (const line of path === undefined ? [] : readLines(path)) {
    number++;
    if (isMeant(JSON.parse(line.toString()) as Row)) return `${name}, line ${number}`;
  }
  return name;
}
