import { createHmac } from 'node:crypto';
import type { Context } from '../context.ts';
import type { Database } from '../db/database.ts';
import { randomText } from '../ground/random.ts';
import { isSameSecret } from '../ground/same-secret.ts';
import { errorKind } from '../http/errors.ts';
import { findRealm } from '../realm/realm.ts';
import type { User } from '../users/user.ts';
import { doEndSessions } from './session.ts';
import { base32, findStep } from './totp.ts';

/** A login with a password needs a code of an app, which this way of logging in cannot ask for. */
export const twoFactorRequired = errorKind(
  'This account needs a second step. Log in with your browser, or use an API key from your settings on the web page of this server.',
  { code: 'TWO_FACTOR_REQUIRED', status: 401 },
);

interface SecondFactor {
  salt: Buffer;
  last_step: number;
  /** JSON. */
  recovery_hmacs: string;
}

const recoveryCodes = { count: 10, length: 10, alphabet: 'abcdefghjkmnpqrstuvwxyz23456789' };
const withoutApp = Buffer.alloc(0);
const settingName = 'two_factor_required';

/** Whether a second step is on for a user: an app, passkeys, or both, with recovery codes. */
export function hasSecondFactor(db: Database, { id }: User): boolean {
  return db.value<number>('SELECT 1 FROM second_factors WHERE user_id = ?', id) !== undefined;
}

export function hasApp(db: Database, { id }: User): boolean {
  return db.value<number>('SELECT 1 FROM second_factors WHERE user_id = ? AND length(salt) > 0', id) !== undefined;
}

/** Whether everybody who logs in with a password needs a second factor. */
export function isSecondFactorRequired(db: Database): boolean {
  return db.value<string>('SELECT value FROM realm_settings WHERE name = ?', settingName) === 'true';
}

/** The ids of the users with a second step. */
export function listSecondFactorIds(db: Database): number[] {
  return db.values<number>('SELECT user_id FROM second_factors ORDER BY user_id');
}

/** Whether some logins with a password take a second step. */
export function isSecondFactorUsed(db: Database): boolean {
  return isSecondFactorRequired(db) || db.value('SELECT 1 FROM second_factors LIMIT 1') !== undefined;
}

/** Whether a password alone does not log a user in. */
export function needsSecondStep(db: Database, user: User): boolean {
  return hasSecondFactor(db, user) || isSecondFactorRequired(db);
}

/**
 * Requires a second factor, or not. Browsers of people without one are logged out, except those of people without a
 * password: they set it up when they log in again.
 */
export function doRequireSecondFactor(app: Context, isRequired: boolean): void {
  if (!isRequired) {
    app.db.run('DELETE FROM realm_settings WHERE name = ?', settingName);
    return;
  }
  app.db.run("INSERT INTO realm_settings (name, value) VALUES (?, 'true') ON CONFLICT DO NOTHING", settingName);
  const ids = app.db.values<number>(
    `DELETE FROM sessions WHERE user_id IN (SELECT id FROM users WHERE password_hash IS NOT NULL)
       AND user_id NOT IN (SELECT user_id FROM second_factors) RETURNING user_id`,
  );
  app.db.afterCommit(() => {
    for (const id of new Set(ids)) app.clients.endPollsOfUser(id);
  });
}

/** Sixteen random bytes for a new app. Nothing is stored until the app has shown a code. */
export function createSalt({ random }: Context): Buffer {
  return random.bytes(16);
}

/** The address that an authenticator app reads from a picture, and its key in words. */
export function describeApp(app: Context, user: User, salt: Buffer): { url: string; key: string } {
  const key = base32(keyOf(app, salt));
  const issuer = findRealm(app.db).name;
  const label = encodeURIComponent(`${issuer}:${user.email}`);
  return { url: `otpauth://totp/${label}?${new URLSearchParams({ secret: key, issuer })}`, key };
}

/** Stores an app that has shown this code, and returns recovery codes, which are shown once; undefined if it is wrong. */
export function doAddSecondFactor(app: Context, user: User, salt: Buffer, code: string): string[] | undefined {
  const step = findStep(keyOf(app, salt), plainCode(code), app.clock.now(), 0);
  return step === undefined ? undefined : insertSecondFactor(app, user, salt, step);
}

/** Turns the second step on, for passkeys without an app, and returns recovery codes; none if it is on. */
export function doTurnOn(app: Context, user: User): string[] {
  return hasSecondFactor(app.db, user) ? [] : insertSecondFactor(app, user, withoutApp, 0);
}

function insertSecondFactor(app: Context, user: User, salt: Buffer, step: number): string[] {
  const { count, length, alphabet } = recoveryCodes;
  const codes = Array.from({ length: count }, () => randomText(app.random, alphabet, length));
  const hmacs = codes.map((one) => recoveryHmac(app, user, one));
  app.db.run(
    `INSERT INTO second_factors (user_id, salt, last_step, recovery_hmacs, created_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET (salt, last_step, recovery_hmacs, created_at) =
       (excluded.salt, excluded.last_step, excluded.recovery_hmacs, excluded.created_at)`,
    user.id,
    salt,
    step,
    JSON.stringify(hmacs),
    app.clock.now(),
  );
  return codes.map((one) => `${one.slice(0, 5)}-${one.slice(5)}`);
}

/** Takes off the second factor of a user, passkeys included. Where everybody needs one, the user logs in again, which sets it up. */
export function doRemoveSecondFactor(app: Context, user: User): void {
  app.db.run('DELETE FROM second_factors WHERE user_id = ?', user.id);
  if (isSecondFactorRequired(app.db)) doEndSessions(app, user);
}

/** Uses up a code of the app, or a recovery code. Returns whether it was right: each is right once. */
export function doUseCode(app: Context, user: User, typed: string): boolean {
  const sql = 'SELECT salt, last_step, recovery_hmacs FROM second_factors WHERE user_id = ?';
  const factor = app.db.get<SecondFactor>(sql, user.id);
  if (!factor) return false;
  const code = plainCode(typed);
  const step =
    factor.salt.length === 0 ? undefined : findStep(keyOf(app, factor.salt), code, app.clock.now(), factor.last_step);
  if (step !== undefined) {
    app.db.run('UPDATE second_factors SET last_step = ? WHERE user_id = ?', step, user.id);
    return true;
  }
  return useRecoveryCode(app, user, factor, code);
}

function useRecoveryCode(app: Context, user: User, { recovery_hmacs }: SecondFactor, code: string): boolean {
  const hmacs = JSON.parse(recovery_hmacs) as string[];
  const given = Buffer.from(recoveryHmac(app, user, code), 'hex');
  const left = hmacs.filter((one) => !isSameSecret(Buffer.from(one, 'hex'), given));
  if (left.length === hmacs.length) return false;
  app.db.run('UPDATE second_factors SET recovery_hmacs = ? WHERE user_id = ?', JSON.stringify(left), user.id);
  return true;
}

// People type spaces and hyphens as they see them.
function plainCode(typed: string): string {
  return typed.replace(/[\s-]/g, '').toLowerCase().slice(0, 100);
}

/** The key of an app: useless without the key file, like every other secret of the database. */
function keyOf({ secret }: Context, salt: Buffer): Buffer {
  return createHmac('sha256', secret).update('second factor:').update(salt).digest().subarray(0, 20);
}

function recoveryHmac({ secret }: Context, { id }: User, code: string): string {
  return createHmac('sha256', secret).update(`recovery code:${id}:${code}`).digest('hex');
}
