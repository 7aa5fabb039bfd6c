import type { Database } from '../db/database.ts';
import { type Audience, type Event, type EventSink, plainPublication } from './event.ts';

/** Stores the events of an admin command for the server that runs meanwhile, or that starts next. */
export class Outbox implements EventSink {
  #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  deliver({ event, audience }: { event?: Event; audience: Audience }): void {
    if (event) this.#db.run('INSERT INTO outbox (event) VALUES (?)', JSON.stringify({ event, audience }));
  }
}

/** Delivers the events that admin commands stored, and deletes them. */
export function deliverOutbox(db: Database, events: EventSink): void {
  const rows = db.all<{ id: number; event: string }>('SELECT id, event FROM outbox ORDER BY id');
  const last = rows.at(-1);
  if (!last) return;
  db.run('DELETE FROM outbox WHERE id <= ?', last.id);
  for (const row of rows) {
    const { event, audience } = JSON.parse(row.event) as { event: Event; audience: Audience };
    events.deliver(plainPublication(event, audience));
  }
}
