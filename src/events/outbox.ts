import type { Database } from '../db/database.ts';
import { type Audience, type Clients, type Event, type EventSink, plainPublication } from './event.ts';

/** The operations of an admin command on the clients of a user. */
type Disconnection = 'deleteOfUser' | 'deletePublicOfUser' | 'endPollsOfUser';

type Stored = { event: Event; audience: Audience } | { clients: Disconnection; user_id: number };

/**
 * Stores the events and disconnections of an admin command. The server delivers them, at once if it is running, or when
 * it next starts.
 */
export class Outbox implements EventSink, Clients {
  readonly size = 0;
  #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  deliver({ event, audience }: { event?: Event; audience: Audience }): void {
    if (event) this.#store({ event, audience });
  }

  isOnline(): boolean {
    return false;
  }

  reaches(): boolean {
    return true;
  }

  listReachedIds(): undefined {}

  deleteOfUser(user_id: number): void {
    this.#store({ clients: 'deleteOfUser', user_id });
  }

  deletePublicOfUser(user_id: number): void {
    this.#store({ clients: 'deletePublicOfUser', user_id });
  }

  endPollsOfUser(user_id: number): void {
    this.#store({ clients: 'endPollsOfUser', user_id });
  }

  #store(stored: Stored): void {
    this.#db.run('INSERT INTO outbox (event) VALUES (?)', JSON.stringify(stored));
  }
}

/** Delivers the stored events and disconnections of admin commands, in order, and deletes them. */
export function deliverOutbox(db: Database, queues: EventSink & Pick<Clients, Disconnection>): void {
  const rows = db.all<{ id: number; event: string }>('SELECT id, event FROM outbox ORDER BY id');
  const last = rows.at(-1);
  if (!last) return;
  db.run('DELETE FROM outbox WHERE id <= ?', last.id);
  for (const row of rows) {
    const stored = JSON.parse(row.event) as Stored;
    if ('clients' in stored) queues[stored.clients](stored.user_id);
    else queues.deliver(plainPublication(stored.event, stored.audience));
  }
}
