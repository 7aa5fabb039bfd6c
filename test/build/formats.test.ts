import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { stripElf } from '../../bin/executable/elf.ts';
import { signMachO, stripMachO } from '../../bin/executable/mach-o.ts';
import { unsignPe } from '../../bin/executable/pe.ts';

describe('stripElf', { skip: process.platform !== 'linux' && 'needs Linux' }, () => {
  it('leaves a smaller program that runs', (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'chatd-elf-'));
    t.after(() => rmSync(folder, { recursive: true }));
    const binary = readFileSync(process.execPath);
    const stripped = stripElf(binary);
    const file = join(folder, 'node');
    writeFileSync(file, stripped, { mode: 0o755 });

    const { stdout } = spawnSync(file, ['--print', '6 * 7'], { encoding: 'utf8' });

    assert.equal(stdout, '42\n');
    assert.ok(stripped.length < 0.85 * binary.length, `${stripped.length} of ${binary.length} bytes`);
  });
});

describe('stripMachO', () => {
  it('drops local symbols and the signature, and keeps exported and imported symbols', () => {
    const { file, symbols } = machO();

    const stripped = stripMachO(file);

    const [, , table, dynamic] = commandsOf(stripped) as [Command, Command, Command, Command];
    assert.deepEqual(
      commandsOf(stripped).map(({ type }) => type),
      [0x19, 0x19, 0x2, 0xb],
    );
    assert.deepEqual(namesOf(stripped, table), symbols.slice(2));
    assert.deepEqual(dynamic.numbers.slice(0, 6), [0, 0, 0, 1, 1, 1]);
    // The first pointer meant the fourth symbol, which is the second now; the other one means none.
    const at = dynamic.numbers[12] as number;
    assert.deepEqual([stripped.readUInt32LE(at), stripped.readUInt32LE(at + 4)], [1, 0x80000000]);
    assert.equal(segmentEnd(stripped), stripped.length);
  });

  it('refuses a program whose signature is not its last load command', () => {
    const { file } = machO({ signatureFirst: true });

    assert.throws(() => stripMachO(file), /the signature is not the last command/);
  });
});

describe('signMachO', () => {
  it('appends the SHA-256 of each page, as an ad hoc signature', () => {
    const { file } = machO();
    const stripped = Buffer.concat([stripMachO(file), Buffer.alloc(10_000, 7)]);

    const signed = signMachO(stripped, 'chatd');

    const { type, numbers } = commandsOf(signed).at(-1) as Command;
    const [start = 0, size = 0] = numbers;
    assert.deepEqual([type, start + size], [0x1d, signed.length]);
    assert.equal(segmentEnd(signed), signed.length);
    const directory = signed.subarray(start + 20);
    assert.deepEqual([signed.readUInt32BE(start), directory.readUInt32BE(0)], [0xfade0cc0, 0xfade0c02]);
    assert.equal(directory.readUInt32BE(12), 0x2, 'is signed ad hoc');
    const [hashes, count, limit] = [16, 28, 32].map((at) => directory.readUInt32BE(at)) as [number, number, number];
    assert.equal(limit, start);
    assert.equal(count, Math.ceil(start / 4096));
    for (let page = 0; page < count; page++) {
      const content = signed.subarray(page * 4096, Math.min((page + 1) * 4096, limit));
      const expected = directory.toString('hex', hashes + page * 32, hashes + (page + 1) * 32);
      assert.equal(hash('sha256', content), expected);
    }
  });

  it('refuses a program without room for another load command', () => {
    const { file } = machO();
    const stripped = stripMachO(file);
    stripped.fill(1, 32 + stripped.readUInt32LE(20));

    assert.throws(() => signMachO(stripped, 'chatd'), /no room for a signature/);
  });
});

