import { isUtf8 } from 'node:buffer';
import { createWriteStream, statSync } from 'node:fs';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { findDiskSpace, inMib } from '../ground/disk-space.ts';
import { ImportRefused, UnusableArchive } from './unusable-archive.ts';

interface Options {
  /** An empty folder to unpack to. */
  scratch: string;
  unpacks(name: string): boolean;
}

/**
 * Unpacks files of a zip archive, and returns the path of each, undefined if it was not unpacked. Files are named by
 * numbers, so names in the archive can do no harm. Throws UnusableArchive, or ImportRefused if they do not fit on disk.
 */
export async function unpackZip(file: string, { scratch, unpacks }: Options): Promise<Map<string, string | undefined>> {
  await ensureFits(file, { scratch, unpacks });
  const paths = new Map<string, string | undefined>();
  await eachFile(file, async (entry, zip) => {
    const fileName = nameOf(entry);
    if (paths.has(fileName)) throw new UnusableArchive(`${file} holds ${fileName} twice.`);
    const path = unpacks(fileName) ? join(scratch, String(paths.size)) : undefined;
    if (path !== undefined) await unpackFile(zip, entry, path);
    paths.set(fileName, path);
  });
  return paths;
}

/** Uses the sizes in the archive's directory: an entry that unpacks to another size is refused when it is read. */
async function ensureFits(file: string, { scratch, unpacks }: Options): Promise<void> {
  let packed = 0;
  let unpacked = 0;
  await eachFile(file, async (entry) => {
    packed += entry.compressedSize;
    if (unpacks(nameOf(entry))) unpacked += entry.uncompressedSize;
  });
  if (packed > statSync(file).size) throw new UnusableArchive(`${file} cannot be unpacked: its files overlap.`);
  const { free } = findDiskSpace(scratch);
  if (unpacked <= free) return;
  throw new ImportRefused(
    `${file} unpacks to ${inMib(unpacked)} MiB, and the disk of the data directory has ${inMib(free)} MiB.`,
  );
}

async function eachFile(file: string, act: (entry: Entry, zip: ZipFile) => Promise<void>): Promise<void> {
  const zip = await asUnusable(file, () => openPromise(file, { autoClose: false, strictFileNames: true }));
  try {
    const entries = zip.eachEntry();
    for (;;) {
      const { value: entry } = await asUnusable(file, () => entries.next());
      if (!entry) return;
      if (!entry.fileName.endsWith('/')) await asUnusable(`${nameOf(entry)} in ${file}`, () => act(entry, zip));
    }
  } finally {
    zip.close();
  }
}

/** Many programs write names in UTF-8 without the flag that says so; text in CP437 is hardly ever valid UTF-8. */
function nameOf({ fileName, fileNameRaw }: Entry): string {
  const isForeign = fileNameRaw.some((byte) => byte >= 0x80) && isUtf8(fileNameRaw);
  return isForeign ? fileNameRaw.toString() : fileName;
}

async function unpackFile(zip: ZipFile, entry: Entry, path: string): Promise<void> {
  if (entry.isEncrypted()) throw new Error('it is encrypted');
  let sum = 0;
  const check = new Transform({
    transform(chunk: Buffer, _, pass) {
      sum = crc32(chunk, sum);
      pass(null, chunk);
    },
    flush(pass) {
      pass(sum === entry.crc32 ? null : new Error('its checksum is wrong'));
    },
  });
  await pipeline(await zip.openReadStreamPromise(entry), check, createWriteStream(path, { mode: 0o600 }));
}

/** Converts errors to UnusableArchive, except errors of the disk. */
export async function asUnusable<Result>(what: string, action: () => Promise<Result>): Promise<Result> {
  try {
    return await action();
  } catch (error) {
    if (error instanceof UnusableArchive || error instanceof ImportRefused || isOfDisk(error)) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new UnusableArchive(`${what} cannot be unpacked: ${reason.replace(/\.$/, '')}.`);
  }
}

function isOfDisk(error: unknown): boolean {
  return /^(ENOSPC|EIO|EDQUOT|EROFS|EACCES)$/.test((error as NodeJS.ErrnoException).code ?? '');
}
