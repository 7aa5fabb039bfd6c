import type { Context } from '../context.ts';

/** Seconds for which posted mails are remembered: mail servers retry for five days. */
const memory = 6 * 86_400;
/** If there are more mails within that time, the oldest are forgotten. */
const mostMails = 100_000;

/** Whether the mail with this hash was posted within the last days. */
export function isPosted({ db, clock }: Context, hash: Buffer): boolean {
  const sql = 'SELECT 1 FROM posted_mails WHERE name_hash = ? AND posted_at > ?';
  return db.value<number>(sql, hash, clock.now() - memory) !== undefined;
}

/** Stores the hash of a posted mail. */
export function storePosted({ db, clock }: Context, hash: Buffer): void {
  const now = clock.now();
  db.run('DELETE FROM posted_mails WHERE posted_at <= ?', now - memory);
  const oldest = `SELECT name_hash FROM posted_mails ORDER BY posted_at LIMIT max(0,
    (SELECT count(*) FROM posted_mails) + 1 - ?)`;
  db.run(`DELETE FROM posted_mails WHERE name_hash IN (${oldest})`, mostMails);
  db.run('INSERT INTO posted_mails (name_hash, posted_at) VALUES (?, ?)', hash, now);
}
