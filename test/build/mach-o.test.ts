import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { addSegmentToFixups, signMachO, stripMachO } from '../../bin/executable/mach-o.ts';

/** A library for macOS that has symbols and a signature, as programs have. */
const linked = readFileSync(
  fileURLToPath(new URL('../../node_modules/better-sqlite3/prebuilds/darwin-arm64.node', import.meta.url)),
);
const exported = '_napi_register_module_v1\0';

describe('stripMachO', () => {
  it('keeps the symbols that other programs see, and drops the rest with the signature', () => {
    const stripped = stripMachO(linked);

    assert.ok(stripped.length < linked.length);
    assert.ok(linked.includes(exported));
    assert.ok(stripped.includes(exported));
    const [before, after] = [linked, stripped].map(symbolsOf);
    assert.ok(after?.every((name) => before?.includes(name)));
    assert.deepEqual(
      after,
      before?.filter((_, index) => index >= localSymbols(linked)),
    );
    assert.equal(commandsOf(stripped).has(0x1d), false);
  });

  it('refuses a program without a signature', () => {
    assert.throws(() => stripMachO(stripMachO(linked)), /no load command 29/);
  });
});

describe('signMachO', () => {
  it('signs each page ad hoc, the load commands too', () => {
    const signed = signMachO(stripMachO(linked), 'chatd');

    const command = commandsOf(signed).get(0x1d) as number;
    const [start, size] = [signed.readUInt32LE(command + 8), signed.readUInt32LE(command + 12)];
    assert.equal(start + size, signed.length);
    assert.equal(start % 16, 0);
    const directory = start + signed.readUInt32BE(start + 16);
    const [flags, hashes, , , pages, limit] = [12, 16, 20, 24, 28, 32].map((at) => signed.readUInt32BE(directory + at));
    assert.deepEqual([flags, limit], [2, start]);
    const found = Array.from({ length: pages as number }, (_, page) => {
      const at = directory + (hashes as number) + 32 * page;
      return signed.toString('hex', at, at + 32);
    });
    const expected = found.map((_, page) =>
      hash('sha256', signed.subarray(page * 4096, Math.min((page + 1) * 4096, start))),
    );
    assert.deepEqual(found, expected);
  });

  it('makes the same bytes each time', () => {
    assert.deepEqual(signMachO(stripMachO(linked), 'chatd'), signMachO(stripMachO(linked), 'chatd'));
  });
});

describe('addSegmentToFixups', () => {
  it('adds a segment without pointers, and leaves the others where they are', () => {
    const program = programWithFixups(0);

    const grown = addSegmentToFixups(program);

    const table = 64 + grown.readUInt32LE(64 + 4);
    const [count, ...offsets] = Array.from({ length: 7 }, (_, index) => grown.readUInt32LE(table + 4 * index));
    assert.equal(count, 6);
    assert.deepEqual(
      offsets.map((offset) => offset && table + offset),
      [0, 0, 120, 360, 0, 0],
    );
    assert.deepEqual(grown.subarray(table + 28), program.subarray(table + 28));
  });

  it('refuses a table with no room before it', () => {
    assert.throws(() => addSegmentToFixups(programWithFixups(7)), /cannot grow/);
  });
});

/** Has nothing but chained fixups of five segments, two of them with pointers. */
function programWithFixups(before: number): Buffer {
  const file = Buffer.alloc(400);
  file.writeUInt32LE(1, 16);
  for (const [index, value] of [0x80000034, 16, 64, 336].entries()) file.writeUInt32LE(value, 32 + 4 * index);
  const fixups = [0, 32, 344, 0, 0, 1, 0, before, 5, 0, 0, 24, 264, 0];
  for (const [index, value] of fixups.entries()) file.writeUInt32LE(value, 64 + 4 * index);
  return file;
}

/** Where the last load command of each type begins. */
function commandsOf(file: Buffer): Map<number, number> {
  const found = new Map<number, number>();
  let at = 32;
  for (let left = file.readUInt32LE(16); left > 0; left--) {
    found.set(file.readUInt32LE(at), at);
    at += file.readUInt32LE(at + 4);
  }
  return found;
}

function symbolsOf(file: Buffer): string[] {
  const command = commandsOf(file).get(0x2) as number;
  const [start, count, strings] = [8, 12, 16].map((at) => file.readUInt32LE(command + at)) as [number, number, number];
  return Array.from({ length: count }, (_, index) => {
    const name = strings + file.readUInt32LE(start + 16 * index);
    return file.toString('latin1', name, file.indexOf(0, name));
  });
}

function localSymbols(file: Buffer): number {
  return file.readUInt32LE((commandsOf(file).get(0xb) as number) + 12);
}
