import { closeSync, createReadStream, createWriteStream, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { findDiskSpace, inMib } from '../../ground/disk-space.ts';
import type { ArchiveFolder } from '../archive-folder.ts';
import { BsonFile } from '../bson-file.ts';
import { Faults } from '../faults.ts';
import { Tally } from '../tally.ts';
import { ImportRefused, UnusableArchive } from '../unusable-archive.ts';

/** The prefix of files that were stored in the database, in pieces (GridFS). */
export const stored = 'gridfs';

/** The stores of the database with files that come along. */
const stores = ['rocketchat_uploads', 'rocketchat_avatars', 'custom_emoji'];

/** The same folder with unpacked collections, and with the files that were stored in the database. */
export async function prepareDump(folder: ArchiveFolder, scratch: string): Promise<ArchiveFolder> {
  const unpacked = await withUnpacked(folder, scratch);
  return withStored(unpacked, scratch);
}

/** A folder in which `x.bson.gz` is `x.bson`. */
async function withUnpacked(folder: ArchiveFolder, scratch: string): Promise<ArchiveFolder> {
  const paths = new Map<string, string>();
  for (const [index, name] of folder.list(/\.bson\.gz$/).entries()) {
    const path = join(scratch, `collection-${index}.bson`);
    await unpack(folder.find(name) as string, path, name);
    paths.set(name.replace(/\.gz$/, ''), path);
  }
  return withPaths(folder, paths);
}

/** A file that is cut off is unpacked up to there. Throws ImportRefused if it does not fit on the disk. */
async function unpack(from: string, to: string, name: string): Promise<void> {
  const { free } = findDiskSpace(to.slice(0, to.lastIndexOf('/')));
  let size = 0;
  const ensureFits = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      size += chunk.length;
      if (size > free) throw new ImportRefused(`${name} unpacks to more than the ${inMib(free)} MiB of the disk.`);
      yield chunk;
    }
  };
  try {
    await pipeline(createReadStream(from), createGunzip(), ensureFits, createWriteStream(to, { mode: 0o600 }));
  } catch (error) {
    if (!/^(?:Z_|ERR_)/.test((error as NodeJS.ErrnoException).code ?? '')) throw error;
    if (size === 0) throw new UnusableArchive(`${name} cannot be unpacked.`);
  }
}

function withPaths(folder: ArchiveFolder, paths: ReadonlyMap<string, string>): ArchiveFolder {
  return {
    ...folder,
    find: (name) => paths.get(name) ?? folder.find(name),
    has: (name) => paths.has(name) || folder.has(name),
    list: (pattern) => [
      ...new Set([...folder.list(pattern), ...[...paths.keys()].filter((name) => pattern.test(name))]),
    ],
    isOriginal: (name) => !paths.has(name) && folder.isOriginal(name),
  };
}

function withStored(folder: ArchiveFolder, scratch: string): ArchiveFolder {
  const paths = new Map<string, string>();
  // What is broken here is counted when messages look for their files.
  const faults = new Faults(new Tally(), () => {});
  for (const store of stores) {
    const [files, chunks] = ['files', 'chunks'].map((kind) => findCollection(folder, `${store}.${kind}`));
    if (files === undefined || chunks === undefined) continue;
    const targets = new Map<string, Target>();
    for (const one of new BsonFile(folder.find(files) as string, files, faults).documents('files')) {
      faults.attempt('files', () => {
        const path = join(scratch, `${store}-${targets.size}`);
        closeSync(openSync(path, 'w', 0o600));
        targets.set(one.key('_id'), { path, length: one.whole('length'), chunk: one.whole('chunkSize') });
        paths.set(`${stored}/${store}/${store === 'custom_emoji' ? one.text('filename') : one.key('_id')}`, path);
      });
    }
    for (const one of new BsonFile(folder.find(chunks) as string, chunks, faults).documents('files')) {
      faults.attempt('files', () => writePiece(targets.get(one.key('files_id')), one.whole('n'), one.raw('data')));
    }
  }
  return withPaths(folder, paths);
}

interface Target {
  path: string;
  /** Of the file, and of each piece but the last, in bytes. */
  length: number;
  chunk: number;
}

function writePiece(target: Target | undefined, number: number, data: unknown): void {
  if (!target || !Buffer.isBuffer(data) || number < 0 || number * target.chunk >= target.length) return;
  const descriptor = openSync(target.path, 'r+');
  writeSync(descriptor, data, 0, data.length, number * target.chunk);
  closeSync(descriptor);
}

/** The name of a collection's file, wherever the folder of its database is. */
export function findCollection(folder: ArchiveFolder, collection: string): string | undefined {
  const pattern = new RegExp(`(?:^|/)${collection.replaceAll('.', '\\.')}\\.bson$`);
  return folder.list(pattern)[0];
}
