import { createHmac, timingSafeEqual } from 'node:crypto';
import type { App } from '../context.ts';
import { uploadsPrefix } from './address.ts';
import { type Attachment, findAttachmentById } from './attachment.ts';
import { addressName } from './file-name.ts';

/** How long a link is good for, in seconds: to begin with, for an app that hands it to another one. */
const lifespan = 60;

/** A URL, below the server's, that opens a file for whoever has it, for a minute. */
export function temporaryUrl(app: App, { id, name }: Attachment): string {
  const content = `${id}.${app.clock.now() + lifespan}`;
  const token = `${content}.${seal(app, content).toString('base64url')}`;
  return `${uploadsPrefix}temporary/${token}/${encodeURIComponent(addressName(name))}`;
}

/** The file that such a link opens; undefined when its time is over, the file is gone, or it was not made here. */
export function findByToken(app: App, token: string): Attachment | undefined {
  const [, content = '', id = '', until = '', given = ''] = /^((\d{1,15})\.(\d{1,15}))\.([\w-]+)$/.exec(token) ?? [];
  const actual = Buffer.from(given, 'base64url');
  const expected = seal(app, content);
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return undefined;
  return Number(until) >= app.clock.now() ? findAttachmentById(app.db, Number(id)) : undefined;
}

function seal(app: App, content: string): Buffer {
  return createHmac('sha256', app.secret).update('temporary link:').update(content).digest();
}
