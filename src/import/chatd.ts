import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { isReservedName } from '../accounts/reserved-name.ts';
import type { Context } from '../context.ts';
import type { Database } from '../db/database.ts';
import type { SqlValue } from '../db/statement.ts';
import { type ExportManifest, exportFormat, exportManifest, exportVersion, tablePath } from '../export/chatd-format.ts';
import { deleteSql, insertSql, listTables, type Table } from '../export/chatd-tables.ts';
import { systemGroups } from '../realm/group.ts';
import { systemBots } from '../realm/system-bots.ts';
import { hashFile } from '../verify/files.ts';
import type { ArchiveFolder } from './archive-folder.ts';
import { checkRow } from './chatd-rows.ts';
import { ensureRelated } from './chatd-stray.ts';
import type { Content } from './contents.ts';
import { storing } from './job.ts';
import { readLines } from './lines.ts';
import type { Tally } from './tally.ts';
import { ImportRefused, type Source, UnusableArchive } from './unusable-archive.ts';

// An export of chatd contains the rows of its tables, so an organization without people stores them unchanged.

/** Throws UnusableArchive unless this program can read the export. */
export function readExportManifest(db: Database, folder: ArchiveFolder): ExportManifest {
  const manifest = parseObject(readFileSync(folder.find(exportManifest) as string)) as Partial<ExportManifest>;
  if (manifest?.format !== exportFormat) throw new UnusableArchive(`${exportManifest}: it is no export of chatd.`);
  const { version = 0, schema = 0, tables, last_ids } = manifest;
  const newest = db.connection.pragma('user_version', { simple: true }) as number;
  if (version > exportVersion || schema > newest) {
    throw new ImportRefused(`The export was made by chatd ${manifest.chatd}, which is newer; import it with that.`);
  }
  if (manifest.scope === 'user') throw new ImportRefused('The export has the data of one person: nothing imports it.');
  if (!isCounts(tables) || !isCounts(last_ids)) throw new UnusableArchive(`${exportManifest}: it is not complete.`);
  return manifest as ExportManifest;
}

function isCounts(value: unknown): boolean {
  const isCount = (one: unknown) => Number.isSafeInteger(one) && (one as number) >= 0 && (one as number) < 2 ** 48;
  return typeof value === 'object' && value !== null && Object.values(value).every(isCount);
}

