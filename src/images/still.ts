import type { Image } from './image.ts';

/** The first frame of an animated image, in the same format; undefined if the image is not animated. */
export function firstPicture({ content_type, bytes }: Image): Image | undefined {
  try {
    const still = readers[content_type]?.(bytes);
    return still && { content_type, bytes: still };
  } catch (error) {
    // A truncated image is served as it is.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

const readers: Record<string, (bytes: Buffer) => Buffer | undefined> = {
  'image/gif': firstOfGif,
  'image/png': firstOfPng,
  'image/webp': firstOfWebp,
};

const gif = { image: 0x2c, extension: 0x21, end: 0x3b };

/** Everything up to the end of the first frame, if another one follows. */
function firstOfGif(bytes: Buffer): Buffer | undefined {
  let at = 13 + colorTableSize(bytes.readUInt8(10));
  let endOfFirst: number | undefined;
  for (let kind = bytes.readUInt8(at); kind !== gif.end; kind = bytes.readUInt8(at)) {
    if (kind === gif.image && endOfFirst !== undefined) {
      return Buffer.concat([bytes.subarray(0, endOfFirst), Buffer.of(gif.end)]);
    }
    at = kind === gif.image ? at + 11 + colorTableSize(bytes.readUInt8(at + 9)) : at + 2;
    for (let size = bytes.readUInt8(at++); size > 0; size = bytes.readUInt8(at++)) at += size;
    if (kind === gif.image) endOfFirst = at;
  }
  return undefined;
}

function colorTableSize(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0;
}

const pngSignature = 8;

/** All chunks except those of the animation. */
function firstOfPng(bytes: Buffer): Buffer | undefined {
  const chunks: [type: string, bytes: Buffer][] = [];
  for (let at = pngSignature; at < bytes.length; ) {
    const end = at + 12 + bytes.readUInt32BE(at);
    chunks.push([bytes.toString('latin1', at + 4, at + 8), bytes.subarray(at, end)]);
    at = end;
  }
  if (!chunks.some(([type]) => type === 'acTL')) return undefined;
  const rest = chunks.filter(([type]) => !['acTL', 'fcTL', 'fdAT'].includes(type)).map(([, chunk]) => chunk);
  return Buffer.concat([bytes.subarray(0, pngSignature), ...rest]);
}

const riffHeader = 12;
const frameHeader = 16;

/** The image of the first frame, with an extended header if it has transparency. */
function firstOfWebp(bytes: Buffer): Buffer | undefined {
  const frame = webpChunks(bytes, riffHeader).find(([type]) => type === 'ANMF')?.[1];
  if (!frame) return undefined;
  const parts = webpChunks(frame, frameHeader).filter(([type]) => ['ALPH', 'VP8 ', 'VP8L'].includes(type));
  const extended = parts.some(([type]) => type === 'ALPH') ? [webpChunk('VP8X', alphaHeader(frame))] : [];
  const body = Buffer.concat([Buffer.from('WEBP'), ...extended, ...parts.map(([type, data]) => webpChunk(type, data))]);
  return webpChunk('RIFF', body);
}

/** Flags with the transparency bit, then the frame's width and height. */
function alphaHeader(frame: Buffer): Buffer {
  return Buffer.concat([Buffer.of(0x10, 0, 0, 0), frame.subarray(6, 12)]);
}

function webpChunks(bytes: Buffer, start: number): [type: string, data: Buffer][] {
  const chunks: [string, Buffer][] = [];
  for (let at = start; at + 8 <= bytes.length; ) {
    const size = bytes.readUInt32LE(at + 4);
    chunks.push([bytes.toString('latin1', at, at + 4), bytes.subarray(at + 8, at + 8 + size)]);
    at += 8 + size + (size % 2);
  }
  return chunks;
}

function webpChunk(type: string, data: Buffer): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32LE(data.length);
  return Buffer.concat([Buffer.from(type), size, data, Buffer.alloc(data.length % 2)]);
}
