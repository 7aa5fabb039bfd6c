import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Context } from '../context.ts';

/** What the key of a link is for. Nothing of it is stored. */
export interface Sealed {
  /** What the link leads to, so that no key opens another page. */
  purpose: string;
  /** Who or what the link is about; it stands in the key. Without dots. */
  subject: string;
  /** What is another one once the link was used, so that it opens nothing twice. */
  state: string;
}

/** What making and checking a key needs of the program. */
export type Seals = Pick<Context, 'clock' | 'secret'>;

/** The key of a link, good for some seconds. */
export function sealKey(app: Seals, sealed: Sealed, seconds: number): string {
  const expires_at = app.clock.now() + seconds;
  return `${sealed.subject}.${expires_at}.${seal(app, sealed, expires_at).toString('base64url')}`;
}

/** The subject of a key, which may be made up: see isKeyOf. */
export function subjectOf(key: string): string {
  return key.split('.', 1)[0] ?? '';
}

/** Whether a key was made here for this, is not over, and was not used. */
export function isKeyOf(app: Seals, sealed: Sealed, key: string): boolean {
  const [subject, expires_at, given = '', ...rest] = key.split('.');
  if (subject !== sealed.subject || rest.length > 0 || !(Number(expires_at) > app.clock.now())) return false;
  const expected = seal(app, sealed, Number(expires_at));
  const actual = Buffer.from(given, 'base64url');
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

function seal(app: Pick<Seals, 'secret'>, { purpose, subject, state }: Sealed, expires_at: number): Buffer {
  const text = JSON.stringify(['sealed key', purpose, subject, expires_at, state]);
  return createHmac('sha256', app.secret).update(text).digest();
}
