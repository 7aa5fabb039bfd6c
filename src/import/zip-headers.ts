import { closeSync, createReadStream, createWriteStream, fstatSync, openSync, readSync, rmSync } from 'node:fs';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, crc32, createInflateRaw } from 'node:zlib';
import { findDiskSpace, inMib } from '../ground/disk-space.ts';
import { nameOfBytes } from './file-names.ts';
import { plainName, Unpacked, type Unpacking } from './unpacked.ts';
import { ImportRefused } from './unusable-archive.ts';

/**
 * Unpacks files of a zip archive without its directory: each is found by the header before it. Damaged files and the one
 * that is cut off are losses. Throws ImportRefused if the files do not fit on the disk.
 */
export async function unpackByHeaders(file: string, { scratch, unpacks }: Unpacking): Promise<Unpacked> {
  const unpacked = new Unpacked(file, scratch);
  const room = { file, free: findDiskSpace(scratch).free, bytes: 0 };
  const fd = openSync(file, 'r');
  try {
    let header = findHeader(fd, 0);
    while (header !== undefined) {
      const isFile = header.name !== '' && !header.name.endsWith('/');
      const isWanted = isFile && unpacks(header.name);
      if (isFile && !isWanted) await unpacked.add(header.name, undefined);
      const end = isWanted ? await unpackEntry(unpacked, { fd, header, room }) : endOf(fd, header);
      header = findHeader(fd, end);
    }
  } finally {
    closeSync(fd);
  }
  return unpacked;
}

/** What stands before the content of a file. */
interface Header {
  name: string;
  isEncrypted: boolean;
  method: number;
  /** Whether checksum and sizes stand after the content instead. */
  hasDescriptor: boolean;
  checksum: number;
  /** The size of the packed content in bytes; 0 if it is unknown. */
  size: number;
  /** The position of the content. */
  start: number;
}

const [stored, deflated] = [0, 8];
const signature = Buffer.from('PK\x03\x04');
const headerSize = 30;

/** The first header from a position on. */
function findHeader(fd: number, from: number): Header | undefined {
  for (let at = from; ; ) {
    const piece = readAt(fd, at, 1 << 16);
    const found = piece.indexOf(signature);
    if (found >= 0) {
      const header = readHeader(fd, at + found);
      if (header !== undefined) return header;
    }
    if (piece.length < signature.length) return undefined;
    at += found >= 0 ? found + signature.length : piece.length - signature.length + 1;
  }
}

/** Undefined if it is cut off, or if the bytes only look like a header. */
function readHeader(fd: number, at: number): Header | undefined {
  const head = readAt(fd, at, headerSize);
  if (head.length < headerSize) return undefined;
  const [flags, method, nameLength] = [head.readUInt16LE(6), head.readUInt16LE(8), head.readUInt16LE(26)];
  const name = readAt(fd, at + headerSize, nameLength);
  if (name.length < nameLength || nameLength === 0 || (method !== stored && method !== deflated)) return undefined;
  const size = head.readUInt32LE(18);
  return {
    name: plainName(nameOfBytes(name)),
    isEncrypted: (flags & 1) !== 0,
    method,
    hasDescriptor: (flags & 8) !== 0,
    checksum: head.readUInt32LE(14),
    size: size === 0xffffffff ? 0 : size,
    start: at + headerSize + nameLength + head.readUInt16LE(28),
  };
}

function readAt(fd: number, position: number, size: number): Buffer {
  const bytes = Buffer.alloc(size);
  return bytes.subarray(0, readSync(fd, bytes, 0, size, position));
}

/** Where to look for the header after a content that is not read. */
function endOf(fd: number, { start, size }: Header): number {
  return start + size <= fstatSync(fd).size ? start + size : start;
}

/** The bytes that were unpacked, and the free ones before. */
interface Room {
  file: string;
  free: number;
  bytes: number;
}

interface Entry {
  fd: number;
  header: Header;
  room: Room;
}

/** Returns the position from which the next header is to be looked for. */
async function unpackEntry(unpacked: Unpacked, { fd, header, room }: Entry): Promise<number> {
  const { name, start } = header;
  const path = unpacked.nextPath();
  const content = openContent(room.file, header);
  try {
    ensureReadable(header);
    const sum = await write(content.stream, path, room);
    const problem = findProblem(fd, { header, sum, end: start + content.read() });
    if (problem === undefined) {
      await unpacked.add(name, path);
      return start + content.read();
    }
    unpacked.lose(name, new Error(problem));
    // The readers of records know how to read the beginning of a file.
    if (problem === cutOff && /\.jsonl?$/.test(name)) await unpacked.add(name, path);
    else rmSync(path);
  } catch (error) {
    rmSync(path, { force: true });
    unpacked.lose(name, error);
  } finally {
    content.stream.destroy();
  }
  // A size can be wrong, but what deflate has read was no header.
  return header.method === stored ? start : start + content.read();
}

/** The unpacked content, as far as it is there, and the number of bytes that were read for it. */
function openContent(file: string, { method, start, size }: Header): { stream: Readable; read(): number } {
  if (method === stored) {
    const stream = size === 0 ? Readable.from([]) : createReadStream(file, { start, end: start + size - 1 });
    return { stream, read: () => size };
  }
  const packed = createReadStream(file, { start });
  const stream = createInflateRaw({ finishFlush: constants.Z_SYNC_FLUSH });
  packed.on('error', (error) => stream.destroy(error));
  stream.on('close', () => packed.destroy());
  packed.pipe(stream);
  return { stream, read: () => stream.bytesWritten };
}

function ensureReadable({ isEncrypted, method, hasDescriptor, size }: Header): void {
  if (isEncrypted) throw new Error('it is encrypted');
  if (method === stored && hasDescriptor && size === 0) throw new Error('its size is unknown');
}

/** Writes a file and returns its checksum. Throws ImportRefused if it does not fit on the disk. */
async function write(content: Readable, path: string, room: Room): Promise<number> {
  let sum = 0;
  const count = new Transform({
    transform(chunk: Buffer, _, pass) {
      sum = crc32(chunk, sum);
      room.bytes += chunk.length;
      pass(room.bytes > room.free ? tooLarge(room) : null, chunk);
    },
  });
  await pipeline(content, count, createWriteStream(path, { mode: 0o600 }));
  return sum;
}

function tooLarge({ file, free }: Room): ImportRefused {
  return new ImportRefused(
    `${file} unpacks to more than the ${inMib(free)} MiB that the disk of the data directory has.`,
  );
}

const cutOff = 'it is cut off';

interface Read {
  header: Header;
  sum: number;
  /** The position after the content. */
  end: number;
}

function findProblem(fd: number, { header, sum, end }: Read): string | undefined {
  const checksum = header.hasDescriptor ? readDescriptor(fd, end) : header.checksum;
  if (sum === checksum) return undefined;
  return checksum === undefined || end >= fstatSync(fd).size ? cutOff : 'its checksum is wrong';
}

/** The checksum after a content; undefined if it is cut off. Its signature is optional. */
function readDescriptor(fd: number, at: number): number | undefined {
  const bytes = readAt(fd, at, 8);
  if (bytes.length < 8) return undefined;
  return bytes.readUInt32LE(bytes.toString('latin1', 0, 4) === 'PK\x07\x08' ? 4 : 0);
}
