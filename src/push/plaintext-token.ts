import type { Database } from '../db/database.ts';
import { errorKind } from '../http/errors.ts';
import { isLongerThan } from '../http/params.ts';
import { phrase } from '../http/phrase.ts';
import { ensureWithinBound, type OwnList } from '../users/own-list.ts';
import type { User } from '../users/user.ts';
import type { TokenKind } from './device.ts';

/** In Unicode code points. */
const maxLength = 4096;

export const tokenLengthInvalid = errorKind('Empty or invalid length token');
export const appleTokenInvalid = errorKind('Invalid APNS token');
export const appIdInvalid = errorKind('Invalid app ID');
export const noSuchToken = errorKind('Token does not exist');
export const deviceNotRecognized = errorKind('Device not recognized', { code: 'INVALID_PUSH_DEVICE_TOKEN' });
export const plaintextRefused = errorKind('This server sends encrypted notifications only; please update the app.');

/** Throws tokenLengthInvalid or, for tokens of Apple devices, appleTokenInvalid. */
export function checkToken(kind: TokenKind, token: string): string {
  if (token === '' || isLongerThan(token, maxLength)) throw tokenLengthInvalid();
  if (kind === 'apns' && !/^([0-9a-f]{2})+$/i.test(token)) throw appleTokenInvalid();
  return token;
}

/** Throws appIdInvalid. */
export function checkAppId(app_id: string): string {
  if (!/^[.a-zA-Z0-9-]+$/.test(app_id)) throw appIdInvalid();
  return app_id;
}

const ownTokens: OwnList = {
  name: phrase('tokens of devices'),
  max: 1000,
  count: 'SELECT count(*) FROM plaintext_tokens WHERE user_id = ?',
};

/** Throws listFull. */
export function storeToken(db: Database, user: User, kind: TokenKind, token: string, app_id: string | null): void {
  const sql = 'INSERT OR REPLACE INTO plaintext_tokens (user_id, kind, token, app_id) VALUES (?, ?, ?, ?)';
  db.run(sql, user.id, kind, token, app_id);
  ensureWithinBound(db, user, ownTokens);
}

/** Throws noSuchToken. */
export function deleteToken(db: Database, user: User, kind: TokenKind, token: string): void {
  const sql = 'DELETE FROM plaintext_tokens WHERE user_id = ? AND kind = ? AND token = ?';
  if (db.run(sql, user.id, kind, token).changes === 0) throw noSuchToken();
}

export function hasToken(db: Database, user: User, token: string): boolean {
  const sql = 'SELECT 1 FROM plaintext_tokens WHERE user_id = ? AND token = ?';
  return db.value<number>(sql, user.id, token) !== undefined;
}
