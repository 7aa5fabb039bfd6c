import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { crc32, inflateSync } from 'node:zlib';
import { drawAvatar, drawIcon, initialsColor, initialsGround, writeInitials } from '../../src/web/pictures.ts';

describe('drawAvatar', () => {
  it('draws the same mirrored pattern every time', () => {
    for (let id = 1; id <= 50; id++) {
      const picture = readPng(drawAvatar(id, 60));
      assert.deepEqual(readPng(drawAvatar(id, 60)), picture);
      for (const row of picture.rows) assert.deepEqual(row.toReversed(), row);
    }
  });

  it('fills neither too little nor too much', () => {
    for (let id = 1; id <= 50; id++) {
      const colors = readPng(drawAvatar(id, 60)).rows.flat();
      const share = colors.filter((color) => color > 7).length / colors.length;
      assert.ok(share > 0.15 && share < 0.6, `the picture of ${id} is filled by ${share}`);
    }
  });

  it('gives pictures that keep no other memory', () => {
    const picture = drawAvatar(1, 60);

    assert.equal(picture.buffer.byteLength, picture.length);
  });

  it('gives a thousand people pictures that all differ', () => {
    const pictures = new Set(Array.from({ length: 1000 }, (_, id) => drawAvatar(id + 1, 12).toString('base64')));

    assert.equal(pictures.size, 1000);
  });
});

describe('writeInitials', () => {
  it('has enough contrast for every user', () => {
    for (let id = 0; id < 2000; id++) {
      const [bright, dark] = [luminance(initialsColor), luminance(initialsGround(id))];
      assert.ok((bright + 0.05) / (dark + 0.05) >= 4.5, `${id}: ${initialsGround(id)}`);
    }
  });

  it('escapes what a name may contain, and keeps cursive letters apart', () => {
    assert.match(writeInitials(1, '<&'), />&lt;\u200c&amp;<\/text>/);
  });
});

/** Relative luminance, as in WCAG 2. */
function luminance(color: readonly [number, number, number]): number {
  const [red, green, blue] = color.map((byte) => {
    const value = byte / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

describe('drawIcon', () => {
  it('has a smooth light shape and a dot on a dark ground', () => {
    const { width, palette, rows } = readPng(drawIcon(64));

    assert.deepEqual({ width, height: rows.length, palette: palette.length }, { width: 64, height: 64, palette: 32 });
    const used = new Set(rows.flat());
    assert.ok(used.has(0) && used.has(15) && used.has(31), 'ground, shape and dot');
    assert.ok(used.size > 10, 'smooth edges');
    assert.deepEqual([rows[0]?.[0], rows[63]?.[63]], [0, 0]);
  });
});

interface Picture {
  width: number;
  palette: number[][];
  /** Indexes into the palette, line by line. */
  rows: number[][];
}

/** Reads a PNG as encodePng writes it, and checks all that a strict reader would. */
function readPng(bytes: Buffer): Picture {
  const chunks = readChunks(bytes);
  assert.deepEqual([...chunks.keys()], ['IHDR', 'PLTE', 'IDAT', 'IEND']);
  const header = chunks.get('IHDR') as Buffer;
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  assert.deepEqual([...header.subarray(8)], [8, 3, 0, 0, 0]);
  const lines = inflateSync(chunks.get('IDAT') as Buffer);
  assert.equal(lines.length, height * (width + 1));
  const colors = [...(chunks.get('PLTE') as Buffer)];
  const palette = Array.from({ length: colors.length / 3 }, (_, index) => colors.slice(index * 3, index * 3 + 3));
  const rows = Array.from({ length: height }, (_, y) => [...lines.subarray(y * (width + 1), (y + 1) * (width + 1))]);
  for (const row of rows) assert.equal(row.shift(), 0);
  assert.ok(rows.flat().every((color) => color < palette.length));
  return { width, palette, rows };
}

function readChunks(bytes: Buffer): Map<string, Buffer> {
  const chunks = new Map<string, Buffer>();
  let at = 8;
  while (at < bytes.length) {
    const length = bytes.readUInt32BE(at);
    const content = bytes.subarray(at + 4, at + 8 + length);
    assert.equal(bytes.readUInt32BE(at + 8 + length), crc32(content));
    chunks.set(content.toString('latin1', 0, 4), content.subarray(4));
    at += length + 12;
  }
  return chunks;
}
