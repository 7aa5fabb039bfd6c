import { isFrame, jpegSegments } from './header.ts';

const MB = 1024 * 1024;
/** A thumbnail may need so much beside the rest of the server, which needs about a hundred megabytes. */
const mostMemory = 250 * MB;
/** The thread with its library. */
const memoryOfThread = 40 * MB;

/** Whether there is memory to decode a picture that has so many pixels; `available` is that of the machine, in bytes. */
export function canDecode(bytes: Buffer, pixels: number, available: number = process.availableMemory()): boolean {
  // The library has a copy of the file.
  const needed = memoryOfThread + 2 * bytes.length + pixels * bytesPerPixel(bytes);
  return needed <= Math.min(mostMemory, available / 2);
}

/** As measured with `npm run bench -- pictures`, and some more: the library decodes, converts and copies. */
const most = 18;

function bytesPerPixel(bytes: Buffer): number {
  if (bytes.toString('latin1', 1, 4) === 'PNG') return bytes[24] === 16 ? 15.5 : 11.5;
  if (bytes.toString('latin1', 0, 3) === 'GIF') return 12.5;
  if (bytes.toString('latin1', 8, 12) === 'WEBP') return 14;
  return bytes[0] === 0xff ? bytesPerPixelOfJpeg(bytes) : most;
}

const progressive = 0xc2;

// All coefficients of a progressive JPEG are kept until its end.
function bytesPerPixelOfJpeg(bytes: Buffer): number {
  for (const { marker, segment } of jpegSegments(bytes)) {
    if (isFrame(marker)) return 6 + segment.readUInt8(5) * (marker === progressive ? 3 : 1.5);
  }
  return most;
}
