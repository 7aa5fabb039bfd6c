import { isUtf8 } from 'node:buffer';
import { existsSync, readdirSync, realpathSync, statSync, symlinkSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { addedByMac, isNoArchive, unpackArchive, unpackFiles } from './container.ts';
import { isAscii, meantName, nameOfBytes, otherReadings } from './file-names.ts';
import type { Paths } from './packed-files.ts';
import { plainName } from './unpacked.ts';
import { UnusableArchive } from './unusable-archive.ts';
import { convertUtf16 } from './utf16.ts';

/** The files of an archive. */
export interface ArchiveFolder {
  /** The path of a file on disk; undefined if the archive lacks it or it was not unpacked. */
  find(name: string): string | undefined;
  /** Whether the archive contains a file, unpacked or not. */
  has(name: string): boolean;
  /** Names of files, sorted. */
  list(pattern: RegExp): string[];
  /** The name in such a list of a file or folder that records name so. */
  listed(name: string): string;
  /** Whether a file belongs to the user's own folder and must not be moved. */
  isOriginal(name: string): boolean;
  /** What cannot be unpacked, and why: a sentence for each. */
  readonly losses: readonly string[];
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
 * Opens a folder, or unpacks a zip or tar archive, which may be compressed by gzip. An archive or folder of nothing but
 * archives is all that is in them, and a file of records may be compressed too. Throws UnusableArchive or ImportRefused.
 */
export async function openArchiveFolder(file: string, options: Options): Promise<ArchiveFolder> {
  const folder = inUtf8(await openMain(file, options), `${options.scratch}-utf8`);
  return options.files === undefined ? folder : withFiles(folder, options.files, options.scratch);
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
  const isFolder = statSync(file).isDirectory();
  if (!isFolder && takesFile && isNoArchive(file)) return folderAround(file);
  const unpacking = { scratch, unpacks };
  const { paths, losses } = isFolder
    ? await unpackFiles({ paths: listFiles(file, join(scratch, 'link')), losses: [] }, unpacking)
    : await unpackArchive(file, unpacking);
  return folderOf(paths, { markers, file, isOriginal: isFolder, losses });
}

/** The files below a folder. A path that is not in UTF-8 is no text, so its file gets a link with a number. */
function listFiles(folder: string, link: string): Map<string, string> {
  const paths = new Map<string, string>();
  for (const path of walk(Buffer.from(folder))) {
    const name = plainName(nameOfBytes(path.subarray(Buffer.byteLength(folder) + 1)));
    paths.set(name, isUtf8(path) ? path.toString() : linkTo(path, `${link}-${paths.size}`));
  }
  return paths;
}

function* walk(folder: Buffer): Generator<Buffer> {
  for (const entry of readdirSync(folder, { encoding: 'buffer', withFileTypes: true })) {
    const path = Buffer.concat([folder, Buffer.from(sep), entry.name]);
    if (entry.isDirectory()) yield* walk(path);
    else if (entry.isFile()) yield path;
  }
}

function linkTo(path: Buffer, link: string): string {
  symlinkSync(path, link);
  return link;
}

interface About {
  markers: readonly string[];
  file: string;
  isOriginal: boolean;
  losses: readonly string[];
}

function folderOf(found: Paths, { markers, file, isOriginal, losses }: About): ArchiveFolder {
  const named = withMeantNames(found);
  const [top] =
    markers.length === 0
      ? [commonTop([...named.keys()])]
      : markers.flatMap((marker) => findTop([...named.keys()], marker) ?? []);
  if (top === undefined)
    throw new UnusableArchive([`${file} holds no ${markers[0]}.`, ...losses.slice(0, 1)].join(' '));
  const paths = new Map(
    [...named].flatMap(([name, path]) => (name.startsWith(top) ? [[name.slice(top.length), path]] : [])),
  );
  const listed = nameFinder(paths);
  return {
    losses,
    listed,
    isOriginal: () => isOriginal,
    has: (name) => paths.has(listed(name)),
    list: (pattern) => [...paths.keys()].filter((name) => pattern.test(name)).sort(),
    find(name) {
      const path = paths.get(listed(name));
      return path !== undefined && existsSync(path) ? path : undefined;
    },
  };
}

/** The deepest folder that contains all files, with a trailing slash. */
function commonTop(names: readonly string[]): string {
  const [first = ''] = names;
  const folders = [...first.matchAll(/\//g)].map(({ index }) => first.slice(0, index + 1));
  return folders.findLast((folder) => names.every((name) => name.startsWith(folder))) ?? '';
}

/** The same paths by the names that are meant; of two files with one such name, the second one keeps its own. */
function withMeantNames(found: Paths): Map<string, string | undefined> {
  const paths = new Map<string, string | undefined>();
  for (const [name, path] of found) {
    if (addedByMac.test(name)) continue;
    const meant = meantName(name);
    paths.set(paths.has(meant) ? name : meant, path);
  }
  return paths;
}

/** Finds the names of files and folders by the names that records have for them. */
function nameFinder(paths: Paths): (name: string) => string {
  let others: ReadonlyMap<string, string> | undefined;
  return (name) => {
    const meant = meantName(name);
    if (isAscii(meant) || paths.has(meant)) return meant;
    others ??= otherNames(paths);
    return others.get(meant) ?? meant;
  };
}

/** The names of files and their folders by their readings in other encodings. */
function otherNames(paths: Paths): Map<string, string> {
  const names = new Set([...paths.keys()].filter((name) => !isAscii(name)).flatMap(withFolders));
  return new Map([...names].flatMap((name) => otherReadings(name).map((other): [string, string] => [other, name])));
}

/** A path and all that it begins with. */
function withFolders(name: string): string[] {
  const parts = name.split('/');
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}

/** The top-most folder that contains the marker, with a trailing slash. */
function findTop(names: readonly string[], marker: string): string | undefined {
  const found = names.filter((name) => name === marker || name.endsWith(`/${marker}`));
  const [nearest] = found.sort((a, b) => a.split('/').length - b.split('/').length);
  return nearest?.slice(0, nearest.length - marker.length);
}

/** A single file, with the folder in which its exporter puts files. All other files in its folder may be unrelated. */
function folderAround(file: string): ArchiveFolder {
  const top = resolve(dirname(file));
  const folders = ['data', `${basename(file)}_Files`].map((name) => join(top, name, sep));
  const isOwn = (path: string) => folders.some((folder) => path.startsWith(folder)) && isPlain(top, path);
  const find = (name: string) => {
    const paths = [name, name.normalize('NFC'), name.normalize('NFD')].map((one) => resolve(top, one));
    return paths.find((path) => {
      // What was written to a database last is in the log beside it.
      const isMain = path === resolve(file) || path === resolve(`${file}-wal`);
      return (isMain || isOwn(path)) && existsSync(path) && statSync(path).isFile();
    });
  };
  return {
    losses: [],
    listed: (name) => name,
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
function withFiles(folder: ArchiveFolder, files: string, scratch: string): ArchiveFolder {
  const named = [...listFiles(files, join(scratch, 'file'))].map(([name, path]): [string, string] => [
    outside + name,
    path,
  ]);
  const paths = withMeantNames(new Map(named));
  const listed = nameFinder(paths);
  return {
    losses: folder.losses,
    listed: (name) => (name.startsWith(outside) ? listed(name) : folder.listed(name)),
    isOriginal: (name) => paths.has(listed(name)) || folder.isOriginal(name),
    has: (name) => paths.has(listed(name)) || folder.has(name),
    list: (pattern) => [...folder.list(pattern), ...[...paths.keys()].filter((name) => pattern.test(name)).sort()],
    find: (name) => paths.get(listed(name)) ?? folder.find(name),
  };
}
