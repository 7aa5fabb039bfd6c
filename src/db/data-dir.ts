import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { flushFolder, pathsIn } from '../ground/data-paths.ts';
import { keepPrivate } from '../ground/private-path.ts';
import type { Random } from '../ground/random.ts';
import type { Database } from './database.ts';
import { lockFile } from './file-lock.ts';

/** The data directory cannot be used. The message contains the reason and a remedy. */
export class UnusableDataDir extends Error {}

/** Creates the directory, accessible only to its owner, unless it exists. Throws UnusableDataDir. */
export function createDataDir(data_dir: string): void {
  try {
    createFolder(data_dir);
  } catch (error) {
    throw new UnusableDataDir(`${data_dir} cannot be the data directory: ${reason(error)}.`);
  }
  const network = networkFileSystem(statfsSync(data_dir).type);
  if (!network) return;
  throw new UnusableDataDir(
    `${data_dir} is on a network drive (${network}), where SQLite cannot keep its promises; choose a local directory.`,
  );
}

// Node's recursive mkdir loops forever if the system refuses a folder with ENOENT, as in /proc.
function createFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  if (dirname(folder) !== folder) createFolder(dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
    keepPrivate(folder, true);
  } catch (error) {
    // Another program may have created it meanwhile.
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}

/**
 * Throws UnusableDataDir if only the database is missing: an empty one would not match the remaining files and keys.
 */
export function ensureNotBereft(data_dir: string): void {
  const { database, secret, uploads } = pathsIn(data_dir);
  if (sizeOf(database)) return;
  const left = [secret, uploads, `${database}-wal`].filter((path) => sizeOf(path) !== undefined);
  // Another program may have created all of them meanwhile, the database first.
  const size = sizeOf(database);
  if (size || left.length === 0) return;
  const problem = size === 0 ? 'is empty' : 'is missing';
  throw new UnusableDataDir(
    `${database} ${problem}, but ${left.join(' and ')} ${left.length === 1 ? 'is' : 'are'} there. Put the database back ` +
      '(chatd restore does so from a backup), or move these files away to begin a new organization.',
  );
}

/** Throws UnusableDataDir unless the directory contains a database. */
export function ensureDataDir(data_dir: string): void {
  ensureNotBereft(data_dir);
  if (sizeOf(pathsIn(data_dir).database) !== undefined) return;
  throw new UnusableDataDir(`${data_dir} holds no chatd data; name another directory with --data-dir.`);
}

/** In bytes; undefined if the file does not exist. */
function sizeOf(file: string): number | undefined {
  try {
    return statSync(file, { throwIfNoEntry: false })?.size;
  } catch (error) {
    throw unreadable(file, error);
  }
}

const networkFileSystems: Record<number, string> = {
  20859: 'SMB',
  26985: 'NFS',
  12805120: 'Ceph',
  1397113167: 'AFS',
  4266872130: 'SMB',
  4283649346: 'SMB',
};

/** The name of a network file system by the type number of statfs on Linux; undefined for all others. */
export function networkFileSystem(type: number): string | undefined {
  // On 32-bit kernels the number is signed.
  return networkFileSystems[type >>> 0];
}

const secretBytes = 32;

/**
 * The key for the HMACs of API keys, created at first use. Runs inside a transaction of the directory's database, so
 * that two programs that start concurrently create one key. Throws UnusableDataDir.
 */
export function findOrCreateSecret(data_dir: string, db: Database, random: Random): Buffer {
  const file = pathsIn(data_dir).secret;
  const secret = readSecret(file);
  if (secret) return secret;
  if (db.value<number>('SELECT 1 FROM api_keys LIMIT 1') !== undefined) {
    throw secretMissing(file);
  }
  const fresh = random.bytes(secretBytes);
  replaceFile(file, fresh);
  return fresh;
}

/** Throws UnusableDataDir unless the key file is there and complete. */
export function ensureSecret(data_dir: string): void {
  const file = pathsIn(data_dir).secret;
  if (!readSecret(file)) throw secretMissing(file);
}

/** The key file's content; undefined if there is none. Throws UnusableDataDir. */
export function findSecret(data_dir: string): Buffer | undefined {
  return readSecret(pathsIn(data_dir).secret);
}

function readSecret(file: string): Buffer | undefined {
  const secret = readIfThere(file);
  if (secret === undefined) return undefined;
  if (secret.length === secretBytes) return secret;
  throw new UnusableDataDir(
    `${file} is damaged: it has ${secret.length} bytes instead of ${secretBytes}. ${secretAdvice(file)}`,
  );
}

/** Whether the key file exists and is complete. */
export function isSecretSound(data_dir: string): boolean {
  return readIfThere(pathsIn(data_dir).secret)?.length === secretBytes;
}

function secretMissing(file: string): UnusableDataDir {
  return new UnusableDataDir(`${file} is missing, and without it no API key is valid. ${secretAdvice(file)}`);
}

function secretAdvice(file: string): string {
  return (
    'Restore it from your backup. If it is lost for good, put 32 random bytes in its place ' +
    `(head -c ${secretBytes} /dev/urandom > ${file}): then everyone needs a new API key.`
  );
}

/** A running server: process id, the address it listens on, and its public URL. */
interface RunningServer {
  pid: number;
  address: string;
  public_url: string;
}

