import { createHmac } from 'node:crypto';
import type { Context } from '../context.ts';
import type { Texts } from '../ground/texts.ts';
import { errorKind } from '../http/errors.ts';
import type { User } from '../users/user.ts';
import { browserName, sayBrowser } from './browser-name.ts';

/** A browser's login. */
export interface Session {
  id: number;
  user_id: number;
  created_at: number;
  /** Last use, to the hour. */
  seen_at: number;
  browser: string;
}

export const noSuchSession = errorKind('No such session');

/** Seconds from the last use until a session expires. */
export const sessionLifetime: number = 30 * 86_400;

const renewalInterval = 3600;
const columns = 'id, user_id, created_at, seen_at, browser';

/** Starts a browser's session and returns the token for its cookie, which cannot be retrieved later. */
export function insertSession(app: Context, user: User, userAgent: string | undefined): string {
  const now = app.clock.now();
  const token = app.random.bytes(32).toString('base64url');
  deleteExpiredSessions(app);
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

/** Deletes expired sessions, and with them what ends with a session, such as a browser's notifications. */
export function deleteExpiredSessions({ db, clock }: Context): void {
  db.run('DELETE FROM sessions WHERE seen_at <= ?', clock.now() - sessionLifetime);
}

/** The session of a token; undefined if it was ended or has expired. */
export function findSession(app: Context, token: string): Session | undefined {
  const sql = `SELECT ${columns} FROM sessions WHERE token_hmac = ?`;
  const session = app.db.cached<Session>(sql, tokenHmac(app, token));
  return session && session.seen_at + sessionLifetime > app.clock.now() ? session : undefined;
}

/** The sessions of a user, most recently used first. */
export function listSessions({ db, clock }: Context, user: User): Session[] {
  const sql = `SELECT ${columns} FROM sessions WHERE user_id = ? AND seen_at > ? ORDER BY seen_at DESC, id DESC`;
  return db.all<Session>(sql, user.id, clock.now() - sessionLifetime);
}

/** A session of the user. Throws noSuchSession. */
export function accessSession(app: Context, user: User, id: number): Session {
  const session = listSessions(app, user).find((one) => one.id === id);
  if (!session) throw noSuchSession();
  return session;
}

/** A session as its user sees it; `current` is the session of the request. */
export function presentSession(
  texts: Texts,
  { id, browser: name, created_at, seen_at }: Session,
  current: Session | undefined,
) {
  const browser = sayBrowser(texts, name);
  return { id, browser, created: created_at, last_seen: seen_at, is_current: id === current?.id };
}

/** Whether to record the use of a session; recording each use would cost a write for every request. */
export function isRenewalDue({ clock }: Context, { seen_at }: Session): boolean {
  return clock.now() - seen_at >= renewalInterval;
}

/** Records the use of a session. */
export function storeSessionUse({ db, clock }: Context, { id }: Session): void {
  db.run('UPDATE sessions SET seen_at = ? WHERE id = ?', clock.now(), id);
}

/** Ends a session, and the user's waiting polls before they receive further events. */
export function doEndSession(app: Context, { id, user_id }: Session): void {
  app.db.run('DELETE FROM sessions WHERE id = ?', id);
  app.db.afterCommit(() => app.clients.endPollsOfUser(user_id));
}

/** Ends all sessions of a user. */
export function doEndSessions(app: Context, user: User): void {
  const { changes } = app.db.run('DELETE FROM sessions WHERE user_id = ?', user.id);
  if (changes > 0) app.db.afterCommit(() => app.clients.endPollsOfUser(user.id));
}

function tokenHmac({ secret }: Context, token: string): Buffer {
  return createHmac('sha256', secret).update(`session:${token}`).digest();
}
