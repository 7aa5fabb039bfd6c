import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { ArchiveFolder } from '../archive-folder.ts';
import { BsonFile } from '../bson-file.ts';
import { Faults } from '../faults.ts';
import { Tally } from '../tally.ts';
import { isDumpFile, splitDump } from './dump-file.ts';

/** The prefix of files that were stored in the database, in pieces (GridFS). */
export const stored = 'gridfs';

/** The stores of the database with files that come along. */
const stores = ['rocketchat_uploads', 'rocketchat_avatars', 'custom_emoji'];

/**
 * The same folder with the collections of a dump that is one file (`mongodump --archive`), and with the files that were
 * stored in the database. Throws ImportRefused if they do not fit on the disk.
 */
export function prepareDump(folder: ArchiveFolder, scratch: string): ArchiveFolder {
  return withStored(withCollections(folder, scratch), scratch);
}

function withCollections(folder: ArchiveFolder, scratch: string): ArchiveFolder {
  if (findCollection(folder, 'rocketchat_message') !== undefined) return folder;
  const paths = folder.list(/^(?!\/\/)/).flatMap((one) => folder.find(one) ?? []);
  const file = paths.find(isDumpFile);
  return file === undefined ? folder : withPaths(folder, splitDump(file, scratch));
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
