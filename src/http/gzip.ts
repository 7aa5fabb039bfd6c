import { promisify } from 'node:util';
import { constants, createGzip, gzip } from 'node:zlib';

const pack = promisify(gzip);

// The cheapest level: it already shrinks JSON five to eight times, and higher levels cost much for little more.
const options = { level: constants.Z_BEST_SPEED };

/** Whether an Accept-Encoding header allows gzip. */
export function acceptsGzip(header: string | undefined): boolean {
  return acceptsCoding(header, 'gzip');
}

/** Whether an Accept-Encoding header allows a coding, by its name or by `*`. */
export function acceptsCoding(header: string | undefined, coding: 'gzip' | 'br'): boolean {
  const codings = header?.split(',').map((one) => one.split(';').map((part) => part.trim().toLowerCase())) ?? [];
  const [, weight = 'q=1'] = codings.find(([name]) => name === coding) ??
    codings.find(([name]) => name === '*') ?? ['', 'q=0'];
  return Number(weight.replace(/^q=/, '')) > 0;
}

/** Compresses bytes in Node's thread pool. */
export function gzipWhole(bytes: Buffer): Promise<Buffer> {
  return pack(bytes, options);
}

/** The same for many bytes in pieces, which are not copied. */
export async function gzipPieces(pieces: readonly Buffer[]): Promise<Buffer> {
  const stream = createGzip(options);
  const packed = stream.toArray();
  for (const piece of pieces) stream.write(piece);
  stream.end();
  return Buffer.concat(await packed);
}
