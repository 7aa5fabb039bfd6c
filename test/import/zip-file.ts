import { crc32, deflateRawSync } from 'node:zlib';

export interface Entry {
  name: string | Buffer;
  bytes: Buffer;
  /** Written to the directory in place of the true ones. */
  crc?: number;
  size?: number;
  packed?: number;
  /** Only in the directory, where it is at the data of the first entry. */
  isListed?: true;
  /** General purpose bits: 1 says that it is encrypted. */
  flags?: number;
  /** The bit that says that names are in UTF-8, or 0. */
  language?: number;
  isStored?: true;
  /** Whether checksum and sizes stand after the content, where a program writes them that cannot go back. */
  isStreamed?: true;
}

/** A zip archive with these entries. */
export function zip(entries: readonly Entry[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const packed = entry.isStored ? entry.bytes : deflateRawSync(entry.bytes);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), headOf(entry, packed.length, false)]);
    const after = entry.isStreamed
      ? Buffer.concat([Buffer.from('PK\x07\x08'), local.subarray(14, 26)])
      : Buffer.alloc(0);
    if (entry.isStreamed) local.fill(0, 14, 26);
    directory.push(Buffer.from('PK\x01\x02'), headOf(entry, packed.length, true, entry.isListed ? 0 : offset));
    if (entry.isListed) continue;
    parts.push(local, packed, after);
    offset += local.length + packed.length + after.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, central, end]);
}

/** The fields that local and central headers share, with those of a central one. */
function headOf(
  { name, bytes, crc, size, packed, flags = 0, language = 0x800, isStored, isStreamed }: Entry,
  length: number,
  isCentral: boolean,
  offset = 0,
): Buffer {
  const title = Buffer.from(name);
  const head = Buffer.alloc(26);
  head.writeUInt16LE(20, 0);
  head.writeUInt16LE(language | flags | (isStreamed ? 8 : 0), 2);
  head.writeUInt16LE(isStored ? 0 : 8, 4);
  head.writeUInt32LE(crc ?? crc32(bytes), 10);
  head.writeUInt32LE(packed ?? length, 14);
  head.writeUInt32LE(size ?? bytes.length, 18);
  head.writeUInt16LE(title.length, 22);
  if (!isCentral) return Buffer.concat([head, title]);
  const rest = Buffer.alloc(14);
  rest.writeUInt32LE(offset, 10);
  return Buffer.concat([Buffer.from([20, 3]), head, rest, title]);
}

/** A zip archive with the files of an export. */
export function zipFiles(files: Readonly<Record<string, unknown>>): Buffer {
  return zip(Object.entries(files).map(([name, content]) => ({ name, bytes: bytesOf(content) })));
}

export function bytesOf(content: unknown): Buffer {
  if (Buffer.isBuffer(content)) return content;
  return Buffer.from(typeof content === 'string' ? content : JSON.stringify(content, undefined, 2));
}

/** Where the directory of an archive of ours begins. */
export function directoryOf(bytes: Buffer): number {
  return bytes.readUInt32LE(bytes.length - 6);
}
