import type { IncomingMessage } from 'node:http';
import { isKeyOf, sealKey, subjectOf } from '../accounts/sealed-key.ts';
import type { Context } from '../context.ts';
import type { OpenIdProvider } from '../ground/config.ts';
import { cookieName, readCookie, setCookie } from '../http/cookie.ts';
import type { Checks } from './openid.ts';

/** A login that a browser has begun at a provider. */
export interface PendingLogin extends Checks {
  /** The name of the provider. */
  provider: string;
  /** The key of the link by which the person was invited. */
  invitation_key?: string;
  /** The phone's key for its API key, in hexadecimal: the login ends in the app. */
  mobile_flow_otp?: string;
  /** The place in the web client where the login leads. */
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

/** The Set-Cookie header by which the browser keeps a login; nothing is stored here. */
export function pendingCookie(app: Context, pending: PendingLogin): string {
  const subject = Buffer.from(JSON.stringify(pending)).toString('base64url');
  const key = sealKey(app, { purpose, subject, state: '' }, lifetime);
  return setCookie(app.config, name, key, lifetime);
}

/** The Set-Cookie header that ends a login, so that its address leads nowhere again. */
export function noPendingCookie({ config }: Context): string {
  return setCookie(config, name, '', 0);
}

/** The login of a browser at this provider; undefined where it was not begun there, or too long ago. */
export function findPending(app: Context, request: IncomingMessage, provider: string): PendingLogin | undefined {
  const key = readCookie(request, cookieName(app.config, name)) ?? '';
  const subject = subjectOf(key);
  if (!isKeyOf(app, { purpose, subject, state: '' }, key)) return undefined;
  const pending = JSON.parse(Buffer.from(subject, 'base64url').toString()) as PendingLogin;
  return pending.provider === provider ? pending : undefined;
}
