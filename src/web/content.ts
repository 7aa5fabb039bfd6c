import type { Image } from '../images/image.ts';

/** A page or picture to answer with. */
export interface Content {
  type: string;
  cache: string;
  /** Request headers on which the content depends. */
  vary?: string;
  body: string | Buffer;
}

/** For public caches. The URL of an avatar changes with the picture, so caching for a day is safe. */
export const day = 'public, max-age=86400';

const maxPictures = 1000;
const pictures = new Map<string, Buffer>();

/**
 * A picture drawn by chatd. Drawing takes milliseconds and the result has one or two kilobytes; the newest are cached.
 */
export function drawn(key: string, draw: () => Buffer): Content {
  const found = pictures.get(key);
  if (found) return picture(found);
  const [oldest] = pictures.keys();
  if (oldest !== undefined && pictures.size >= maxPictures) pictures.delete(oldest);
  const bytes = draw();
  pictures.set(key, bytes);
  return picture(bytes);
}

export function uploaded(image: Image | undefined): Content | undefined {
  return image && { type: image.content_type, cache: day, body: image.bytes };
}

function picture(body: Buffer): Content {
  return { type: 'image/png', cache: day, body };
}
