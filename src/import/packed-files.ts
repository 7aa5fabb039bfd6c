import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { findDiskSpace, inMib } from '../ground/disk-space.ts';
import { ImportRefused, UnusableArchive } from './unusable-archive.ts';

/** Files of records, each of which is packed by gzip. */
const packedRecords = /\.(?:jsonl?|bson|txt|sqlite3?|db)\.gz$/i;

/** The name of a file of records as it is after unpacking; of another file, its own. */
export function plainRecord(name: string): string {
  return packedRecords.test(name) ? name.replace(/\.gz$/i, '') : name;
}

/** The same files, among which `x.json.gz` is `x.json` too. `losses` receives what cannot be unpacked. */
export async function withUnpacked(found: Paths, scratch: string, losses: string[]): Promise<Paths> {
  const paths = new Map(found);
  for (const [name, path] of found) {
    const plain = plainRecord(name);
    if (paths.has(plain)) continue;
    paths.set(plain, undefined);
    if (path === undefined) continue;
    const target = join(scratch, `unpacked-${paths.size}`);
    try {
      await gunzip(path, target, name);
      paths.set(plain, target);
    } catch (error) {
      if (!(error instanceof UnusableArchive)) throw error;
      losses.push(error.message);
    }
  }
  return paths;
}

/** Paths of files by name; undefined if one was not unpacked. */
export type Paths = ReadonlyMap<string, string | undefined>;

/**
 * A file that is cut off is unpacked up to there. `name` is used in errors. Throws ImportRefused if it does not fit on the
 * disk, and UnusableArchive if nothing can be unpacked.
 */
export async function gunzip(from: string, to: string, name: string): Promise<void> {
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
