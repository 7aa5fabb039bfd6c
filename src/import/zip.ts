import { isUtf8 } from 'node:buffer';
import { createWriteStream, rmSync, statSync } from 'node:fs';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import { type Entry, getFileNameLowLevel, openPromise, type ZipFile } from 'yauzl';
import { findDiskSpace, inMib } from '../ground/disk-space.ts';
import { mostOfByte, notUnpacked, plainName, Unpacked, type Unpacking } from './unpacked.ts';
import { ImportRefused } from './unusable-archive.ts';

/**
 * Unpacks files of a zip archive. Entries that cannot be unpacked are losses. Throws UnusableArchive if the archive has
 * no directory, or ImportRefused if the files do not fit on the disk.
 */
export async function unpackZip(file: string, { scratch, unpacks }: Unpacking): Promise<Unpacked> {
  const unpacked = new Unpacked(file, scratch);
  const zip = await open(file);
  try {
    const entries = await listFiles(zip, unpacked);
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

async function open(file: string): Promise<ZipFile> {
  try {
    return await openPromise(file, { autoClose: false, decodeStrings: false, validateEntrySizes: false });
  } catch (error) {
    throw notUnpacked(file, error);
  }
}

interface Named {
  name: string;
  entry: Entry;
}

/** The files in the directory of the archive, as far as it can be read. */
async function listFiles(zip: ZipFile, unpacked: Unpacked): Promise<Named[]> {
  const named: Named[] = [];
  try {
    for await (const entry of zip.eachEntry()) named.push({ name: nameOf(entry), entry });
  } catch (error) {
    unpacked.lose('The rest', error);
  }
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