function parseObject(bytes: Buffer): Record<string, unknown> | undefined {
  if (!isUtf8(bytes)) return undefined;
  try {
    const value: unknown = JSON.parse(bytes.toString());
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** The files of an export by path. Throws UnusableArchive if the content of a file does not match its name. */
export async function readExportFiles(folder: ArchiveFolder): Promise<Map<string, Content>> {
  const contents = new Map<string, Content>();
  for (const path of folder.list(/^files\/[0-9a-f]{2}\/[0-9a-f]{64}$/)) {
    const file = folder.find(path);
    const sha256 = basename(path);
    if (file === undefined) continue;
    if ((await hashFile(file)) !== sha256) throw new UnusableArchive(`${path}: it does not match its checksum.`);
    contents.set(path, { sha256, size: 0, content_type: '', picture: undefined });
  }
  return contents;
}

interface Rows {
  folder: ArchiveFolder;
  manifest: ExportManifest;
  tally: Tally;
  onProgress(done: number, total: number): void;
}

/** Replaces all rows of an organization without people with those of an export. Throws UnusableArchive. */
export function storeExport({ db }: Context, { folder, manifest, tally, onProgress }: Rows): void {
  db.run('PRAGMA defer_foreign_keys = ON');
  const tables = listTables(db);
  for (const table of tables) db.run(deleteSql(table));
  const unknown = Object.keys(manifest.tables).find((name) => !tables.some((table) => table.name === name));
  if (unknown !== undefined) throw new UnusableArchive(`${tablePath(unknown)}: there is no such table.`);
  const total = Object.values(manifest.tables).reduce((sum, count) => sum + count, 0);
  let done = 0;
  for (const table of tables.filter(({ name }) => name in manifest.tables)) {
    const count = storeTable(db, folder, table, () => onProgress(++done, total));
    if (count !== manifest.tables[table.name]) throw new UnusableArchive(`${tablePath(table.name)}: rows are missing.`);
    if (count > 0) tally.add(table.name, count);
  }
  storeLastIds(db, manifest);
  renameImpostors(db, tally);
  db.run('DELETE FROM dropped_contents WHERE sha256 IN (SELECT sha256 FROM attachments)');
  // Thumbnails are not in the export.
  db.run("UPDATE pictures SET thumbnail = 'waiting' WHERE thumbnail = 'ready'");
  ensureRelated({ db, folder });
  ensureComplete(db);
}

function storeTable(db: Database, folder: ArchiveFolder, table: Table, onRow: () => void): number {
  const name = tablePath(table.name);
  const path = folder.find(name);
  if (path === undefined) throw new UnusableArchive(`${name} is missing.`);
  let number = 0;
  for (const line of readLines(path)) {
    const place = `${name}, line ${++number}`;
    const from: Source = {
      fail(problem) {
        throw new UnusableArchive(`${place}: ${problem}.`);
      },
    };
    storeRow(db, table, { from, row: parseObject(line) ?? from.fail('it is not a JSON object') });
    onRow();
  }
  return number;
}

function storeRow(db: Database, table: Table, { from, row }: { from: Source; row: Record<string, unknown> }): void {
  const columns = Object.keys(row);
  const unknown = columns.find((column) => !table.columns.includes(column));
  if (unknown !== undefined) from.fail(`there is no column ${unknown}`);
  if (columns.length === 0) from.fail('it has no columns');
  checkRow(from, table.name, row);
  const values = columns.map((column) => storedValue(from, column, row[column]));
  storing(from, () => db.run(insertSql({ name: table.name, columns }), ...values));
}

function storedValue(from: Source, column: string, value: unknown): SqlValue {
  if (value === null || typeof value === 'string') return value;
  if (typeof value === 'number' && (Number.isSafeInteger(value) || !Number.isInteger(value))) return value;
  if (typeof value === 'object' && 'base64' in value && typeof value.base64 === 'string') {
    return Buffer.from(value.base64, 'base64');
  }
  return from.fail(`"${column}" is no value of a column`);
}

function renameImpostors(db: Database, tally: Tally): void {
  const people = db.tuples<[id: number, name: string]>('SELECT id, full_name FROM users WHERE is_system_bot = 0');
  for (const [id, name] of people.filter(([, name]) => isReservedName(name))) {
    db.run('UPDATE users SET full_name = ? WHERE id = ?', `User ${id}`, id);
    tally.change('users', 'their names are reserved for the bots of the server', `${name}: User ${id}`);
  }
}

function storeLastIds(db: Database, { last_ids }: ExportManifest): void {
  for (const [table, id] of Object.entries(last_ids)) {
    const { changes } = db.run('UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = ?', id, table);
    if (changes === 0) db.run('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)', table, id);
  }
}

/** Throws UnusableArchive unless the rows required in every organization exist. */
function ensureComplete(db: Database): void {
  const has = (sql: string, ...values: string[]) => db.value<number>(sql, ...values) !== undefined;
  const lacks = (table: string, what: string) => new UnusableArchive(`${tablePath(table)}: ${what} is missing.`);
  if (!has('SELECT 1 FROM realm')) throw lacks('realm', 'the organization');
  for (const name of Object.keys(systemGroups)) {
    const sql = 'SELECT 1 FROM groups WHERE name = ? AND is_system_group = 1';
    if (!has(sql, name)) throw lacks('groups', `the group ${name}`);
  }
  for (const { email } of Object.values(systemBots)) {
    const sql = 'SELECT 1 FROM users WHERE email_key = ? AND is_system_bot = 1';
    if (!has(sql, email)) throw lacks('users', `the user ${email}`);
  }
}
