import { closeSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { schemaFile, version } from '../assets.ts';
import type { Database } from '../db/database.ts';
import { pathsIn } from '../ground/data-paths.ts';
import {
  type ExportManifest,
  exportFormat,
  exportManifest,
  exportVersion,
  filePath,
  tablePath,
} from './chatd-format.ts';
import { countSql, listLeftOut, listTables, selectSql, type Table } from './chatd-tables.ts';
import { contentPath, listContents } from './contents.ts';
import { type Entry, packArchive } from './pack.ts';
import { type Place, placeExport } from './place.ts';
import { type OnProgress, Progress } from './progress.ts';
import { rowsOf } from './rows.ts';
import type { Scope } from './scope.ts';
import { readSnapshot, type Snapshot } from './snapshot.ts';

export interface Wish extends Place {
  data_dir: string;
  onProgress?: OnProgress;
  /** Everything unless given. */
  scope?: Scope;
  /** UNIX seconds. */
  now: number;
}

/**
 * Writes an export in chatd's own format, of one state of the database, even while a server runs. Throws
 * UnusableDataDir, NoSuchUser or PlaceTaken.
 */
export async function exportChatd({
  data_dir,
  scope = { kind: 'everything' },
  now,
  onProgress,
  ...place
}: Wish): Promise<ExportManifest> {
  const progress = new Progress(2, onProgress);
  let manifest: ExportManifest | undefined;
  await placeExport(place, async (scratch) => {
    const written = await readSnapshot(data_dir, scope, (snapshot) =>
      writeTables(snapshot, { scratch, now, scope, progress }),
    );
    manifest = written.manifest;
    const archive = join(scratch, 'export.tar');
    const entries = listEntries(written, scratch, pathsIn(data_dir).uploads);
    await packArchive(archive, entries, { isCompressed: false, now, progress });
    return archive;
  });
  progress.end();
  return manifest as unknown as ExportManifest;
}

interface Written {
  manifest: ExportManifest;
  /** SHA-256 of the existing files. */
  contents: readonly string[];
}

interface Writing {
  scratch: string;
  now: number;
  scope: Scope;
  progress: Progress;
}

async function writeTables(
  { db, rules, uploads }: Snapshot,
  { scratch, now, scope, progress }: Writing,
): Promise<Written> {
  mkdirSync(join(scratch, 'tables'));
  const tables = listTables(db, rules);
  progress.begin(tables.reduce((sum, table) => sum + (db.value<number>(countSql(table)) ?? 0), 0));
  const counts: Record<string, number> = {};
  for (const table of tables) counts[table.name] = await writeTable(db, table, { scratch, progress });
  const { present, missing } = listContents(db, uploads);
  const manifest: ExportManifest = {
    format: exportFormat,
    version: exportVersion,
    chatd: version,
    schema: db.connection.pragma('user_version', { simple: true }) as number,
    created_at: now,
    scope: scope.kind,
    tables: counts,
    last_ids: Object.fromEntries(db.tuples<[string, number]>('SELECT name, seq FROM sqlite_sequence ORDER BY name')),
    left_out: listLeftOut(rules),
    missing_files: missing,
  };
  return { manifest, contents: present };
}

/** In characters: lines are written together up to this length. */
const batchLength = 1 << 20;

/** Writes a table, one row a line. Returns the number of rows. */
async function writeTable(
  db: Database,
  table: Table,
  { scratch, progress }: Pick<Writing, 'scratch' | 'progress'>,
): Promise<number> {
  const descriptor = openSync(join(scratch, tablePath(table.name)), 'wx', 0o600);
  let count = 0;
  let lines = '';
  for (const row of rowsOf<object>(db, selectSql(table))) {
    lines += `${JSON.stringify(row, encode)}\n`;
    count++;
    progress.advance();
    if (progress.isDue) await progress.rest();
    if (lines.length < batchLength) continue;
    // Unlike writeSync, it writes all, or throws when the disk is full.
    writeFileSync(descriptor, lines);
    lines = '';
  }
  writeFileSync(descriptor, lines);
  closeSync(descriptor);
  return count;
}

// JSON.stringify converts a Buffer by its own toJSON() first.
function encode(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('type' in value) || value.type !== 'Buffer') return value;
  return { base64: Buffer.from((value as unknown as { data: number[] }).data).toString('base64') };
}

function listEntries({ manifest, contents }: Written, scratch: string, uploads: string): Entry[] {
  return [
    { content: `${JSON.stringify(manifest, undefined, 2)}\n`, target: exportManifest },
    { source: schemaFile, target: 'schema.sql' },
    ...Object.keys(manifest.tables).map((table) => ({
      source: join(scratch, tablePath(table)),
      target: tablePath(table),
    })),
    ...contents.map((sha256) => ({ source: contentPath(uploads, sha256), target: filePath(sha256) })),
  ];
}
