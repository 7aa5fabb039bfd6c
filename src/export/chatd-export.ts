import {
  closeSync,
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { packTar, type TarSource } from 'modern-tar/fs';
import { schemaFile, version } from '../assets.ts';
import { openReadOnly } from '../db/connection.ts';
import { ensureDataDir } from '../db/data-dir.ts';
import type { Database } from '../db/database.ts';
import { flushFile, flushFolder, pathsIn } from '../ground/data-paths.ts';
import {
  type ExportManifest,
  exportFormat,
  exportManifest,
  exportVersion,
  filePath,
  tablePath,
} from './chatd-format.ts';
import { leftOut, listTables, selectSql, type Table } from './chatd-tables.ts';

interface Wish {
  data_dir: string;
  file: string;
  /** UNIX seconds. */
  now: number;
}

/**
 * Writes an export of everything, of one state of the database, also while a server runs: first to a file beside,
 * which is renamed when it is complete and flushed. Throws UnusableDataDir.
 */
export async function exportChatd({ data_dir, file, now }: Wish): Promise<ExportManifest> {
  ensureDataDir(data_dir);
  const scratch = mkdtempSync(join(dirname(file), 'chatd-export-'));
  const partial = join(scratch, 'export.tar');
  try {
    const { manifest, contents } = writeTables(pathsIn(data_dir).database, scratch, now);
    const sources = listSources({ data_dir, scratch, manifest, contents });
    await pipeline(packTar(sources, { concurrency: 2 }), createWriteStream(partial, { mode: 0o600 }));
    flushFile(partial);
    renameSync(partial, file);
    flushFolder(dirname(file));
    return manifest;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

interface Written {
  manifest: ExportManifest;
  /** SHA-256 of the files that are there. */
  contents: readonly string[];
}

function writeTables(database: string, scratch: string, now: number): Written {
  const db = openReadOnly(database);
  try {
    db.run('BEGIN');
    mkdirSync(join(scratch, 'tables'));
    const tables = listTables(db).map((table): [string, number] => [table.name, writeTable(db, table, scratch)]);
    const all = db.values<string>('SELECT DISTINCT sha256 FROM attachments ORDER BY 1');
    const uploads = join(dirname(database), 'uploads');
    const isThere = (sha256: string) => existsSync(contentPath(uploads, sha256));
    const manifest = describe(db, { now, tables, missing_files: all.filter((sha256) => !isThere(sha256)) });
    return { manifest, contents: all.filter(isThere) };
  } finally {
    db.close();
  }
}

function contentPath(uploads: string, sha256: string): string {
  return join(uploads, sha256.slice(0, 2), sha256);
}

interface Facts {
  now: number;
  tables: readonly [string, number][];
  missing_files: readonly string[];
}

function describe(db: Database, { now, tables, missing_files }: Facts): ExportManifest {
  return {
    format: exportFormat,
    version: exportVersion,
    chatd: version,
    schema: db.connection.pragma('user_version', { simple: true }) as number,
    created_at: now,
    tables: Object.fromEntries(tables),
    last_ids: Object.fromEntries(db.tuples<[string, number]>('SELECT name, seq FROM sqlite_sequence ORDER BY name')),
    left_out: leftOut,
    missing_files,
  };
}

/** In characters: lines are written together up to this length. */
const batchLength = 1 << 20;

/** Writes a table, one row a line. Returns the number of rows. */
function writeTable(db: Database, table: Table, scratch: string): number {
  const descriptor = openSync(join(scratch, tablePath(table.name)), 'wx', 0o600);
  let count = 0;
  let lines = '';
  for (const row of db.connection.prepare<[], object>(selectSql(table)).iterate()) {
    lines += `${JSON.stringify(row, encode)}\n`;
    count++;
    if (lines.length < batchLength) continue;
    writeSync(descriptor, lines);
    lines = '';
  }
  writeSync(descriptor, lines);
  closeSync(descriptor);
  return count;
}

// JSON.stringify asks a Buffer for its own form first.
function encode(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('type' in value) || value.type !== 'Buffer') return value;
  return { base64: Buffer.from((value as unknown as { data: number[] }).data).toString('base64') };
}

interface Parts extends Written {
  data_dir: string;
  scratch: string;
}

function listSources({ data_dir, scratch, manifest, contents }: Parts): TarSource[] {
  const owned = { uid: 0, gid: 0, mode: 0o600, mtime: new Date(manifest.created_at * 1000) };
  const file = (source: string, target: string) => ({ type: 'file', source, target, ...owned }) as const;
  const { uploads } = pathsIn(data_dir);
  return [
    { type: 'content', content: `${JSON.stringify(manifest, undefined, 2)}\n`, target: exportManifest, ...owned },
    file(schemaFile, 'schema.sql'),
    ...Object.keys(manifest.tables).map((table) => file(join(scratch, tablePath(table)), tablePath(table))),
    ...contents.map((sha256) => file(contentPath(uploads, sha256), filePath(sha256))),
  ];
}
