// Programs of macOS: the file format is described in <mach-o/loader.h>, and signatures in <kern/cs_blobs.h>.

import { createHash } from 'node:crypto';

const commands = { symbols: 0x2, dynamicSymbols: 0xb, segment: 0x19, signature: 0x1d, chainedFixups: 0x80000034 };
const headerSize = 32;
const symbolSize = 16;
/** Of an indirect symbol that is none. */
const noSymbol = 0xc0000000;
/** What segments are rounded up to in memory. */
const memoryPage = 0x4000;

/** Removes the symbols that only debuggers read, which are a quarter of Node.js, and the signature, which they break. */
export function stripMachO(binary: Buffer): Buffer {
  const file = Buffer.from(binary);
  dropSignature(file);
  const symtab = findCommand(file, commands.symbols);
  const dysymtab = findCommand(file, commands.dynamicSymbols);
  const [start, count, strings] = [8, 12, 16].map((field) => file.readUInt32LE(symtab + field)) as [
    number,
    number,
    number,
  ];
  // Local symbols come first.
  const dropped = file.readUInt32LE(dysymtab + 12);
  const kept = Buffer.from(file.subarray(start + dropped * symbolSize, start + count * symbolSize));
  const names = moveNames(kept, file.subarray(strings));
  const indirect = file.readUInt32LE(dysymtab + 56);
  const pointers = Buffer.from(file.subarray(indirect, indirect + 4 * file.readUInt32LE(dysymtab + 60)));
  for (let at = 0; at < pointers.length; at += 4) {
    const symbol = pointers.readUInt32LE(at);
    if ((symbol & noSymbol) === 0) pointers.writeUInt32LE(symbol - dropped, at);
  }
  writeNumbers(file, symtab + 8, [
    start,
    kept.length / symbolSize,
    start + kept.length + pointers.length,
    names.length,
  ]);
  const exported = file.readUInt32LE(dysymtab + 20);
  writeNumbers(file, dysymtab + 8, [0, 0, 0, exported, exported]);
  writeNumbers(file, dysymtab + 56, [start + kept.length]);
  return endWith(file.subarray(0, start), Buffer.concat([kept, pointers, names]));
}

/** Copies the names of symbols into a table of their own, and returns it. */
function moveNames(symbols: Buffer, strings: Buffer): Buffer {
  const names: Buffer[] = [Buffer.alloc(1)];
  let length = 1;
  for (let at = 0; at < symbols.length; at += symbolSize) {
    const from = symbols.readUInt32LE(at);
    const name = strings.subarray(from, strings.indexOf(0, from) + 1);
    symbols.writeUInt32LE(length, at);
    names.push(name);
    length += name.length;
  }
  return Buffer.concat([...names, Buffer.alloc(-length & 7)]);
}

/** Takes away the command that names the signature. */
function dropSignature(file: Buffer): void {
  const command = findCommand(file, commands.signature);
  if (command + 16 !== headerSize + file.readUInt32LE(20)) throw new Error('the signature is not the last command');
  file.fill(0, command, command + 16);
  writeNumbers(file, 16, [file.readUInt32LE(16) - 1, file.readUInt32LE(20) - 16]);
}

/** Where the table of segments stands in the chained fixups, behind a header of 28 bytes. */
const tableStart = { linked: 32, grown: 28 };

/**
 * Adds a segment to those whose pointers dyld relocates, which is the only one that the packager added, and has none.
 * macOS 27 refuses a program whose table has fewer segments than its load commands. The table grows by the 4 unused
 * bytes before it, which all its offsets are relative to.
 */
export function addSegmentToFixups(binary: Buffer): Buffer {
  const file = Buffer.from(binary);
  const fixups = file.readUInt32LE(findCommand(file, commands.chainedFixups) + 8);
  const linked = fixups + tableStart.linked;
  const grown = fixups + tableStart.grown;
  if (file.readUInt32LE(fixups + 4) !== tableStart.linked || file.readUInt32LE(grown) !== 0)
    throw new Error('the table of chained fixups cannot grow');
  const count = file.readUInt32LE(linked);
  const moved = Array.from({ length: count }, (_, segment) => {
    const offset = file.readUInt32LE(linked + 4 + 4 * segment);
    return offset === 0 ? 0 : offset + linked - grown;
  });
  writeNumbers(file, grown, [count + 1, ...moved, 0]);
  writeNumbers(file, fixups + 4, [tableStart.grown]);
  return file;
}

