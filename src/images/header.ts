/** Properties from the first bytes of an image. */
export interface PictureHeader {
  /** In pixels, as displayed: after the rotation by Exif. */
  width: number;
  height: number;
  /** Exif orientation: 1 upright, 2 to 8 mirrored or rotated. */
  orientation: number;
  is_animated: boolean;
}

/** Reads the header of an image; undefined for content types without thumbnails. */
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

const orientationTag = 0x0112;
const entryLength = 12;

/** The orientation in an Exif segment, which contains a small TIFF file. */
function readOrientation(segment: Buffer): number | undefined {
  if (segment.toString('latin1', 0, 6) !== 'Exif\0\0') return undefined;
  const tiff = segment.subarray(6);
  const isLittle = tiff.toString('latin1', 0, 2) === 'II';
  const short = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  try {
    const directory = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
    for (let entry = 0; entry < short(directory); entry++) {
      const at = directory + 2 + entry * entryLength;
      if (short(at) !== orientationTag) continue;
      const value = short(at + 8);
      return value >= 1 && value <= 8 ? value : undefined;
    }
  } catch (error) {
    // The image may be intact although its metadata is truncated.
    if (!(error instanceof RangeError)) throw error;
  }
  return undefined;
}
