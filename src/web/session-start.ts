import { createApiKey } from '../accounts/api-key.ts';
import { doEndSession, insertSession } from '../accounts/session.ts';
import { findSessionOf, sessionCookie } from '../accounts/session-cookie.ts';
import { isMobileOtp, mobileUrl } from '../sso/mobile-flow.ts';
import { findUser } from '../users/user.ts';
import { redirect, type Visit } from './form-page.ts';
import type { Reply } from './page-reply.ts';

/** The one-time pad of a phone whose app opened the page to get a key; undefined if no app did. */
export function findPad({ request: { url = '' } }: Pick<Visit, 'request'>): string | undefined {
  const pad = new URLSearchParams(url.split('?', 2)[1]).get('mobile_flow_otp') ?? '';
  return isMobileOtp(pad) ? pad : undefined;
}

/** Ends a login: the browser is logged in, or the app of a phone gets a key for which it opened the page. */
export async function letIn(visit: Visit, user_id: number, fragment?: string): Promise<Reply | undefined> {
  const pad = findPad(visit);
  return pad === undefined ? logIn(visit, user_id, fragment) : openApp(visit, user_id, pad);
}

/** Opens the app of a phone, with a new API key of an active user. */
export async function openApp({ app }: Visit, user_id: number, pad: string): Promise<Reply | undefined> {
  const url = await app.writes.submit(() => {
    const user = findUser(app.db, user_id);
    return user?.is_active ? mobileUrl(app, user, createApiKey(app, user), pad) : undefined;
  });
  return url === undefined ? undefined : redirect(url);
}

/** Logs the browser in as an active user, in a new session, and redirects to the app. The fragment is a place in it. */
export async function logIn({ app, request }: Visit, user_id: number, fragment?: string): Promise<Reply | undefined> {
  const token = await app.writes.submit(() => {
    const user = findUser(app.db, user_id);
    if (!user?.is_active) return undefined;
    const former = findSessionOf(app, request);
    if (former) doEndSession(app, former);
    return insertSession(app, user, request.headers['user-agent']);
  });
  const path = fragment === undefined ? '/' : `/#${fragment}`;
  return token === undefined ? undefined : redirect(path, { 'Set-Cookie': sessionCookie(app, token) });
}
