import { createHmac } from 'node:crypto';
import type { Context } from '../context.ts';
import type { Database } from '../db/database.ts';
import { expiryOf } from '../users/sealed-key.ts';
import type { User } from '../users/user.ts';
import { doTurnOn } from './second-factor.ts';
import { type Assertion, findRelyingParty, type Registration, readAssertion, readRegistration } from './webauthn.ts';

/** A passkey as its user sees it. Times are UNIX seconds. */
export interface Passkey {
  id: number;
  credential_id: Buffer;
  name: string;
  created_at: number;
  used_at: number;
}

interface StoredPasskey extends Pick<Passkey, 'id' | 'used_at'> {
  user_id: number;
  public_key: Buffer;
  sign_count: number;
}

/** Of a user: passkeys, and characters of the name of one. */
const most = { passkeys: 20, name: 60 };

/** Whether anybody has a passkey. */
export function hasPasskeys(db: Database): boolean {
  return db.value<number>('SELECT 1 FROM passkeys LIMIT 1') !== undefined;
}

/** The passkeys of a user, oldest first. */
export function listPasskeys(db: Database, { id }: User): Passkey[] {
  return db.all('SELECT id, credential_id, name, created_at, used_at FROM passkeys WHERE user_id = ? ORDER BY id', id);
}

/** A user's name for authenticators: it reveals nothing, and no other server has it. */
export function handleOf({ secret }: Context, { id }: User): Buffer {
  return createHmac('sha256', secret).update(`passkeys of user:${id}`).digest();
}

/**
 * Stores a passkey that answers a challenge, a sealed key, and turns the second step on. Returns recovery codes if it was
 * off; undefined if the answer is wrong, the passkey is known, or the user has too many.
 */
export function doAddPasskey(
  app: Context,
  user: User,
  challenge: string,
  { name, ...answer }: Registration & { name: string },
): string[] | undefined {
  const party = findRelyingParty(app.config);
  const read = party && readRegistration(party, challenge, answer);
  if (!read || listPasskeys(app.db, user).length >= most.passkeys || findPasskey(app.db, read.credential_id)) {
    return undefined;
  }
  const codes = doTurnOn(app, user);
  const now = app.clock.now();
  app.db.run(
    `INSERT INTO passkeys (user_id, credential_id, public_key, sign_count, name, created_at, used_at)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
    user.id,
    read.credential_id,
    answer.public_key,
    read.sign_count,
    [...name.trim()].slice(0, most.name).join(''),
    now,
    now,
  );
  return codes;
}

/** What a login wants of a passkey. */
interface Wanted {
  /** A sealed key, which gives its time too. */
  challenge: string;
  /** Seconds for which the challenge is valid. */
  patience: number;
  /** Whose passkey it must be. Without a user it stands for the password too, so it has to know who uses it. */
  user?: User;
}

/** Uses a passkey. Returns the id of its user; undefined if the answer is wrong. Each challenge is answered once. */
export function doUsePasskey(
  app: Context,
  { challenge, patience, user }: Wanted,
  assertion: Assertion,
): number | undefined {
  const party = findRelyingParty(app.config);
  const passkey = findPasskey(app.db, assertion.credential_id);
  if (!party || !passkey || (user && user.id !== passkey.user_id)) return undefined;
  const said = readAssertion(party, challenge, passkey.public_key, assertion);
  const asked_at = expiryOf(challenge) - patience;
  if (!said || asked_at <= passkey.used_at || (!user && !said.isUserVerified)) return undefined;
  if (isCopy(said.sign_count, passkey.sign_count)) return undefined;
  app.db.run('UPDATE passkeys SET sign_count = ?, used_at = ? WHERE id = ?', said.sign_count, asked_at, passkey.id);
  return passkey.user_id;
}

/** Whether a counter, of an authenticator that counts, stands still or goes back. */
function isCopy(sign_count: number, former: number): boolean {
  return sign_count <= former && sign_count + former > 0;
}

export function doRemovePasskey({ db }: Context, { id }: User, passkey_id: number): void {
  db.run('DELETE FROM passkeys WHERE id = ? AND user_id = ?', passkey_id, id);
}

function findPasskey(db: Database, credential_id: Buffer): StoredPasskey | undefined {
  const sql = 'SELECT id, user_id, public_key, sign_count, used_at FROM passkeys WHERE credential_id = ?';
  return db.get(sql, credential_id);
}
