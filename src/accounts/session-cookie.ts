import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Context } from '../context.ts';
import type { SubmitsWrites } from '../db/turn-queue.ts';
import { cookieName, readCookie, setCookie } from '../http/cookie.ts';
import { findSession, isRenewalDue, type Session, sessionLifetime, storeSessionUse } from './session.ts';

type Request = Pick<IncomingMessage, 'headers'>;

const name = 'chatd';

/** The session of a request's cookie. */
export function findSessionOf(app: Context, request: Request): Session | undefined {
  const token = readToken(app, request);
  return token === undefined ? undefined : findSession(app, token);
}

/**
 * Whether a request names another user than the one of its session. Pages of the web client name theirs: one that stayed
 * open must not act for whoever logged in at the same browser since.
 */
export function isForOther({ headers }: Request, { user_id }: Pick<Session, 'user_id'>): boolean {
  const named = headers['x-chatd-user'];
  return named !== undefined && named !== `${user_id}`;
}

/** Extends the session of a browser in use: renews session and cookie once an hour. Never rejects. */
export async function renewSession(
  app: Context & SubmitsWrites,
  request: Request,
  response: ServerResponse,
): Promise<void> {
  try {
    const token = readToken(app, request);
    const session = findSessionOf(app, request);
    if (token === undefined || !session || !isRenewalDue(app, session)) return;
    response.setHeader('Set-Cookie', sessionCookie(app, token));
    await app.writes.submit(() => storeSessionUse(app, session));
  } catch (error) {
    app.log.error('a session was not renewed', { error });
  }
}

/** The Set-Cookie header that starts or extends a browser's session. */
export function sessionCookie({ config }: Context, token: string): string {
  return setCookie(config, name, token, sessionLifetime);
}

/** The Set-Cookie header that deletes a browser's session cookie. */
export function noSessionCookie({ config }: Context): string {
  return setCookie(config, name, '', 0);
}

function readToken({ config }: Context, request: Request): string | undefined {
  return request.headers.cookie === undefined ? undefined : readCookie(request, cookieName(config, name));
}
