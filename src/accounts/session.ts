import { createHmac } from 'node:crypto';
import type { App } from '../context.ts';
import { errorKind } from '../http/errors.ts';
import type { User } from '../users/user.ts';
import { browserName } from './browser-name.ts';

/** A browser that is logged in. */
export interface Session {
  id: number;
  user_id: number;
  created_at: number;
  /** When it was last used, to the hour. */
  seen_at: number;
  browser: string;
}

export const noSuchSession = errorKind('No such session');

/** How long a session outlives its last use, in seconds. */
export const sessionLifetime: number = 30 * 86_400;

const renewalInterval = 3600;
const columns = 'id, user_id, created_at, seen_at, browser';

/** Logs a browser in and returns the token that its cookie holds, which cannot be read back later. */
export function doStartSession(app: App, user: User, userAgent: string | undefined): string {
  const now = app.clock.now();
  const token = app.random.bytes(32).toString('base64url');
  app.db.run('DELETE FROM sessions WHERE seen_at <= ?', now - sessionLifetime);
  app.db.run(
    'INSERT INTO sessions (user_id, token_hmac, created_at, seen_at, browser) VALUES (?, ?, ?, ?, ?)',
    user.id,
    tokenHmac(app, token),
    now,
    now,
    browserName(userAgent),
  );
  return token;
}

/** The session of a token, unless it was ended or not used for too long. */
export function findSession(app: App, token: string): Session | undefined {
  const sql = `SELECT ${columns} FROM sessions WHERE token_hmac = ?`;
  const session = app.db.cached<Session>(sql, tokenHmac(app, token));
  return session && session.seen_at + sessionLifetime > app.clock.now() ? session : undefined;
}

/** The sessions of a user, the one used last first. */
export function listSessions({ db, clock }: App, user: User): Session[] {
  const sql = `SELECT ${columns} FROM sessions WHERE user_id = ? AND seen_at > ? ORDER BY seen_at DESC, id DESC`;
  return db.all<Session>(sql, user.id, clock.now() - sessionLifetime);
}

/** A session of a user's own. Throws noSuchSession. */
export function accessSession(app: App, user: User, id: number): Session {
  const session = listSessions(app, user).find((one) => one.id === id);
  if (!session) throw noSuchSession();
  return session;
}

/** A session as its user sees it, who may be using it. */
export function presentSession({ id, browser, created_at, seen_at }: Session, current: Session | undefined) {
  return { id, browser, created: created_at, last_seen: seen_at, is_current: id === current?.id };
}

/** Whether the use of a session is to be recorded: writing down each would be a write for every request. */
export function isRenewalDue({ clock }: App, { seen_at }: Session): boolean {
  return clock.now() - seen_at >= renewalInterval;
}

/** Records that a session is used. */
export function doRenewSession({ db, clock }: App, { id }: Session): void {
  db.run('UPDATE sessions SET seen_at = ? WHERE id = ?', clock.now(), id);
}

/** Logs a browser out. Its polls end before they hear of anything more. */
export function doEndSession(app: App, { id, user_id }: Session): void {
  app.db.run('DELETE FROM sessions WHERE id = ?', id);
  app.db.afterCommit(() => app.clients.endPollsOfUser(user_id));
}

/** Logs all browsers of a user out. */
export function doEndSessions(app: App, user: User): void {
  const { changes } = app.db.run('DELETE FROM sessions WHERE user_id = ?', user.id);
  if (changes > 0) app.db.afterCommit(() => app.clients.endPollsOfUser(user.id));
}

function tokenHmac({ secret }: App, token: string): Buffer {
  return createHmac('sha256', secret).update(`session:${token}`).digest();
}