/** Records which server uses this directory: three lines, the process id first. Throws UnusableDataDir. */
export function writeRunningServer(data_dir: string, { pid, address, public_url }: RunningServer): void {
  writeRecord(data_dir, pathsIn(data_dir).running, `${pid}\n${address}\n${public_url}\n`);
}

/** Records the public URL of the server, for links that commands print while no server runs. Throws UnusableDataDir. */
export function writePublicUrl(data_dir: string, public_url: string): void {
  if (findPublicUrl(data_dir) !== public_url) writeRecord(data_dir, pathsIn(data_dir).publicUrl, `${public_url}\n`);
}

/** The public URL of the server that used this directory last. Throws UnusableDataDir. */
export function findPublicUrl(data_dir: string): string | undefined {
  const [public_url] = readIfThere(pathsIn(data_dir).publicUrl)?.toString().split('\n') ?? [];
  return public_url && URL.canParse(public_url) ? public_url : undefined;
}

function writeRecord(data_dir: string, file: string, text: string): void {
  try {
    replaceFile(file, text);
  } catch (error) {
    throw new UnusableDataDir(`${data_dir} cannot be used: ${reason(error)}.`);
  }
}

export function removeRunningServer(data_dir: string): void {
  rmSync(pathsIn(data_dir).running, { force: true });
}

/** The server that uses this directory or, after a crash, used it last. Throws UnusableDataDir. */
export function findRunningServer(data_dir: string): RunningServer | undefined {
  const file = pathsIn(data_dir).running;
  const [pid, address, public_url] = readIfThere(file)?.toString().split('\n') ?? [];
  return pid && address && public_url ? { pid: Number(pid), address, public_url } : undefined;
}

/**
 * Locks the directory for this process until the returned function is called or the process ends in any way, and
 * deletes the folders of killed imports, which needs the lock. Throws UnusableDataDir; the message names the process
 * that holds the lock.
 */
export function lockDataDir(data_dir: string): () => void {
  const unlock = tryLock(data_dir);
  if (!unlock) throw new UnusableDataDir(heldBy(data_dir));
  removeKilledImports(data_dir);
  return unlock;
}

/** The beginning of the name of a folder in which an import unpacks an archive; mkdtemp completes it. */
export const importPrefix = 'import-';

function removeKilledImports(data_dir: string): void {
  for (const entry of readdirSync(data_dir, { withFileTypes: true })) {
    const isImport = entry.isDirectory() && /^import-\w{6}$/.test(entry.name);
    if (isImport) rmSync(join(data_dir, entry.name), { recursive: true, force: true });
  }
}

// A separate file, because admin commands must be able to open the database.
function tryLock(data_dir: string): (() => void) | undefined {
  try {
    return lockFile(pathsIn(data_dir).lock);
  } catch (error) {
    // SQLite only reports that it cannot open the file.
    throw new UnusableDataDir(`${data_dir} cannot be used: ${findRefusal(data_dir) ?? reason(error)}.`);
  }
}

/** The reason why nothing can be created in a folder, for people; undefined if something can. */
export function findRefusal(folder: string): string | undefined {
  try {
    rmdirSync(mkdtempSync(join(folder, 'probe-')));
    return undefined;
  } catch (error) {
    return reason(error);
  }
}

function heldBy(data_dir: string): string {
  const server = findRunningServer(data_dir);
  const holder = server
    ? `process ${server.pid}, which listens on ${server.address}`
    : 'another chatd that is starting';
  return `${data_dir} is in use by ${holder}. Stop it first, or choose another --data-dir.`;
}

/** Replaces a file atomically, accessible only to its owner: readers see the old or the new content. */
export function replaceFile(file: string, content: string | Buffer): void {
  const fresh = `${file}.${process.pid}.new`;
  rmSync(fresh, { force: true });
  try {
    writeFileSync(fresh, content, { mode: 0o600, flag: 'wx', flush: true });
    renameSync(fresh, file);
    flushFolder(dirname(file));
  } finally {
    rmSync(fresh, { force: true });
  }
}

function readIfThere(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch (error) {
    if (/^(ENOENT|ENOTDIR)$/.test((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw unreadable(file, error);
  }
}

function unreadable(file: string, error: unknown): UnusableDataDir {
  const isForbidden = /^(EACCES|EPERM)$/.test((error as NodeJS.ErrnoException).code ?? '');
  return new UnusableDataDir(`${file} cannot be read${isForbidden ? ' by this user' : `: ${reason(error)}`}.`);
}

function reason(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code ?? '';
  return reasons[/^SQLITE_IOERR/.exec(code)?.[0] ?? code] ?? (error instanceof Error ? error.message : String(error));
}

const reasons: Record<string, string> = {
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'the disk is read-only',
  EEXIST: 'a file of that name is in the way',
  ENOTDIR: 'a file is in the way',
  ENOENT: 'it cannot be made there',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
  EIO: 'the disk may be full or broken',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open',
  SQLITE_CANTOPEN: 'this user may not write there',
  SQLITE_READONLY: 'this user may not write there',
  SQLITE_FULL: 'the disk is full',
  SQLITE_IOERR: 'the disk may be full or broken',
};
