import type { Session } from '../accounts/session.ts';
import type { Context } from '../context.ts';
import type { Database } from '../db/database.ts';
import { errorKind } from '../http/errors.ts';
import type { User } from '../users/user.ts';

/** A browser's push subscription (RFC 8030, RFC 8291). */
interface BrowserKeys {
  /** The URL that receives its notifications. */
  endpoint: string;
  /** Its public key: a point of P-256, 65 bytes, base64url. */
  p256dh: string;
  /** 16 secret bytes, base64url. */
  auth: string;
}

export interface Browser extends BrowserKeys {
  id: number;
  user_id: number;
}

/** Maximum number of browsers of one user. */
const mostBrowsers = 20;

export const noSuchBrowser = errorKind('No such web push subscription');
export const tooManyBrowsers = errorKind(`Notifications can go to at most ${mostBrowsers} browsers.`);

const columns = 'id, user_id, endpoint, p256dh, auth';

export function findBrowser(db: Database, id: number): Browser | undefined {
  return db.get(`SELECT ${columns} FROM browsers WHERE id = ?`, id);
}

/** A user's own browser. Throws noSuchBrowser. */
export function accessBrowser(db: Database, user: User, endpoint: string): Browser {
  const browser = db.get<Browser>(
    `SELECT ${columns} FROM browsers WHERE endpoint = ? AND user_id = ?`,
    endpoint,
    user.id,
  );
  if (!browser) throw noSuchBrowser();
  return browser;
}

/**
 * Subscribes a browser to a user's notifications, replacing any earlier user, until the end of the session in which it
 * subscribed. Throws tooManyBrowsers.
 */
export function storeBrowser(
  { db, clock }: Context,
  user: User,
  { endpoint, p256dh, auth }: BrowserKeys,
  session: Session | undefined,
): void {
  db.run('DELETE FROM browsers WHERE endpoint = ?', endpoint);
  const count = db.value<number>('SELECT count(*) FROM browsers WHERE user_id = ?', user.id) ?? 0;
  if (count >= mostBrowsers) throw tooManyBrowsers();
  db.run(
    'INSERT INTO browsers (user_id, endpoint, p256dh, auth, created_at, session_id) VALUES (?, ?, ?, ?, ?, ?)',
    user.id,
    endpoint,
    p256dh,
    auth,
    clock.now(),
    session?.user_id === user.id ? session.id : null,
  );
}

export function deleteBrowser(db: Database, { id }: Browser): void {
  db.run('DELETE FROM browsers WHERE id = ?', id);
}
