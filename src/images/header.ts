/** Properties from the first bytes of an image. */
export interface PictureHeader {
  /** In pixels, as displayed: after the rotation by Exif. */
  width: number;
  height: number;
  /** Exif orientation: 1 upright, 2 to 8 mirrored or rotated. */
  orientation: number;
  is_animated: boolean;
}

/** Reads the header of an image; undefined for other content types, and where there is none. */
export function readHeader(content_type: string, start: Buffer): PictureHeader | undefined {
  try {
    const header = readers[content_type]?.(start);
    return header && header.width > 0 && header.height > 0 ? header : undefined;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

const readers: Record<string, (start: Buffer) => PictureHeader | undefined> = {
  'image/png': readPng,
  'image/apng': readPng,
  'image/gif': readGif,
  'image/webp': readWebp,
  'image/jpeg': readJpeg,
  'image/avif': readAvif,
  'image/bmp': readBmp,
  'image/tiff': readTiff,
};

function readPng(start: Buffer): PictureHeader {
  const pixels = start.indexOf('IDAT');
  const is_animated = start.subarray(0, pixels < 0 ? undefined : pixels).includes('acTL');
  return upright(start.readUInt32BE(16), start.readUInt32BE(20), is_animated);
}

// Every encoder of animations writes this extension for repetition.
function readGif(start: Buffer): PictureHeader | undefined {
  const [width, height] = [start.readUInt16LE(6), start.readUInt16LE(8)];
  const frame = firstGifFrame(start);
  if (start.readUInt8(frame) !== gif.frame) return undefined;
  // A frame larger than the image may be an attempt to exhaust the memory of decoders that trust the image's size.
  if (start.readUInt16LE(frame + 5) > width || start.readUInt16LE(frame + 7) > height) return undefined;
  return upright(width, height, start.includes('NETSCAPE2.0'));
}

const gif = { extension: 0x21, frame: 0x2c };

/** Offset of the first frame of a GIF, after the color table and the extension blocks. */
function firstGifFrame(start: Buffer): number {
  const flags = start.readUInt8(10);
  let at = 13 + (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  while (start.readUInt8(at) === gif.extension) {
    at += 2;
    for (let size = start.readUInt8(at++); size > 0; size = start.readUInt8(at++)) at += size;
  }
  return at;
}

function readWebp(start: Buffer): PictureHeader | undefined {
  switch (start.toString('latin1', 12, 16)) {
    case 'VP8X':
      return upright(start.readUIntLE(24, 3) + 1, start.readUIntLE(27, 3) + 1, (start.readUInt8(20) & 2) !== 0);
    case 'VP8L': {
      const bits = start.readUInt32LE(21);
      return upright((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1, false);
    }
    case 'VP8 ':
      return upright(start.readUInt16LE(26) & 0x3fff, start.readUInt16LE(28) & 0x3fff, false);
    default:
      return undefined;
  }
}

function upright(width: number, height: number, is_animated: boolean): PictureHeader {
  return { width, height, orientation: 1, is_animated };
}

const jpeg = { exif: 0xe1, scan: 0xda };

function readJpeg(start: Buffer): PictureHeader | undefined {
  let orientation = 1;
  for (const { marker, segment } of jpegSegments(start)) {
    if (marker === jpeg.exif) orientation = readOrientation(segment) ?? orientation;
    if (isFrame(marker)) return turned(segment.readUInt16BE(3), segment.readUInt16BE(1), orientation);
  }
  return undefined;
}

/** The segments of a JPEG before its pixels. Throws RangeError if the file ends before the pixels. */
export function* jpegSegments(start: Buffer): Generator<{ marker: number; segment: Buffer }> {
  for (let at = 2; start.readUInt8(at) === 0xff; ) {
    const marker = start.readUInt8(at + 1);
    if (marker === 0xff) {
      at++;
      continue;
    }
    yield { marker, segment: start.subarray(at + 4, at + 2 + start.readUInt16BE(at + 2)) };
    if (marker === jpeg.scan) return;
    at += 2 + start.readUInt16BE(at + 2);
  }
}

/** Whether a marker begins a frame. Of the markers from C0 to CF, three begin tables. */
export function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

function turned(width: number, height: number, orientation: number): PictureHeader {
  const isOnSide = orientation >= 5;
  return { width: isOnSide ? height : width, height: isOnSide ? width : height, orientation, is_animated: false };
}

const tags = { width: 0x0100, height: 0x0101, orientation: 0x0112 };
const types = { short: 3, long: 4 };
const entryLength = 12;

/** The orientation in an Exif segment, which contains a small TIFF file. */
function readOrientation(segment: Buffer): number | undefined {
  if (segment.toString('latin1', 0, 6) !== 'Exif\0\0') return undefined;
  return orientationIn(readTags(segment.subarray(6)));
}

function readTiff(start: Buffer): PictureHeader | undefined {
  const found = readTags(start);
  const [width, height] = [found.get(tags.width) ?? 0, found.get(tags.height) ?? 0];
  return turned(width, height, orientationIn(found) ?? 1);
}

function orientationIn(found: ReadonlyMap<number, number>): number | undefined {
  const value = found.get(tags.orientation) ?? 0;
  return value >= 1 && value <= 8 ? value : undefined;
}

/** The numbers in the first directory of a TIFF file, by tag, as far as the file goes. */
function readTags(tiff: Buffer): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  try {
    const directory = tiffDirectoryAt(tiff);
    for (let entry = 0; entry < readNumber(tiff, directory, types.short); entry++) {
      const at = directory + 2 + entry * entryLength;
      const type = readNumber(tiff, at + 2, types.short);
      if (type === types.short || type === types.long) {
        found.set(readNumber(tiff, at, types.short), readNumber(tiff, at + 8, type));
      }
    }
  } catch (error) {
    // The image may be intact although its metadata is truncated.
    if (!(error instanceof RangeError)) throw error;
  }
  return found;
}

function readNumber(tiff: Buffer, at: number, type: number): number {
  const isLittle = tiff.toString('latin1', 0, 2) === 'II';
  if (type === types.short) return isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at);
  return isLittle ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at);
}

/** In bytes. */
export const tiffHeaderLength = 8;

/** The offset of the first directory of a TIFF file, which begins with this header; 0 if it is too short. */
export function tiffDirectoryAt(header: Buffer): number {
  return header.length < tiffHeaderLength ? 0 : readNumber(header, 4, types.long);
}

/** A TIFF file of nothing but a directory, in the byte order of a header. */
export function joinTiff(header: Buffer, directory: Buffer): Buffer {
  const isLittle = header.toString('latin1', 0, 2) === 'II';
  const order = Buffer.from(isLittle ? 'II*\0\x08\0\0\0' : 'MM\0*\0\0\0\x08', 'latin1');
  return Buffer.concat([order, directory]);
}

/** In the version of Windows; that of OS/2 has 16 bits for each side. A negative height stands for another direction. */
function readBmp(start: Buffer): PictureHeader {
  const isShort = start.readUInt32LE(14) === 12;
  return isShort
    ? upright(start.readUInt16LE(18), start.readUInt16LE(20), false)
    : upright(Math.abs(start.readInt32LE(18)), Math.abs(start.readInt32LE(22)), false);
}

/** The largest of the sizes in an AVIF: it also has those of its tiles. */
function readAvif(start: Buffer): PictureHeader {
  let [width, height] = [0, 0];
  for (let at = start.indexOf('ispe'); at >= 0; at = start.indexOf('ispe', at + 4)) {
    width = Math.max(width, start.readUInt32BE(at + 8));
    height = Math.max(height, start.readUInt32BE(at + 12));
  }
  return upright(width, height, false);
}
