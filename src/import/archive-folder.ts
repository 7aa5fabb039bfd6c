import {
  closeSync,
  createReadStream,
  existsSync,
  openSync,
  readdirSync,
  readSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { unpackTar } from 'modern-tar/fs';
import { findDiskSpace, inMib } from '../ground/disk-space.ts';
import { meantName } from './file-names.ts';
import { ImportRefused, UnusableArchive } from './unusable-archive.ts';
import { convertUtf16 } from './utf16.ts';
import { asUnusable, unpackZip } from './zip.ts';

/** The files of an archive. */
export interface ArchiveFolder {
  /** The path of a file on disk; undefined if the archive lacks it or it was not unpacked. */
  find(name: string): string | undefined;
  /** Whether the archive contains a file, unpacked or not. */
  has(name: string): boolean;
  /** Names of files, sorted. */
  list(pattern: RegExp): string[];
  /** Whether a file belongs to the user's own folder and must not be moved. */
  isOriginal(name: string): boolean;
}

interface Options {
  /** An empty folder to unpack to. */
  scratch: string;
  /** Files that identify the archive's top folder, the surest one first; none if the archive has no such folder. */
  markers: readonly string[];
  /** Whether a single file can be the whole archive, with further files beside it. */
  takesFile: boolean;
  /** Whether to unpack a file, by its name; by default all files. */
  unpacks?: (name: string) => boolean;
  /** A folder of further files, whose names begin with `outside`. */
  files?: string | undefined;
}

/** A prefix that no name in an archive has. */
export const outside = '//';

/**
 * Opens a folder, or unpacks a zip or tar archive, which may be compressed by gzip. Throws UnusableArchive or
 * ImportRefused.
 */
export async function openArchiveFolder(file: string, options: Options): Promise<ArchiveFolder> {
  const folder = inUtf8(await openMain(file, options), `${options.scratch}-utf8`);
  return options.files === undefined ? folder : withFiles(folder, options.files);
}

/** The folder with records in UTF-8. Some programs for Windows save text files in UTF-16. */
function inUtf8(folder: ArchiveFolder, scratch: string): ArchiveFolder {
  const converted = new Map<string, string>();
  const find = (name: string) => {
    const path = folder.find(name);
    if (path === undefined || !/\.jsonl?$/i.test(name)) return path;
    const known = converted.get(name) ?? convertUtf16(path, `${scratch}-${converted.size}`);
    converted.set(name, known);
    return known;
  };
  return { ...folder, find };
}

async function openMain(file: string, { scratch, markers, takesFile, unpacks = () => true }: Options) {
  if (statSync(file).isDirectory()) return folderOf(listFiles(file), { markers, file, isOriginal: true });
  const start = readStart(file);
  if (start.subarray(0, 2).toString('latin1') === 'PK') {
    return folderOf(await unpackZip(file, { scratch, unpacks }), { markers, file, isOriginal: false });
  }
  const isGzip = start[0] === 0x1f && start[1] === 0x8b;
  if (takesFile && !isGzip) return folderAround(file);
  const names = await unpack(file, { scratch, unpacks, isGzip });
  return folderOf(new Map(names.map((name) => [name, join(scratch, name)])), { markers, file, isOriginal: false });
}

/** Paths by name. */
function listFiles(folder: string): Map<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map((entry) => join(entry.parentPath, entry.name));
  return new Map(paths.map((path) => [relative(folder, path).split(sep).join('/'), path]));
}

interface Found {
  markers: readonly string[];
  file: string;
  isOriginal: boolean;
}

function folderOf(found: ReadonlyMap<string, string | undefined>, { markers, file, isOriginal }: Found): ArchiveFolder {
  const paths = withMeantNames(found);
  const [top] = markers.length === 0 ? [''] : markers.flatMap((marker) => findTop([...paths.keys()], marker) ?? []);
  if (top === undefined) throw new UnusableArchive(`${file} holds no ${markers[0]}.`);
  return {
    isOriginal: () => isOriginal,
    has: (name) => paths.has(top + meantName(name)),
    list: (pattern) => namesBelow(paths, top).filter((name) => pattern.test(name)),
    find(name) {
      const path = paths.get(top + meantName(name));
      return path !== undefined && existsSync(path) ? path : undefined;
    },
  };
}

