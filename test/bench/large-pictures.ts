import { crc32, deflateSync } from 'node:zlib';

/** A large picture of one color, in few bytes. */
export type Maker = (width: number, height: number) => Buffer;

/** Every kind of picture that takes its own share of memory to decode. */
export const makers: Readonly<Record<string, Maker>> = {
  'PNG of 8 bits': (width, height) => png(width, height, { depth: 8, colorType: 2, bytesPerPixel: 3 }),
  'PNG of 16 bits': (width, height) => png(width, height, { depth: 16, colorType: 6, bytesPerPixel: 8 }),
  'interlaced PNG of 16 bits': (width, height) =>
    png(width, height, { depth: 16, colorType: 6, bytesPerPixel: 8, isInterlaced: true }),
  JPEG: (width, height) => jpeg(width, height, { isProgressive: false, components: 3 }),
  'progressive JPEG': (width, height) => jpeg(width, height, { isProgressive: true, components: 3 }),
  'progressive JPEG of four colors': (width, height) => jpeg(width, height, { isProgressive: true, components: 4 }),
  GIF: gif,
};

interface PngFormat {
  depth: number;
  colorType: number;
  bytesPerPixel: number;
  isInterlaced?: boolean;
}

function png(width: number, height: number, { depth, colorType, bytesPerPixel, isInterlaced }: PngFormat): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, colorType, 0, 0, isInterlaced ? 1 : 0], 8);
  const size = passesOf(width, height, isInterlaced).reduce((sum, [w, h]) => sum + h * (1 + w * bytesPerPixel), 0);
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  const body = deflateSync(Buffer.alloc(size));
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', body), chunk('IEND', Buffer.alloc(0))]);
}

/** Widths and heights of what is stored one after the other. */
function passesOf(width: number, height: number, isInterlaced = false): [number, number][] {
  if (!isInterlaced) return [[width, height]];
  const passes = [
    [0, 0, 8, 8],
    [4, 0, 8, 8],
    [0, 4, 4, 8],
    [2, 0, 4, 4],
    [0, 2, 2, 4],
    [1, 0, 2, 2],
    [0, 1, 1, 2],
  ];
  return passes.map(([x = 0, y = 0, dx = 1, dy = 1]) => [Math.ceil((width - x) / dx), Math.ceil((height - y) / dy)]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const chunk = Buffer.alloc(body.length + 8);
  chunk.writeUInt32BE(data.length, 0);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(body), body.length + 4);
  return chunk;
}

/** A JPEG whose blocks are all of one color: a bit for each, or two where it is not progressive. */
function jpeg(width: number, height: number, how: { isProgressive: boolean; components: number }): Buffer {
  const { isProgressive, components } = how;
  const ids = Array.from({ length: components }, (_, index) => index + 1);
  const size = [height >> 8, height & 255, width >> 8, width & 255];
  const frame = [8, ...size, components, ...ids.flatMap((id) => [id, 0x11, 0])];
  const blocks = Math.ceil(width / 8) * Math.ceil(height / 8) * components;
  // The only symbol of each table has the code 0; the rest of the last byte is ones.
  const bits = isProgressive ? blocks : 2 * blocks;
  const data = Buffer.alloc(Math.ceil(bits / 8));
  if (bits % 8 > 0) data[data.length - 1] = 0xff >> (bits % 8);
  const table = [1, ...new Array<number>(15).fill(0), 0];
  return Buffer.concat([
    Buffer.of(0xff, 0xd8),
    segment(0xdb, [0, ...new Array<number>(64).fill(1)]),
    segment(isProgressive ? 0xc2 : 0xc0, frame),
    segment(0xc4, [0x00, ...table, 0x10, ...table]),
    segment(0xda, [components, ...ids.flatMap((id) => [id, 0]), 0, isProgressive ? 0 : 63, 0]),
    data,
    Buffer.of(0xff, 0xd9),
  ]);
}

function segment(marker: number, body: readonly number[]): Buffer {
  const length = body.length + 2;
  return Buffer.from([0xff, marker, length >> 8, length & 255, ...body]);
}

const gifCodes = { clear: 256, end: 257, first: 258, last: 4095 };

/** A GIF of one color. Each code stands for a run that is one pixel longer than the one before. */
function gif(width: number, height: number): Buffer {
  const writer = new BitWriter();
  let bits = 9;
  for (let left = width * height; left > 0; ) {
    writer.write(gifCodes.clear, bits);
    writer.write(0, 9);
    left--;
    for (let code = gifCodes.first, run = 2; code < gifCodes.last && left > 0; code++, run++) {
      bits = 32 - Math.clz32(code);
      writer.write(left >= run ? code : 0, bits);
      left -= left >= run ? run : 1;
    }
  }
  writer.write(gifCodes.end, bits);
  const size = Buffer.alloc(4);
  size.writeUInt16LE(width, 0);
  size.writeUInt16LE(height, 2);
  const colors = Buffer.alloc(768, 90);
  const start = [Buffer.from('GIF89a'), size, Buffer.of(0xf7, 0, 0), colors];
  const image = [Buffer.of(0x2c, 0, 0, 0, 0), size, Buffer.of(0, 8)];
  return Buffer.concat([...start, ...image, ...blocksOf(writer.bytes()), Buffer.of(0, 0x3b)]);
}

function blocksOf(bytes: Buffer): Buffer[] {
  const blocks: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += 255) {
    const block = bytes.subarray(at, at + 255);
    blocks.push(Buffer.of(block.length), block);
  }
  return blocks;
}

class BitWriter {
  #bytes: number[] = [];
  #pending = 0;
  #count = 0;

  write(value: number, bits: number): void {
    this.#pending |= value << this.#count;
    this.#count += bits;
    for (; this.#count >= 8; this.#count -= 8) {
      this.#bytes.push(this.#pending & 255);
      this.#pending >>>= 8;
    }
  }

  bytes(): Buffer {
    return Buffer.from([...this.#bytes, this.#pending & 255]);
  }
}
