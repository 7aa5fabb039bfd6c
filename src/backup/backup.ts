import { createWriteStream, existsSync, mkdtempSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { packTar, type TarSource } from 'modern-tar/fs';
import { nativeBinding, version, workerFiles } from '../assets.ts';
import { ensureDataDir, ensureSecret } from '../db/data-dir.ts';
import { UnusableDatabase } from '../db/migrate.ts';
import { needsUpgrade } from '../db/open.ts';
import { contentName, flushFile, flushFolder, pathsIn } from '../ground/data-paths.ts';
import { OnDemandThread } from '../ground/on-demand-thread.ts';
import { keepPrivate } from '../ground/private-path.ts';
import { withScratch } from '../ground/scratch.ts';
import { hashFile } from '../verify/files.ts';
import type { CopyFacts } from './copy-facts.ts';
import { format, type Manifest, manifestName } from './manifest.ts';
import type { CopyTask } from './worker.ts';

// A backup is a tar archive, which every system can list and unpack. It contains a consistent copy of the database,
// created beside a running server. The uploaded files in that copy stay on disk for at least another week.

/** In milliseconds: no copy takes as long. */
const day = 86_400_000;

export interface Backup {
  created_at: number;
  bytes: number;
  messages: number;
  files: number;
  /** Files that are in the database but not on disk. */
  missing: string[];
}

/** Writes a backup to a temporary file, and renames it when it is complete and flushed. */
export async function backUpToFile(data_dir: string, file: string, now: number): Promise<Backup> {
  const partial = `${file}.partial`;
  return withScratch(partial, async () => {
    const write = (archive: Readable) => pipeline(archive, createWriteStream(partial, { mode: 0o600 }));
    const backup = await backUp({ data_dir, scratch: dirname(file), now }, write);
    flushFile(partial);
    keepPrivate(partial, false);
    renameSync(partial, file);
    flushFolder(dirname(file));
    return backup;
  });
}

interface Job {
  data_dir: string;
  /** A folder with room for a copy of the database. */
  scratch: string;
  /** UNIX seconds. */
  now: number;
}

/**
 * Creates a backup and passes it to `write` as a stream. Throws UnusableDataDir, UnusableDatabase, or a SqliteError if
 * the database is damaged.
 */
export async function backUp(
  { data_dir, scratch, now }: Job,
  write: (archive: Readable) => Promise<void>,
): Promise<Backup> {
  ensureDataDir(data_dir);
  ensureSecret(data_dir);
  refuseForeign(pathsIn(data_dir).database);
  const folder = mkdtempSync(join(scratch, 'chatd-backup-'));
  return withScratch(folder, async () => {
    const copy = join(folder, 'chatd.db');
    const facts = await copyInThread(pathsIn(data_dir).database, copy);
    const [files, missing] = findFiles(data_dir, facts.contents);
    const manifest = { ...(await describe(data_dir, copy)), schema: facts.schema, created_at: now };
    const bytes = await pack(listSources({ data_dir, copy, manifest, files }), write);
    return { created_at: now, bytes, messages: facts.messages, files: files.length, missing };
  });
}

// A newer database can be backed up: it may be what remains after a failed downgrade.
function refuseForeign(database: string): void {
  try {
    needsUpgrade(database);
  } catch (error) {
    if (!(error instanceof UnusableDatabase && error.newer)) throw error;
  }
}

async function pack(sources: readonly TarSource[], write: (archive: Readable) => Promise<void>): Promise<number> {
  let bytes = 0;
  const archive = packTar(sources, { concurrency: 2 });
  archive.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
  });
  await write(archive);
  return bytes;
}

/** Copies a database in a thread, so that signals end this process meanwhile. */
async function copyInThread(database: string, copy: string): Promise<CopyFacts> {
  const thread = new OnDemandThread<CopyTask, CopyFacts>(workerFiles.backups);
  try {
    return await thread.ask({ database, copy, nativeBinding }, day);
  } finally {
    await thread.end();
  }
}

/** The paths of some contents and their thumbnails below the folder of uploads, and the missing contents. */
function findFiles(data_dir: string, contents: readonly string[]): [files: string[], missing: string[]] {
  const { uploads } = pathsIn(data_dir);
  const isThere = (name: string) => existsSync(join(uploads, name));
  const names = contents.map(contentName);
  const thumbnails = names.map((name) => `${name}.jpg`);
  return [[...names, ...thumbnails].filter(isThere), names.filter((name) => !isThere(name))];
}

async function describe(
  data_dir: string,
  copy: string,
): Promise<Pick<Manifest, 'format' | 'chatd' | 'database' | 'secret'>> {
  const { secret } = pathsIn(data_dir);
  return { format, chatd: version, database: await hashFile(copy), secret: await hashFile(secret) };
}

interface Parts {
  data_dir: string;
  copy: string;
  manifest: Manifest;
  files: readonly string[];
}

function listSources({ data_dir, copy, manifest, files }: Parts): TarSource[] {
  const { secret, uploads } = pathsIn(data_dir);
  const owned = { uid: 0, gid: 0, mode: 0o600, mtime: new Date(manifest.created_at * 1000) };
  const file = (source: string, target: string) => ({ type: 'file', source, target, ...owned }) as const;
  return [
    { type: 'content', content: `${JSON.stringify(manifest, undefined, 2)}\n`, target: manifestName, ...owned },
    file(secret, 'secret.key'),
    file(copy, 'chatd.db'),
    ...files.map((name) => file(join(uploads, name), `uploads/${name}`)),
  ];
}
