import { createHmac } from 'node:crypto';
import type { Context } from '../context.ts';
import { isSameSecret } from '../ground/same-secret.ts';

/** The contents of a link's key. Nothing of it is stored. */
export interface Sealed {
  /** The page of the link, so that its key opens no other page. */
  purpose: string;
  /** The subject of the link, as text in the key. Without dots. */
  subject: string;
  /** A state that using the link changes, so that it works only once. */
  state: string;
}

/** The context that creating and checking a key needs. */
export type Seals = Pick<Context, 'clock' | 'secret'>;

/** The key of a link, valid for some seconds. */
export function sealKey(app: Seals, sealed: Sealed, seconds: number): string {
  const expires_at = app.clock.now() + seconds;
  return `${sealed.subject}.${expires_at}.${seal(app, sealed, expires_at).toString('base64url')}`;
}

/** The subject of a key, which may be forged: see isKeyOf. */
export function subjectOf(key: string): string {
  return key.split('.', 1)[0] ?? '';
}

/** When a key expires, in UNIX seconds, if it is genuine. */
export function expiryOf(key: string): number {
  return Number(key.split('.', 2)[1]);
}

/** Whether a key is genuine, has this purpose, subject and state, and is neither expired nor used. */
export function isKeyOf(app: Seals, sealed: Sealed, key: string): boolean {
  const [subject, expires_at, given = '', ...rest] = key.split('.');
  if (subject !== sealed.subject || rest.length > 0 || !(Number(expires_at) > app.clock.now())) return false;
  return isSameSecret(Buffer.from(given, 'base64url'), seal(app, sealed, Number(expires_at)));
}

function seal(app: Pick<Seals, 'secret'>, { purpose, subject, state }: Sealed, expires_at: number): Buffer {
  const text = JSON.stringify(['sealed key', purpose, subject, expires_at, state]);
  return createHmac('sha256', app.secret).update(text).digest();
}
