import { createReadStream, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { unpackTar } from 'modern-tar/fs';
import { openReadOnly } from '../db/connection.ts';
import { createDataDir, lockDataDir, UnusableDataDir } from '../db/data-dir.ts';
import { faultOf } from '../db/fault.ts';
import { UnusableDatabase } from '../db/migrate.ts';
import { findSchemaProblems, needsUpgrade } from '../db/open.ts';
import { flushFile, flushFolder, pathsIn } from '../ground/data-paths.ts';
import { CommandFailed } from '../ground/own-command.ts';
import { withScratch } from '../ground/scratch.ts';
import { indexFile } from '../search/text-index.ts';
import { verifyApart } from '../verify/apart.ts';
import { hashFile } from '../verify/files.ts';
import { isSound, type Report } from '../verify/report.ts';
import { format, isEntry, type Manifest, manifestName, parseManifest } from './manifest.ts';

/** The file is not a complete backup. Nothing was changed. */
export class UnusableBackup extends Error {}

/** The data directory is not empty. Nothing was changed. */
export class DataInPlace extends Error {}

interface Wish {
  data_dir: string;
  /** Moves existing data into a folder beside it. */
  replaces: boolean;
  /** Restores a backup even if the checks find damage. */
  despiteDamage: boolean;
  /** UNIX seconds. */
  now: number;
}

export interface Restored {
  manifest: Manifest;
  /** The check of the restored data directory. */
  report: Report;
  /** The folder with the previous data; undefined if there was none. */
  moved_to: string | undefined;
}

/**
 * Restores a backup (a file, or `-` for standard input) into a data directory without a running server. It is unpacked
 * and checked in a folder inside, and then renamed into place, the database last. Throws UnusableBackup, DataInPlace,
 * UnusableDataDir, or UnusableDatabase for a backup of a newer chatd.
 */
export async function restore(file: string, wish: Wish): Promise<Restored> {
  const { data_dir } = wish;
  createDataDir(data_dir);
  const unlock = lockDataDir(data_dir);
  try {
    const folder = mkdtempSync(join(data_dir, 'restore-'));
    return await withScratch(folder, (ended) => restoreBy(folder, file, { ...wish, ended }));
  } finally {
    unlock();
  }
}

interface Work extends Wish {
  /** Aborts when a signal ends this process. */
  ended: AbortSignal;
}

async function restoreBy(folder: string, file: string, wish: Work): Promise<Restored> {
  const { data_dir, ended } = wish;
  ensureFree(wish);
  await unpack(file, folder);
  const manifest = await checkUnpacked(folder, wish);
  const moved_to = moveAside(wish);
  putInPlace(folder, data_dir);
  return { manifest, report: await verify(data_dir, ended), moved_to };
}

/** The data that a backup replaces, and files that depend on it. */
function listInPlace(data_dir: string): string[] {
  const { database, secret, uploads, check } = pathsIn(data_dir);
  const files = [database, indexFile(database)].flatMap((file) => [file, `${file}-wal`, `${file}-shm`]);
  return [...files, secret, uploads, check].filter((path) => existsSync(path));
}

function ensureFree({ data_dir, replaces }: Wish): void {
  const [first] = listInPlace(data_dir);
  if (first === undefined || replaces) return;
  throw new DataInPlace(`${data_dir} holds data already (${basename(first)}). --replace moves it aside first.`);
}

async function unpack(file: string, folder: string): Promise<void> {
  const strays: string[] = [];
  const filter = ({ name, type }: { name: string; type?: string }) => {
    if (type === 'file' && isEntry(name)) return true;
    strays.push(name);
    return false;
  };
  const archive = file === '-' ? process.stdin : createReadStream(file);
  try {
    await pipeline(archive, unpackTar(folder, { strict: true, filter, fmode: 0o600, dmode: 0o700, concurrency: 2 }));
  } catch (error) {
    if (/^(ENOSPC|EDQUOT|EFBIG)$/.test(String((error as NodeJS.ErrnoException).code))) {
      throw new UnusableDataDir(`${dirname(folder)} has no room for the backup. Nothing was changed.`);
    }
    const reason = error instanceof Error ? error.message : String(error);
    throw new UnusableBackup(`It cannot be unpacked: ${reason.replace(/\.$/, '')}.`);
  }
  if (strays.length > 0) throw new UnusableBackup(`It is no backup of chatd: it holds ${strays[0]}.`);
}

/** Throws unless the backup is complete and unchanged. */
async function checkUnpacked(folder: string, { despiteDamage, ended }: Work): Promise<Manifest> {
  const manifest = readManifest(folder);
  const { database, secret } = pathsIn(folder);
  for (const [file, sha256] of [[database, manifest.database] as const, [secret, manifest.secret] as const]) {
    if (existsSync(file) && (await hashFile(file)) === sha256) continue;
    throw new UnusableBackup(`Its ${basename(file)} is missing or damaged.`);
  }
  refuseForeign(database);
  const report = await verify(folder, ended);
  if (isSound(report) || despiteDamage) return manifest;
  const [problem] = report.checks.flatMap(({ problems }) => problems);
  throw new UnusableBackup(
    `It is damaged: ${problem?.replaceAll(`${folder}/`, '')}. --despite-damage restores the rest.`,
  );
}

/** Refuses what is no damage, before all is checked. Damage is left to the check. */
function refuseForeign(database: string): void {
  try {
    needsUpgrade(database);
    refuseForeignSchema(database);
  } catch (error) {
    if (faultOf(error) !== 'damage') throw error;
  }
}

// It could change or reveal messages from now on.
function refuseForeignSchema(database: string): void {
  const db = openReadOnly(database);
  try {
    const [problem] = findSchemaProblems(db);
    if (problem !== undefined) throw new UnusableBackup(`Its database is not as chatd makes it: ${problem}.`);
  } finally {
    db.close();
  }
}

async function verify(data_dir: string, ended: AbortSignal): Promise<Report> {
  try {
    return await verifyApart(['--data-dir', data_dir], ended);
  } catch (error) {
    if (!(error instanceof CommandFailed)) throw error;
    throw new UnusableDataDir(`${data_dir} cannot be checked: ${error.message}`);
  }
}

function readManifest(folder: string): Manifest {
  const file = join(folder, manifestName);
  const manifest = existsSync(file) ? parseManifest(readFileSync(file, 'utf8')) : undefined;
  if (!manifest) throw new UnusableBackup(`It is no backup of chatd: it has no ${manifestName}.`);
  if (manifest.format <= format) return manifest;
  throw new UnusableDatabase(
    `The backup was made by chatd ${manifest.chatd}, which is newer; restore it with that.`,
    true,
  );
}

function moveAside({ data_dir, now }: Wish): string | undefined {
  const inPlace = listInPlace(data_dir);
  if (inPlace.length === 0) return undefined;
  const time = new Date(now * 1000).toISOString().replace(/\.\d+|[-:]/g, '');
  const folder = join(data_dir, `before-restore-${time}`);
  mkdirSync(folder, { mode: 0o700 });
  for (const path of inPlace) renameSync(path, join(folder, basename(path)));
  flushFolder(folder);
  flushFolder(data_dir);
  return folder;
}

// The server refuses a directory with files but no database, so after a crash in between it does not start with half of
// the data.
function putInPlace(folder: string, data_dir: string): void {
  const from = pathsIn(folder);
  const to = pathsIn(data_dir);
  flushTree(folder);
  for (const name of ['uploads', 'secret', 'database'] as const) {
    if (existsSync(from[name])) renameSync(from[name], to[name]);
    flushFolder(data_dir);
  }
}

function flushTree(folder: string): void {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries) flushFile(join(entry.parentPath, entry.name));
  flushFolder(folder);
}
