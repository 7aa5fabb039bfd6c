import { closeSync, createReadStream, existsSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { unpackTar } from 'modern-tar/fs';
import { UnusableArchive } from './unusable-archive.ts';

/** The files of an archive. */
export interface ArchiveFolder {
  /** The path of a file on the disk; undefined if the archive lacks it, or it was not unpacked. */
  find(name: string): string | undefined;
  /** Whether the archive has a file, unpacked or not. */
  has(name: string): boolean;
  /** Names of files, sorted. */
  list(pattern: RegExp): string[];
  /** Whether the files are the archive's own, which must stay. */
  isOriginal: boolean;
}

interface Options {
  /** An empty folder to unpack to. */
  scratch: string;
  /** The file that marks the archive's top folder. */
  marker: string;
  /** Whether a file is to be unpacked, by its name; all of them unless given. */
  unpacks?: (name: string) => boolean;
}

/** Opens a folder, or unpacks a tar archive, which may be compressed by gzip. Throws UnusableArchive. */
export async function openArchiveFolder(file: string, { scratch, marker, unpacks }: Options): Promise<ArchiveFolder> {
  if (statSync(file).isDirectory()) return folderOf(file, listFiles(file), { marker, file, isOriginal: true });
  const names = await unpack(file, scratch, unpacks ?? (() => true));
  return folderOf(scratch, names, { marker, file, isOriginal: false });
}

function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'));
}

interface Found {
  marker: string;
  file: string;
  isOriginal: boolean;
}

function folderOf(folder: string, all: readonly string[], { marker, file, isOriginal }: Found): ArchiveFolder {
  const top = findTop(all, marker);
  if (top === undefined) throw new UnusableArchive(`${file} holds no ${marker}.`);
  const names = new Set(all.filter((name) => name.startsWith(top)).map((name) => name.slice(top.length)));
  return {
    isOriginal,
    has: (name) => names.has(name),
    list: (pattern) => [...names].filter((name) => pattern.test(name)).sort(),
    find(name) {
      const path = join(folder, top, name);
      return names.has(name) && existsSync(path) ? path : undefined;
    },
  };
}

/** The folder of the marker that is nearest to the top, with a slash at its end. */
function findTop(names: readonly string[], marker: string): string | undefined {
  const found = names.filter((name) => name === marker || name.endsWith(`/${marker}`));
  const [nearest] = found.sort((a, b) => a.split('/').length - b.split('/').length);
  return nearest?.slice(0, nearest.length - marker.length);
}

async function unpack(file: string, scratch: string, unpacks: (name: string) => boolean): Promise<string[]> {
  const names: string[] = [];
  const filter = ({ name, type }: { name: string; type?: string }) => {
    if (type !== 'file') return false;
    const plain = name.replace(/^\.\//, '');
    names.push(plain);
    return unpacks(plain);
  };
  const write = unpackTar(scratch, { strict: true, filter, fmode: 0o600, dmode: 0o700, concurrency: 2 });
  try {
    if (isGzip(file)) await pipeline(createReadStream(file), createGunzip(), write);
    else await pipeline(createReadStream(file), write);
  } catch (error) {
    // What the disk refuses is no fault of the archive.
    if (/^(ENOSPC|EIO|EDQUOT|EROFS|EACCES)$/.test((error as NodeJS.ErrnoException).code ?? '')) throw error;
    throw new UnusableArchive(`${file} cannot be unpacked: ${error instanceof Error ? error.message : String(error)}.`);
  }
  return names;
}

function isGzip(file: string): boolean {
  const start = Buffer.alloc(2);
  const descriptor = openSync(file, 'r');
  readSync(descriptor, start, 0, 2, 0);
  closeSync(descriptor);
  return start[0] === 0x1f && start[1] === 0x8b;
}