const signedPage = 0x1000;
const hashSize = 32;

/** Signs a program ad hoc, without a name of anybody, as macOS demands of each program for arm64. */
export function signMachO(binary: Buffer, identifier: string): Buffer {
  const limit = (binary.length + 15) & ~15;
  const name = Buffer.from(`${identifier}\0`);
  const pages = Math.ceil(limit / signedPage);
  const directorySize = 88 + name.length + pages * hashSize;
  const file = Buffer.concat([binary, Buffer.alloc(limit - binary.length)]);
  const end = headerSize + file.readUInt32LE(20);
  if (!file.subarray(end, end + 16).equals(Buffer.alloc(16))) throw new Error('there is no room for a signature');
  writeNumbers(file, 16, [file.readUInt32LE(16) + 1, file.readUInt32LE(20) + 16]);
  writeNumbers(file, end, [commands.signature, 16, limit, 20 + directorySize]);
  const signature = Buffer.alloc(20 + directorySize);
  // The command and the segment are signed too.
  const signed = endWith(file, signature);
  const text = findSegment(signed, '__TEXT');
  bigEndian(signature, 0, [0xfade0cc0, signature.length, 1, 0, 20]);
  bigEndian(signature, 20, [0xfade0c02, directorySize, 0x20400, 0x2, 88 + name.length, 88, 0, pages, limit]);
  signature.set([hashSize, 2, 0, Math.log2(signedPage)], 56);
  signature.writeBigUInt64BE(signed.readBigUInt64LE(text + 40), 20 + 64);
  signature.writeBigUInt64BE(signed.readBigUInt64LE(text + 48), 20 + 72);
  signature.writeBigUInt64BE(1n, 20 + 80);
  name.copy(signature, 20 + 88);
  for (let page = 0; page < pages; page++) {
    const content = signed.subarray(page * signedPage, Math.min((page + 1) * signedPage, limit));
    createHash('sha256')
      .update(content)
      .digest()
      .copy(signature, 20 + 88 + name.length + page * hashSize);
  }
  signature.copy(signed, limit);
  return signed;
}

/** Appends bytes to a program, which belong to its last segment. */
function endWith(file: Buffer, bytes: Buffer): Buffer {
  const whole = Buffer.concat([file, bytes]);
  const last = findSegment(whole, '__LINKEDIT');
  const size = BigInt(whole.length) - whole.readBigUInt64LE(last + 40);
  whole.writeBigUInt64LE((size + BigInt(memoryPage - 1)) & ~BigInt(memoryPage - 1), last + 32);
  whole.writeBigUInt64LE(size, last + 48);
  return whole;
}

function findSegment(file: Buffer, name: string): number {
  return findCommand(
    file,
    commands.segment,
    (at) => file.toString('latin1', at + 8, at + 24).replace(/\0+$/, '') === name,
  );
}

/** The offset of the first load command of a type. */
function findCommand(file: Buffer, type: number, matches: (at: number) => boolean = () => true): number {
  let at = headerSize;
  for (let left = file.readUInt32LE(16); left > 0; left--) {
    if (file.readUInt32LE(at) === type && matches(at)) return at;
    at += file.readUInt32LE(at + 4);
  }
  throw new Error(`the program has no load command ${type}`);
}

function writeNumbers(file: Buffer, at: number, numbers: readonly number[]): void {
  for (const [index, number] of numbers.entries()) file.writeUInt32LE(number, at + 4 * index);
}

function bigEndian(file: Buffer, at: number, numbers: readonly number[]): void {
  for (const [index, number] of numbers.entries()) file.writeUInt32BE(number, at + 4 * index);
}