/** The same paths by the names that are meant; of two files with one such name, the second one keeps its own. */
function withMeantNames(found: ReadonlyMap<string, string | undefined>): Map<string, string | undefined> {
  const paths = new Map<string, string | undefined>();
  for (const [name, path] of found) {
    const meant = meantName(name);
    paths.set(paths.has(meant) ? name : meant, path);
  }
  return paths;
}

/** The top-most folder that contains the marker, with a trailing slash. */
function findTop(names: readonly string[], marker: string): string | undefined {
  const found = names.filter((name) => name === marker || name.endsWith(`/${marker}`));
  const [nearest] = found.sort((a, b) => a.split('/').length - b.split('/').length);
  return nearest?.slice(0, nearest.length - marker.length);
}

function namesBelow(paths: ReadonlyMap<string, unknown>, top: string): string[] {
  const names = [...paths.keys()].filter((name) => name.startsWith(top));
  return names.map((name) => name.slice(top.length)).sort();
}

/** A single file, with the folder in which its exporter puts files. All other files in its folder may be unrelated. */
function folderAround(file: string): ArchiveFolder {
  const top = resolve(dirname(file));
  const folders = ['data', `${basename(file)}_Files`].map((name) => join(top, name, sep));
  const isOwn = (path: string) => folders.some((folder) => path.startsWith(folder)) && isPlain(top, path);
  const find = (name: string) => {
    const paths = [name, name.normalize('NFC'), name.normalize('NFD')].map((one) => resolve(top, one));
    return paths.find((path) => {
      return (path === resolve(file) || isOwn(path)) && existsSync(path) && statSync(path).isFile();
    });
  };
  return {
    isOriginal: () => true,
    has: (name) => find(name) !== undefined,
    list: (pattern) => [basename(file)].filter((name) => pattern.test(name)),
    find,
  };
}

/** Whether a path below a folder exists without symbolic links, which could lead to unrelated files. */
function isPlain(top: string, path: string): boolean {
  return existsSync(path) && realpathSync(path) === join(realpathSync(top), relative(top, path));
}

/** An archive together with a folder of files. */
function withFiles(folder: ArchiveFolder, files: string): ArchiveFolder {
  const named = [...listFiles(files)].map(([name, path]): [string, string] => [outside + name, path]);
  const paths = withMeantNames(new Map(named));
  return {
    isOriginal: (name) => paths.has(meantName(name)) || folder.isOriginal(name),
    has: (name) => paths.has(meantName(name)) || folder.has(name),
    list: (pattern) => [...folder.list(pattern), ...[...paths.keys()].filter((name) => pattern.test(name)).sort()],
    find: (name) => paths.get(meantName(name)) ?? folder.find(name),
  };
}

interface Unpacking {
  scratch: string;
  unpacks(name: string): boolean;
  isGzip: boolean;
}

async function unpack(file: string, { scratch, unpacks, isGzip }: Unpacking): Promise<string[]> {
  const names: string[] = [];
  const { free } = findDiskSpace(scratch);
  let unpacked = 0;
  const filter = ({ name, type, size }: { name: string; type?: string; size: number }) => {
    if (type !== 'file') return false;
    const plain = name.replace(/^\.\//, '');
    names.push(plain);
    if (!unpacks(plain)) return false;
    unpacked += size;
    if (unpacked > free) throw tooLarge(file, free);
    return true;
  };
  const write = unpackTar(scratch, { strict: true, filter, fmode: 0o600, dmode: 0o700, concurrency: 2 });
  await asUnusable(file, async () => {
    if (isGzip) await pipeline(createReadStream(file), createGunzip(), write);
    else await pipeline(createReadStream(file), write);
  });
  return names;
}

function tooLarge(file: string, free: number): ImportRefused {
  return new ImportRefused(
    `${file} unpacks to more than the ${inMib(free)} MiB that the disk of the data directory has.`,
  );
}

function readStart(file: string): Buffer {
  const start = Buffer.alloc(2);
  const descriptor = openSync(file, 'r');
  readSync(descriptor, start, 0, 2, 0);
  closeSync(descriptor);
  return start;
}
