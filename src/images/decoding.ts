import { isFrame, jpegSegments } from './header.ts';

const MB = 1024 * 1024;
/** Maximum memory for a thumbnail, in addition to the rest of the server, which needs about a hundred megabytes. */
const mostMemory = 250 * MB;
/** Memory of the thread with its library. */
const memoryOfThread = 40 * MB;

/**
 * Whether there is enough memory to decode a picture with this many pixels; `available` is the machine's free memory,
 * in bytes.
 */
export function canDecode(bytes: Buffer, pixels: number, available: number = process.availableMemory()): boolean {
  // The library copies the file.
  const needed = memoryOfThread + 2 * bytes.length + pixels * bytesPerPixel(bytes);
  return needed <= Math.min(mostMemory, available / 2);
}

/** Somewhat more than measured with `npm run bench -- pictures`: the library decodes, converts and copies. */
const most = 18;

function bytesPerPixel(bytes: Buffer): number {
  // The library decodes no AVIF, which browsers show.
  if (bytes.toString('latin1', 4, 8) === 'ftyp') return Number.POSITIVE_INFINITY;
  if (bytes.toString('latin1', 1, 4) === 'PNG') return bytes[24] === 16 ? 15.5 : 11.5;
  if (bytes.toString('latin1', 0, 3) === 'GIF') return 12.5;
  if (bytes.toString('latin1', 8, 12) === 'WEBP') return 14;
  return bytes[0] === 0xff ? bytesPerPixelOfJpeg(bytes) : most;
}

const progressive = 0xc2;

// A progressive JPEG needs all its coefficients in memory until the end.
function bytesPerPixelOfJpeg(bytes: Buffer): number {
  for (const { marker, segment } of jpegSegments(bytes)) {
    if (isFrame(marker)) return 6 + segment.readUInt8(5) * (marker === progressive ? 3 : 1.5);
  }
  return most;
}
