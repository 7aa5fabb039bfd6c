import { closeSync, createReadStream, mkdirSync, openSync, readSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createGunzip } from 'node:zlib';
import { gunzip, type Paths, plainRecord, withUnpacked } from './packed-files.ts';
import { unpackTar } from './tar.ts';
import type { Unpacked, Unpacking } from './unpacked.ts';
import { UnusableArchive } from './unusable-archive.ts';
import { unpackZip } from './zip.ts';

/** What macOS adds to archives. */
export const addedByMac = /(?:^|\/)(?:__MACOSX\/|\._|\.DS_Store$)/;

/** The files of a zip or tar archive, or the single file packed by gzip. Throws UnusableArchive or ImportRefused. */
export async function unpackArchive(file: string, { scratch, unpacks }: Unpacking): Promise<Found> {
  const wider = { scratch, unpacks: (name: string) => isArchive(name) || unpacks(plainRecord(name)) };
  return unpackFiles(await unpack(kindOf(file), file, wider), wider);
}

/** The same files, those of the archives if they are nothing else, and unpacked files of records. */
export async function unpackFiles(found: Found, unpacking: Unpacking): Promise<Found> {
  const all = isArchiveOfArchives(found.paths) ? await unpackInner(found, unpacking) : found;
  const losses = [...all.losses];
  return { paths: await withUnpacked(all.paths, unpacking.scratch, losses), losses };
}

type Found = Pick<Unpacked, 'losses'> & { paths: Paths };

/** Whether a file may be one of several archives in an archive, by its name. */
const isArchive = (name: string) => /\.(?:zip|tar|tgz|tar\.gz)$/i.test(name) && name.split('/').length <= 2;

/** Whether files are archives and nothing else. */
function isArchiveOfArchives(paths: Paths): boolean {
  const names = [...paths.keys()].filter((name) => !addedByMac.test(name));
  return names.length > 0 && names.every(isArchive);
}

/** The files of all archives, each in a folder of its name. */
async function unpackInner({ paths, losses }: Found, { scratch, unpacks }: Unpacking): Promise<Found> {
  const inner = new Map<string, string | undefined>();
  const lost = [...losses];
  for (const [index, [name, path]] of [...paths].entries()) {
    if (path === undefined || addedByMac.test(name)) continue;
    const folder = join(scratch, `inner-${index}`);
    mkdirSync(folder);
    try {
      const one = await unpack(kindOf(path), path, { scratch: folder, unpacks });
      for (const [own, at] of one.paths) inner.set(`${name.replace(/\.\w+(?:\.gz)?$/, '')}/${own}`, at);
      lost.push(...one.losses);
    } catch (error) {
      if (!(error instanceof UnusableArchive)) throw error;
      lost.push(error.message);
    }
  }
  return { paths: inner, losses: lost };
}

/** Archives of other programs, by the mark of each. */
const unread: readonly [name: string, mark: string][] = [
  ['7z', '377abcaf271c'],
  ['rar', '526172211a07'],
  ['xz', 'fd377a585a00'],
  ['bzip2', '425a68'],
  ['zstd', '28b52ffd'],
];

/** Whether a file is none. Throws UnusableArchive for an archive that another program has to unpack. */
export function isNoArchive(file: string): boolean {
  if (kindOf(file) !== undefined) return false;
  const start = readStart(file).toString('hex');
  const [name] = unread.find(([, mark]) => start.startsWith(mark)) ?? [];
  if (name !== undefined) throw new UnusableArchive(`${file} is packed with ${name}: unpack it, and name its folder.`);
  return true;
}

type Kind = 'zip' | 'gzip' | 'tar';

/** The kind of archive, by the mark of each. */
function kindOf(file: string): Kind | undefined {
  const start = readStart(file);
  if (start.toString('latin1', 0, 2) === 'PK') return 'zip';
  if (start.readUInt16BE(0) === 0x1f8b) return 'gzip';
  return isTar(start) ? 'tar' : undefined;
}

function isTar(start: Buffer): boolean {
  return start.toString('latin1', 257, 262) === 'ustar';
}

async function unpack(kind: Kind | undefined, file: string, unpacking: Unpacking): Promise<Found> {
  if (kind === 'zip') return unpackZip(file, unpacking);
  if (kind === 'gzip' && !(await holdsTar(file))) return unpackSingle(file, unpacking);
  return unpackTar(file, { ...unpacking, isGzip: kind === 'gzip' });
}

/** Whether a file that is compressed by gzip is a tar archive, or damaged before that can be told. */
async function holdsTar(file: string): Promise<boolean> {
  const stream = createReadStream(file).pipe(createGunzip());
  try {
    for await (const chunk of stream) return (chunk as Buffer).length < 262 || isTar(chunk as Buffer);
  } catch {
    // What is wrong with it is said by whoever unpacks it.
  }
  return true;
}

/** A single file that is compressed by gzip. */
async function unpackSingle(file: string, { scratch }: Unpacking): Promise<Found> {
  const target = join(scratch, 'single');
  await gunzip(file, target, file);
  return { paths: new Map([[basename(file).replace(/\.gz$/i, ''), target]]), losses: [] };
}

function readStart(file: string): Buffer {
  const start = Buffer.alloc(262);
  const descriptor = openSync(file, 'r');
  readSync(descriptor, start, 0, start.length, 0);
  closeSync(descriptor);
  return start;
}
