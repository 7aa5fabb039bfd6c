import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Context } from '../context.ts';
import { uploadsPrefix } from './address.ts';
import { type Attachment, findAttachmentById } from './attachment.ts';
import { addressName } from './file-name.ts';

/** Validity of a link, in seconds: enough for an app to pass it to another one. */
const lifespan = 60;

/** A path on this server that opens a file without login for a minute. */
export function temporaryUrl(app: Context, { id, name }: Attachment): string {
  const content = `${id}.${app.clock.now() + lifespan}`;
  const token = `${content}.${seal(app, content).toString('base64url')}`;
  return `${uploadsPrefix}temporary/${token}/${encodeURIComponent(addressName(name))}`;
}

/** The file of such a link; undefined if the link has expired or is forged, or the file is deleted. */
export function findByToken(app: Context, token: string): Attachment | undefined {
  const [, content = '', id = '', until = '', given = ''] = /^((\d{1,15})\.(\d{1,15}))\.([\w-]+)$/.exec(token) ?? [];
  const actual = Buffer.from(given, 'base64url');
  const expected = seal(app, content);
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return undefined;
  return Number(until) >= app.clock.now() ? findAttachmentById(app.db, Number(id)) : undefined;
}

function seal(app: Context, content: string): Buffer {
  return createHmac('sha256', app.secret).update('temporary link:').update(content).digest();
}
