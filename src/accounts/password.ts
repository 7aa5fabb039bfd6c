import { argon2 } from 'node:crypto';
import { promisify } from 'node:util';
import type { Context } from '../context.ts';
import type { Database } from '../db/database.ts';
import { isSameSecret } from '../ground/same-secret.ts';
import { errorKind } from '../http/errors.ts';
import { isLongerThan } from '../http/params.ts';
import type { User } from '../users/user.ts';
import { doEndSessions } from './session.ts';

const hash = promisify(argon2);

/** The cost of a new hash: the minimum for argon2id in OWASP's password storage guide. Variable, for tests. */
export const passwordCost = { memory: 19_456, passes: 2 };
const simultaneous = 2;

/** In characters. */
export const passwordLimits = { min: 8, max: 100 };

export const passwordTooWeak = errorKind('The password is too weak.');
export const passwordTooLong = errorKind(`The password is too long (limit: ${passwordLimits.max} characters).`);

/** Throws `tooWeak` or passwordTooLong unless the password is acceptable. */
export function ensurePasswordAcceptable(password: string, tooWeak = passwordTooWeak): void {
  if (isLongerThan(password, passwordLimits.max)) throw passwordTooLong();
  if ([...password].length < passwordLimits.min) throw tooWeak();
}

/** The argon2id hash of a password, as a PHC string. */
export async function hashPassword(app: Context, password: string): Promise<string> {
  const salt = app.random.bytes(16);
  const { memory, passes } = passwordCost;
  const tag = await derive(password, salt, { memory, passes });
  return `$argon2id$v=19$m=${memory},t=${passes},p=1$${base64(salt)}$${base64(tag)}`;
}

/** Whether a password is the user's. Takes the same time for an unknown user or one without a password. */
export async function verifyPassword(app: Context, user: User | undefined, password: string): Promise<boolean> {
  const stored = user && app.db.value<string | null>('SELECT password_hash FROM users WHERE id = ?', user.id);
  const [, , , cost = '', salt = '', tag = ''] = (stored ?? '').split('$');
  const isPossible = !isLongerThan(password, passwordLimits.max);
  const nonce = stored ? Buffer.from(salt, 'base64') : Buffer.alloc(16);
  const actual = await derive(isPossible ? password : '', nonce, readCost(cost));
  const expected = Buffer.from(tag, 'base64');
  return isPossible && isSameSecret(actual, expected);
}

/** Whether the user has a password of this server. */
export function hasPassword(db: Database, user: User): boolean {
  return db.value<string | null>('SELECT password_hash FROM users WHERE id = ?', user.id) != null;
}

/** Stores the user's password hash, or removes it if null. All browsers must log in again. */
export function storePasswordHash(app: Context, user: User, password_hash: string | null): void {
  doEndSessions(app, user);
  app.db.run('UPDATE users SET password_hash = ? WHERE id = ?', password_hash, user.id);
}

/** The cost of a stored hash, as in its PHC string; that of a new one where there is none, or one out of all bounds. */
function readCost(text: string): typeof passwordCost {
  const [, memory, passes] = /^m=([1-9]\d{0,4}),t=([1-9]),p=1$/.exec(text) ?? [];
  return memory && passes ? { memory: Number(memory), passes: Number(passes) } : passwordCost;
}

let running = 0;
const waiting: (() => void)[] = [];

// Each hash takes 19 MiB and a core for a while, so bursts of logins are queued. The newest is next: a flood of guesses
// delays the guesses, not later logins.
async function derive(password: string, nonce: Buffer, cost: typeof passwordCost): Promise<Buffer> {
  if (running >= simultaneous) await new Promise<void>((resolve) => waiting.push(resolve));
  else running++;
  try {
    const message = password.normalize('NFKC');
    return await hash('argon2id', { message, nonce, parallelism: 1, tagLength: 32, ...cost });
  } finally {
    const next = waiting.pop();
    if (next) next();
    else running--;
  }
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
