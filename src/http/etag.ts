import { createHash } from 'node:crypto';

/** A tag of the content: equal content has an equal tag. */
export function etagOf(body: string | Buffer): string {
  return `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
}

/** Whether an If-None-Match header has this tag or is `*`: then the client has the content already. */
export function isKnown(tags: string | undefined, etag: string): boolean {
  const list = tags?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? [];
  return list.includes(etag) || list.includes('*');
}
