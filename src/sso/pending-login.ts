import type { IncomingMessage } from 'node:http';
import type { Context } from '../context.ts';
import type { OpenIdProvider } from '../ground/config.ts';
import { cookieName, readCookie, setCookie } from '../http/cookie.ts';
import { isKeyOf, sealKey, subjectOf } from '../users/sealed-key.ts';
import type { Checks } from './openid.ts';

/** A login at a provider that a browser has begun. */
export interface PendingLogin extends Checks {
  /** The name of the provider. */
  provider: string;
  /** The key of the user's invitation link. */
  invitation_key?: string;
  /** The one-time pad for a phone's API key, in hexadecimal: the login ends in the app. */
  mobile_flow_otp?: string;
  /** The place in the web client to open after the login. */
  fragment?: string;
}

/** In seconds. */
const lifetime = 600;
const purpose = 'login elsewhere';
const name = 'chatd-login';

/** Begins a login, bound to the browser by a cookie. */
export function beginLogin(
  { random }: Context,
  provider: OpenIdProvider,
  more: Pick<PendingLogin, 'invitation_key' | 'mobile_flow_otp' | 'fragment'>,
): PendingLogin {
  const text = () => random.bytes(32).toString('base64url');
  return { provider: provider.name, state: text(), nonce: text(), verifier: text(), ...more };
}

/** The Set-Cookie header that stores a login in the browser; the server stores nothing. */
export function pendingCookie(app: Context, pending: PendingLogin): string {
  const subject = Buffer.from(JSON.stringify(pending)).toString('base64url');
  const key = sealKey(app, { purpose, subject, state: '' }, lifetime);
  return setCookie(app.config, name, key, lifetime);
}

/** The Set-Cookie header that deletes a login, so that it cannot be repeated. */
export function noPendingCookie({ config }: Context): string {
  return setCookie(config, name, '', 0);
}

/** The browser's login at this provider; undefined if it began elsewhere, or too long ago. */
export function findPending(app: Context, request: IncomingMessage, provider: string): PendingLogin | undefined {
  const key = readCookie(request, cookieName(app.config, name)) ?? '';
  const subject = subjectOf(key);
  if (!isKeyOf(app, { purpose, subject, state: '' }, key)) return undefined;
  const pending = JSON.parse(Buffer.from(subject, 'base64url').toString()) as PendingLogin;
  return pending.provider === provider ? pending : undefined;
}
