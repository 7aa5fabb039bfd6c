import { createHash } from 'node:crypto';
import type { Context } from '../context.ts';
import type { User } from '../users/user.ts';

/** The client's identification of a message that it sends: its event queue, and a local id. */
interface LocalName {
  queue_id: string;
  local_id: string;
}

/** Everything that a client said about a message. Only a request that says the same again is a repeated one. */
interface NamedRequest extends LocalName {
  [param: string]: unknown;
}

/** Seconds within which a client may repeat a request whose answer it did not get. */
const memory = 86_400;

/** The message that a user's client has sent by the same request within the last day. */
export function findSentId({ db, clock }: Context, user: User, request: NamedRequest): number | undefined {
  const sql = 'SELECT message_id FROM sent_names WHERE user_id = ? AND name_hash = ? AND sent_at > ?';
  return db.value<number>(sql, user.id, hashOf(request), clock.now() - memory);
}

/** Stores which message a client's request has sent, for a day. */
export function storeSentName({ db, clock }: Context, user: User, request: NamedRequest, message_id: number): void {
  db.run('DELETE FROM sent_names WHERE sent_at <= ?', clock.now() - memory);
  db.run(
    'INSERT INTO sent_names (user_id, name_hash, message_id, sent_at) VALUES (?, ?, ?, ?)',
    user.id,
    hashOf(request),
    message_id,
    clock.now(),
  );
}

// The names of all endpoints' parameters come in the order of their declaration.
function hashOf(request: NamedRequest): Buffer {
  return createHash('sha256').update(JSON.stringify(request)).digest();
}
