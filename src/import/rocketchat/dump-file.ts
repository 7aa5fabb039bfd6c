import { closeSync, openSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { BSONError, type Document, deserialize } from 'bson';
import { findDiskSpace, inMib } from '../../ground/disk-space.ts';
import { largestDocument, readAt, smallestDocument } from '../bson-file.ts';
import { ImportRefused } from '../unusable-archive.ts';

/** What a file of `mongodump --archive` begins with. */
const mark = '6de29981';
/** In place of the length of a document, where a list of them ends. */
const end = -1;

/** Whether a file holds a whole database, as `mongodump --archive` writes it. */
export function isDumpFile(path: string): boolean {
  const descriptor = openSync(path, 'r');
  const start = readAt(descriptor, 0, 4);
  closeSync(descriptor);
  return start.toString('hex') === mark;
}

/**
 * Writes the collections of such a file to a folder, as far as they can be read. Returns their paths by names as in a
 * dump in several files. Throws ImportRefused if they do not fit on the disk.
 */
export function splitDump(path: string, folder: string): Map<string, string> {
  ensureFits(path, folder);
  const paths = new Map<string, string>();
  const targets = new Map<string, number>();
  for (const { collection, bytes } of piecesOf(path)) {
    const target = targets.get(collection) ?? openSync(join(folder, `collection-${targets.size}`), 'w', 0o600);
    if (!targets.has(collection)) paths.set(`${collection}.bson`, join(folder, `collection-${targets.size}`));
    targets.set(collection, target);
    writeSync(target, bytes);
  }
  for (const target of targets.values()) closeSync(target);
  return paths;
}

function ensureFits(path: string, folder: string): void {
  const { free } = findDiskSpace(folder);
  const { size } = statSync(path);
  if (size > free)
    throw new ImportRefused(`The collections of ${path} need ${inMib(size)} MiB; ${inMib(free)} are free.`);
}

interface Piece {
  collection: string;
  bytes: Buffer;
}

/** After a list of documents about the dump, lists whose first document names the collection of the others. */
function* piecesOf(path: string): Generator<Piece> {
  const descriptor = openSync(path, 'r');
  let collection: string | undefined;
  let isAbout = true;
  try {
    for (let at = 4; ; ) {
      const length = readAt(descriptor, at, 4);
      const size = length.length < 4 ? 0 : length.readInt32LE();
      if (size === end) {
        [isAbout, collection] = [false, undefined];
        at += 4;
        continue;
      }
      if (size < smallestDocument || size > largestDocument) return;
      const bytes = readAt(descriptor, at, size);
      if (collection !== undefined) yield { collection, bytes };
      else if (!isAbout) collection = String(read(bytes).collection);
      at += size;
    }
  } finally {
    closeSync(descriptor);
  }
}

/** Without fields if the bytes are no document. */
function read(bytes: Buffer): Document {
  try {
    return deserialize(bytes);
  } catch (error) {
    if (!(error instanceof BSONError || error instanceof RangeError)) throw error;
    return {};
  }
}
