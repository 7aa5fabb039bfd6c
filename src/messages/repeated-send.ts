import { createHash } from 'node:crypto';
import type { Context } from '../context.ts';
import type { User } from '../users/user.ts';

/** The client's identification of a message that it sends: its event queue, and a local id. */
export interface LocalName {
  queue_id: string;
  local_id: string;
}

/** Seconds within which a client may repeat a request whose answer it did not get. */
const memory = 3600;

/** The message that a user's client has sent under a name within the last hour. */
export function findSentId({ db, clock }: Context, user: User, name: LocalName): number | undefined {
  const sql = 'SELECT message_id FROM sent_names WHERE user_id = ? AND name_hash = ? AND sent_at > ?';
  return db.value<number>(sql, user.id, hashOf(name), clock.now() - memory);
}

/** Stores the client's name of a message for an hour. */
export function storeSentName({ db, clock }: Context, user: User, name: LocalName, message_id: number): void {
  db.run('DELETE FROM sent_names WHERE sent_at <= ?', clock.now() - memory);
  db.run(
    'INSERT INTO sent_names (user_id, name_hash, message_id, sent_at) VALUES (?, ?, ?, ?)',
    user.id,
    hashOf(name),
    message_id,
    clock.now(),
  );
}

function hashOf({ queue_id, local_id }: LocalName): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([queue_id, local_id]))
    .digest();
}