describe('unsignPe', () => {
  it('removes the signature and what names it', () => {
    const signed = Buffer.alloc(1000, 1);
    const header = 0x80;
    signed.writeUInt32LE(header, 0x3c);
    const entry = header + 24 + 112 + 32;
    signed.writeUInt32LE(900, entry);
    signed.writeUInt32LE(100, entry + 4);

    const unsigned = unsignPe(signed);

    assert.equal(unsigned.length, 900);
    assert.equal(unsigned.readBigUInt64LE(entry), 0n);
    assert.deepEqual(unsignPe(unsigned), unsigned);
    signed.writeUInt32LE(50, entry + 4);
    assert.throws(() => unsignPe(signed), /the signature is not at the end/);
  });
});

interface Command {
  type: number;
  /** All after type and size. */
  numbers: number[];
}

/** A program for macOS with two local symbols, an exported and an imported one, two pointers, and a signature. */
function machO({ signatureFirst = false } = {}): { file: Buffer; symbols: string[] } {
  const symbols = ['_local', '_other', '_exported', '_imported'];
  const names = Buffer.from(`\0${symbols.join('\0')}\0`);
  const content = 0x1000;
  const table = Buffer.alloc(symbols.length * 16);
  for (const [index, symbol] of symbols.entries()) table.writeUInt32LE(names.indexOf(`${symbol}\0`), index * 16);
  const pointers = Buffer.alloc(8);
  pointers.writeUInt32LE(3, 0);
  pointers.writeUInt32LE(0x80000000, 4);
  const [indirect, strings] = [content + table.length, content + table.length + pointers.length];
  const signatureAt = strings + names.length;
  const segment = (name: string) => {
    const bytes = Buffer.alloc(64);
    bytes.write(name);
    bytes.writeBigUInt64LE(BigInt(content), 16 + 16);
    bytes.writeBigUInt64LE(BigInt(signatureAt + 40 - content), 16 + 24);
    return command(0x19, bytes);
  };
  const signature = command(0x1d, words([signatureAt, 40]));
  const others = [
    command(0x2, words([content, symbols.length, strings, names.length])),
    command(0xb, words([0, 2, 2, 1, 3, 1, 0, 0, 0, 0, 0, 0, indirect, 2, 0, 0, 0, 0])),
  ];
  const segments = [segment('__LINKEDIT'), segment('__TEXT')];
  const commands = signatureFirst ? [...segments, signature, ...others] : [...segments, ...others, signature];
  const length = commands.reduce((sum, { length }) => sum + length, 0);
  const header = words([0xfeedfacf, 0, 0, 2, commands.length, length, 0, 0]);
  const head = Buffer.concat([header, ...commands]);
  const padding = Buffer.alloc(content - head.length);
  return { file: Buffer.concat([head, padding, table, pointers, names, Buffer.alloc(40, 9)]), symbols };
}

function command(type: number, content: Buffer): Buffer {
  return Buffer.concat([words([type, content.length + 8]), content]);
}

function words(numbers: readonly number[]): Buffer {
  const bytes = Buffer.alloc(numbers.length * 4);
  for (const [index, number] of numbers.entries()) bytes.writeUInt32LE(number, index * 4);
  return bytes;
}

function commandsOf(file: Buffer): Command[] {
  let at = 32;
  return Array.from({ length: file.readUInt32LE(16) }, () => {
    const [type, size] = [file.readUInt32LE(at), file.readUInt32LE(at + 4)];
    const numbers = Array.from({ length: size / 4 - 2 }, (_, index) => file.readUInt32LE(at + 8 + index * 4));
    at += size;
    return { type, numbers };
  });
}

function namesOf(file: Buffer, { numbers }: Command): string[] {
  const [table = 0, count = 0, strings = 0] = numbers;
  return Array.from({ length: count }, (_, index) => {
    const from = strings + file.readUInt32LE(table + index * 16);
    return file.toString('latin1', from, file.indexOf(0, from));
  });
}

/** Where the last segment ends in the file. */
function segmentEnd(file: Buffer): number {
  return Number(file.readBigUInt64LE(32 + 40) + file.readBigUInt64LE(32 + 48));
}
