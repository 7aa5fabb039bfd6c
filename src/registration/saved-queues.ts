import { version } from '../assets.ts';
import type { Context } from '../context.ts';
import { listSubscribedChannelIds } from '../conversations/channel.ts';
import type { Database } from '../db/database.ts';
import type { QueueOptions, QuietQueue } from '../events/queue.ts';
import { heartbeat, isOnlyForMemory, type QueuedEvent } from '../events/queued-event.ts';
import { findUser } from '../users/user.ts';
import type { ServesQueues } from './client.ts';

interface SavedQueue {
  id: string;
  user_id: number;
  options: string;
  first_id: number;
  sent_id: number;
  events: string;
  seconds_left: number;
  saved_at: number;
  saved_by: string;
}

interface SavedEvent {
  id: number;
  text: string;
  merge_key: string | null;
}

type Saving = Pick<Context, 'db' | 'clock'> & ServesQueues;

/** A client that was silent for this part of its queue's lifespan has gone. */
const longestSilence = 1 / 5;
/** Limit for the events of all saved queues together, because the next start waits while they are read. */
const mostBytes = 2 * 1024 * 1024;
/** Takes the place of an event that is not saved, whose id the client may have. */
const nothing = heartbeat();
/** Of an event's id in the list of a queue. */
const bytesOfId = 6;

/**
 * Saves the queues of a stopping server, except those of clients that have gone. They are valid only for the database's
 * state at this moment. Beyond the limit of bytes, the clients that polled last keep theirs.
 */
export function saveQueues({ db, clock, queues }: Saving): void {
  const present = [...queues.list()].filter((queue) => silence(queue) <= queue.lifespan * longestSilence);
  present.sort((one, other) => silence(one) - silence(other));
  db.transaction(() => {
    const saved_at = clock.now();
    const ids = new Map<QueuedEvent, number>();
    let room = mostBytes;
    for (const queue of present) {
      const bytes = bytesOf(queue, ids);
      if (bytes > room) continue;
      room -= bytes;
      saveQueue(db, queue, listEventIds(db, queue, ids), saved_at);
    }
  });
}

/**
 * Restores the queues that this version of chatd saved for users who are still active, and that have not expired. Deletes
 * all others. Returns the time of the save in UNIX seconds; undefined if no queue is restored.
 */
export function restoreQueues({ db, clock, queues }: Saving): number | undefined {
  const { saved, events } = takeSaved(db, clock.now());
  const known = new Map(events.map((event) => [event.id, readEvent(event)]));
  const restored = saved.filter((queue) => findUser(db, queue.user_id)?.is_active);
  for (const queue of restored) {
    const channel_ids = listSubscribedChannelIds(db, queue.user_id);
    queues.restore(readQueue(queue, known, clock.now()), channel_ids);
  }
  return restored[0]?.saved_at;
}

/** Seconds since the last poll. */
function silence({ lifespan, seconds_left }: QuietQueue): number {
  return lifespan - seconds_left;
}

/** Of a queue's events, each counted with the first queue that holds it. */
function bytesOf({ events }: QuietQueue, ids: ReadonlyMap<QueuedEvent, number>): number {
  const fresh = events.map((event) => (event && !ids.has(event) ? event.text.length : 0));
  return fresh.reduce((sum, bytes) => sum + bytes, events.length * bytesOfId);
}

function saveQueue(db: Database, queue: QuietQueue, event_ids: (number | null)[], saved_at: number): void {
  const { id, user_id, first_id, sent_id, events: _, seconds_left, ...options } = queue;
  const event_types = options.event_types && [...options.event_types];
  db.run(
    `INSERT INTO saved_queues (id, user_id, options, first_id, sent_id, events, seconds_left, saved_at, saved_by)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    id,
    user_id,
    JSON.stringify({ ...options, event_types }),
    first_id,
    sent_id,
    JSON.stringify(event_ids),
    seconds_left,
    saved_at,
    version,
  );
}

/** The ids of a queue's events. Saves those that no earlier queue holds. */
function listEventIds(db: Database, { events }: QuietQueue, ids: Map<QueuedEvent, number>): (number | null)[] {
  return events.map((event) => {
    if (!event) return null;
    const kept = isOnlyForMemory(event) ? nothing : event;
    const known = ids.get(kept);
    if (known !== undefined) return known;
    const id = ids.size + 1;
    ids.set(kept, id);
    db.run('INSERT INTO saved_events (id, text, merge_key) VALUES (?, ?, ?)', id, kept.text, kept.merge_key ?? null);
    return id;
  });
}

/** Deletes the rows as it reads them, so that they are never restored twice. */
function takeSaved(db: Database, now: number): { saved: SavedQueue[]; events: SavedEvent[] } {
  return db.transaction(() => {
    const valid = 'SELECT * FROM saved_queues WHERE saved_by = ? AND saved_at + seconds_left > ?';
    const saved = db.all<SavedQueue>(valid, version, now);
    const events = saved.length > 0 ? db.all<SavedEvent>('SELECT * FROM saved_events') : [];
    // Even of an empty table, a deletion writes a page, which the start would wait for.
    if (db.value('SELECT 1 FROM saved_queues LIMIT 1') !== undefined) {
      db.run('DELETE FROM saved_queues');
      db.run('DELETE FROM saved_events');
    }
    return { saved, events };
  });
}

function readEvent({ text, merge_key }: SavedEvent): QueuedEvent {
  return { text, merge_key: merge_key ?? undefined, holders: 0 };
}

function readQueue(saved: SavedQueue, known: ReadonlyMap<number, QueuedEvent>, now: number): QuietQueue {
  const { id, user_id, first_id, sent_id, saved_at } = saved;
  const options = JSON.parse(saved.options) as QueueOptions & { event_types?: string[] };
  const events = (JSON.parse(saved.events) as (number | null)[]).map((event_id) => known.get(event_id ?? 0));
  const event_types = options.event_types && new Set(options.event_types);
  // A clock set back must not extend a queue's life.
  const seconds_left = saved.seconds_left - Math.max(0, now - saved_at);
  return { ...options, event_types, id, user_id, first_id, sent_id, events, seconds_left };
}
