import { crc32, deflateSync } from 'node:zlib';

export type Rgb = readonly [red: number, green: number, blue: number];

/**
 * Encodes a square PNG of `size` pixels a side. `colorAt` returns the palette index of a pixel; a palette has at most
 * 256 colors.
 */
export function encodePng(size: number, palette: readonly Rgb[], colorAt: (x: number, y: number) => number): Buffer {
  const file = Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header(size)),
    chunk('PLTE', Buffer.from(palette.flat())),
    chunk('IDAT', deflateSync(scanLines(size, colorAt))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
  // Copied, because a cached slice of Node's buffer pool would retain all of its 64 KiB.
  return Buffer.from(new Uint8Array(file).buffer);
}

const bitsPerPixel = 8;
const paletteColors = 3;

function header(size: number): Buffer {
  const bytes = Buffer.alloc(13);
  bytes.writeUInt32BE(size, 0);
  bytes.writeUInt32BE(size, 4);
  bytes[8] = bitsPerPixel;
  bytes[9] = paletteColors;
  return bytes;
}

/** Each line begins with the number of its filter: 0, none. */
function scanLines(size: number, colorAt: (x: number, y: number) => number): Buffer {
  const bytes = Buffer.alloc(size * (size + 1));
  for (let y = 0; y < size; y++) {
    const start = y * (size + 1) + 1;
    for (let x = 0; x < size; x++) bytes[start + x] = colorAt(x, y);
  }
  return bytes;
}

function chunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const content = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(content));
  return Buffer.concat([length, content, check]);
}
