import type { Context } from '../context.ts';
import type { Database } from '../db/database.ts';
import type { User } from './user.ts';

/**
 * The state of an account that ends the links granted to it when it changes: password, address, role, and the number
 * of revocations. A deactivation is a revocation, so a reactivation does not bring them back.
 */
export function accountState({ db }: Pick<Context, 'db'>, { id }: User): string {
  const account = db.get('SELECT password_hash, email, role FROM users WHERE id = ?', id);
  return JSON.stringify([account, countRevocations(db, id)]);
}

/** The number of times that everything granted to a user was revoked. */
export function countRevocations(db: Database, user_id: number): number {
  return db.value<number>('SELECT generation FROM mail_generations WHERE user_id = ?', user_id) ?? 0;
}

/** Ends the links and mail addresses that were granted to a user. */
export function storeRevocation(db: Database, { id }: User): void {
  db.run(
    `INSERT INTO mail_generations (user_id, generation) VALUES (?, 1)
     ON CONFLICT (user_id) DO UPDATE SET generation = generation + 1`,
    id,
  );
}
