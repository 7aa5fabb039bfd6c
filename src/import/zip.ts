import { isUtf8 } from 'node:buffer';
import { createWriteStream, rmSync, statSync } from 'node:fs';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import { type Entry, getFileNameLowLevel, openPromise, type ZipFile } from 'yauzl';
import { findDiskSpace, inMib } from '../ground/disk-space.ts';
import { mostOfByte, notUnpacked, plainName, Unpacked, type Unpacking } from './unpacked.ts';
import { ImportRefused } from './unusable-archive.ts';
import { unpackByHeaders } from './zip-headers.ts';

/**
 * Unpacks files of a zip archive. Entries that cannot be unpacked are losses. If its directory is missing or damaged, the
 * files are found without it. Throws UnusableArchive if nothing can be unpacked, or ImportRefused if the files do not
 * fit on the disk.
 */
export async function unpackZip(file: string, unpacking: Unpacking): Promise<Unpacked> {
  try {
    return await unpackByDirectory(file, unpacking);
  } catch (error) {
    const problem = notUnpacked(file, error);
    const unpacked = await unpackByHeaders(file, unpacking);
    if (unpacked.paths.size === 0) throw problem;
    unpacked.losses.unshift(problem.message);
    return unpacked;
  }
}

async function unpackByDirectory(file: string, { scratch, unpacks }: Unpacking): Promise<Unpacked> {
  const unpacked = new Unpacked(file, scratch);
  const zip = await openPromise(file, { autoClose: false, decodeStrings: false, validateEntrySizes: false });
  try {
    const entries = await listFiles(zip);
    const { size } = statSync(file);
    const sizes = entries.map(({ name, entry }) => (unpacks(name) ? possibleSize(entry, size) : 0));
    ensureFits(file, scratch, sum(sizes));
    for (const one of entries) await unpackEntry(unpacked, { zip, ...one, isWanted: unpacks(one.name) });
  } finally {
    zip.close();
  }
  return unpacked;
}

const sum = (sizes: readonly number[]) => sizes.reduce((total, size) => total + size, 0);

/** The size of an unpacked entry, or 0 if that is a lie, with which it is not unpacked. */
function possibleSize({ compressedSize, uncompressedSize }: Entry, fileSize: number): number {
  return compressedSize <= fileSize && uncompressedSize <= compressedSize * mostOfByte ? uncompressedSize : 0;
}

/** Throws ImportRefused if that much does not fit on the disk. */
function ensureFits(file: string, scratch: string, bytes: number): void {
  const { free } = findDiskSpace(scratch);
  if (bytes <= free) return;
  throw new ImportRefused(
    `${file} unpacks to ${inMib(bytes)} MiB, and the disk of the data directory has ${inMib(free)} MiB.`,
  );
}

interface Named {
  name: string;
  entry: Entry;
}

/** The files in the directory of the archive. */
async function listFiles(zip: ZipFile): Promise<Named[]> {
  const named: Named[] = [];
  for await (const entry of zip.eachEntry()) named.push({ name: nameOf(entry), entry });
  return named.filter(({ name }) => name !== '' && !name.endsWith('/'));
}

/** Many programs write names in UTF-8 without the flag that says so; text in CP437 is hardly ever valid UTF-8. */
function nameOf({ fileNameRaw, extraFields }: Entry): string {
  return plainName(getFileNameLowLevel(isUtf8(fileNameRaw) ? 0x800 : 0, fileNameRaw, extraFields, true));
}

type Wanted = Named & { zip: ZipFile; isWanted: boolean };

async function unpackEntry(unpacked: Unpacked, { zip, name, entry, isWanted }: Wanted): Promise<void> {
  if (!isWanted) return unpacked.add(name, undefined);
  const path = unpacked.nextPath();
  try {
    await write(zip, entry, path);
  } catch (error) {
    rmSync(path, { force: true });
    return unpacked.lose(name, error);
  }
  await unpacked.add(name, path);
}

async function write(zip: ZipFile, entry: Entry, path: string): Promise<void> {
  if (entry.isEncrypted()) throw new Error('it is encrypted');
  const packed = await zip.openReadStreamPromise(entry);
  await pipeline(packed, checkOf(entry), createWriteStream(path, { mode: 0o600 }));
}

/** Passes the content of an entry on, and fails if it is not what the directory says. */
function checkOf(entry: Entry): Transform {
  let sum = 0;
  let size = 0;
  return new Transform({
    transform(chunk: Buffer, _, pass) {
      sum = crc32(chunk, sum);
      size += chunk.length;
      pass(size > entry.uncompressedSize ? new Error('it is longer than its size') : null, chunk);
    },
    flush(pass) {
      if (size < entry.uncompressedSize) pass(new Error('it is shorter than its size'));
      else pass(sum === entry.crc32 ? null : new Error('its checksum is wrong'));
    },
  });
}
