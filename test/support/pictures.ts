import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { encodePng } from '../../src/web/png.ts';
import type { Answer, Client, Values } from './client.ts';
import { secret } from './server.ts';

export type Bytes = Uint8Array<ArrayBuffer>;

/** URL on a test server: of a user's drawn avatar, or of the picture of a version. */
export function avatarOf(id: number, picture: 'drawn' | number = 'drawn', size?: 'medium'): string {
  const keyed = picture === 'drawn' ? 'avatar:drawn' : `avatar:${id}:${picture}`;
  const key = createHmac('sha256', secret).update(keyed).digest('base64url').slice(0, 11);
  return `/avatar/${id}${size === undefined ? '' : `/${size}`}?key=${key}`;
}

export async function bytesOf(response: Response): Promise<Buffer> {
  return Buffer.from(await response.arrayBuffer());
}

/** The width that a PNG says it has. */
export function widthOf(png: Buffer): number {
  assert.equal(png.subarray(0, 8).toString('hex'), '89504e470d0a1a0a');
  return png.readUInt32BE(16);
}

/** A small PNG; another shade makes another picture. */
export function png(shade = 0): Bytes {
  return new Uint8Array(encodePng(8, [[shade, shade, shade]], () => 0));
}

const gifStart = [...Buffer.from('GIF89a'), 1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255];
const gifFrame = [0x21, 0xf9, 4, 0, 10, 0, 0, 0, 0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0];
const gifEnd = 0x3b;

/** A GIF of one pixel with this many frames. */
export function gif(frames: number): Bytes {
  return Uint8Array.from([...gifStart, ...Array.from({ length: frames }, () => gifFrame).flat(), gifEnd]);
}

/** A GIF of one pixel whose frames are repeated, by which encoders mark animations. */
export function repeatedGif(frames: number): Bytes {
  const repetition = [0x21, 0xff, 11, ...Buffer.from('NETSCAPE2.0'), 3, 1, 0, 0, 0];
  const once = gif(frames);
  return Uint8Array.from([...once.subarray(0, gifStart.length), ...repetition, ...once.subarray(gifStart.length)]);
}

/** Sends a form with files, as clients upload them. */
export function upload(client: Client, path: string, files: readonly Bytes[], values: Values = {}): Promise<Answer> {
  const body = new FormData();
  for (const [name, value] of Object.entries(values)) body.append(name, JSON.stringify(value));
  for (const bytes of files) body.append('filename', new Blob([bytes]), 'picture');
  return client.send('POST', path, { body });
}
