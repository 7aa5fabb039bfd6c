import { PhotonImage } from '@silvia-odwyer/photon-node';

export type Bytes = Uint8Array<ArrayBuffer>;
type Color = readonly [red: number, green: number, blue: number, opacity: number];

/** A picture whose upper left quarter has one colour and the rest another. */
export function picture(width: number, height: number, corner: Color, rest: Color): PhotonImage {
  const rgba = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      rgba.set(x < width / 2 && y < height / 2 ? corner : rest, (y * width + x) * 4);
    }
  }
  return new PhotonImage(rgba, width, height);
}

export const red: Color = [255, 0, 0, 255];
export const blue: Color = [0, 0, 255, 255];
export const clear: Color = [0, 0, 0, 0];

/** A JPEG that says by Exif how it is to be turned. */
export function jpeg(width: number, height: number, orientation = 1): Bytes {
  const plain = Buffer.from(picture(width, height, red, blue).get_bytes_jpeg(90));
  return Uint8Array.from(Buffer.concat([plain.subarray(0, 2), exif(orientation), plain.subarray(2)]));
}

export function exif(orientation: number): Buffer {
  const tiff = Buffer.alloc(26);
  tiff.write('MM\0*', 'latin1');
  tiff.writeUInt32BE(8, 4);
  tiff.writeUInt16BE(1, 8);
  tiff.writeUInt16BE(0x0112, 10);
  tiff.writeUInt16BE(3, 12);
  tiff.writeUInt32BE(1, 14);
  tiff.writeUInt16BE(orientation, 18);
  const body = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]);
  const head = Buffer.from([0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([head, body]);
}

/** The start of a PNG that claims a size. */
export function pngHeader(width: number, height: number): Bytes {
  const bytes = Buffer.alloc(60);
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]);
  bytes.write('IHDR', 12, 'latin1');
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  bytes.set([8, 6], 24);
  bytes.write('IDAT', 37, 'latin1');
  return Uint8Array.from(bytes);
}

interface TiffOptions {
  order?: 'II' | 'MM';
  /** Red, green and blue of each pixel. */
  pixels?: Buffer;
  orientation?: number;
}

/** A TIFF whose directory follows its pixels, as most programs write it. */
export function tiff(width: number, height: number, options: TiffOptions = {}): Buffer {
  const { order = 'II', pixels = Buffer.alloc(0), orientation = 1 } = options;
  const isLittle = order === 'II';
  const short = (value: number) => (isLittle ? [value & 255, value >> 8] : [value >> 8, value & 255]);
  const long = (value: number) => {
    const bytes = [value & 255, (value >> 8) & 255, (value >> 16) & 255, (value >> 24) & 255];
    return isLittle ? bytes : bytes.reverse();
  };
  const bitsAt = 8 + pixels.length;
  const entry = (tag: number, value: number) => [...short(tag), ...short(4), ...long(1), ...long(value)];
  const entries = [
    entry(0x100, width),
    entry(0x101, height),
    [...short(0x102), ...short(3), ...long(3), ...long(bitsAt)],
    entry(0x103, 1),
    entry(0x106, 2),
    entry(0x111, 8),
    [...short(0x112), ...short(3), ...long(1), ...short(orientation), 0, 0],
    entry(0x115, 3),
    entry(0x116, height),
    entry(0x117, pixels.length),
  ];
  return Buffer.concat([
    Buffer.from([...Buffer.from(order), ...short(42), ...long(bitsAt + 6)]),
    pixels,
    Buffer.from([8, 8, 8].flatMap(short)),
    Buffer.from([...short(entries.length), ...entries.flat(), 0, 0, 0, 0]),
  ]);
}
