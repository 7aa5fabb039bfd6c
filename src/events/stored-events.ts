import { canMerge, heartbeat, listEvents, merge, type QueuedEvent } from './queued-event.ts';

/** The events that one client has not acknowledged yet. */
export interface Backlog {
  /**
   * One id after the other, from `first_id` on; undefined where an event was merged into the next, or was a heartbeat
   * that nobody needs any more.
   */
  events: (QueuedEvent | undefined)[];
  /** All events before it are acknowledged and gone. */
  first_id: number;
  /** Events up to this id were answered to a poll. */
  sent_id: number;
}

export function emptyBacklog(): Backlog {
  return { events: [], first_id: 0, sent_id: -1 };
}

/** The JSON list of what a poll gets. */
export function takeList(backlog: Backlog): string {
  const { json, last_id } = listEvents(backlog.events, backlog.first_id);
  backlog.sent_id = last_id;
  return json;
}

const bytesOfPlace = 12;

/** Puts events into the backlogs of clients and takes them out, and counts what they take of the memory. */
export class StoredEvents {
  #heartbeat = heartbeat();
  #bytes = 0;

  /** Bytes of all events as they lie in memory: shared texts once, and a place in each backlog. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Puts an event at the end, together with its predecessor where the two become one. */
  put(backlog: Backlog, event: QueuedEvent): void {
    this.#push(backlog, this.#mergeInto(backlog, event));
  }

  putHeartbeat(backlog: Backlog): void {
    this.#push(backlog, this.#heartbeat);
  }

  /** Takes over a backlog that comes filled. */
  adopt(backlog: Backlog): void {
    const { events } = backlog;
    backlog.events = [];
    for (const event of events) this.#push(backlog, event?.text === this.#heartbeat.text ? this.#heartbeat : event);
  }

  /** Takes the first events out. */
  forget(backlog: Backlog, count: number): void {
    const gone = backlog.events.splice(0, count);
    backlog.first_id += count;
    this.#bytes -= count * bytesOfPlace;
    for (const event of gone) if (event) this.#let(event);
    // An array that was long keeps its room.
    if (backlog.events.length === 0) backlog.events = [];
  }

  #mergeInto(backlog: Backlog, event: QueuedEvent): QueuedEvent {
    const last = backlog.events.at(-1);
    const isSent = backlog.sent_id === backlog.first_id + backlog.events.length - 1;
    // A heartbeat that was lost on its way is worth nothing beside a real event, and some clients drop such a batch.
    const isHeartbeat = last === this.#heartbeat;
    if (!last || !(isHeartbeat || (!isSent && canMerge(last, event)))) return event;
    backlog.events[backlog.events.length - 1] = undefined;
    this.#let(last);
    return isHeartbeat ? event : merge(last, event);
  }

  #push(backlog: Backlog, event: QueuedEvent | undefined): void {
    backlog.events.push(event);
    this.#bytes += bytesOfPlace;
    if (event && event.holders++ === 0) this.#bytes += bytesOf(event);
  }

  #let(event: QueuedEvent): void {
    if (--event.holders === 0) this.#bytes -= bytesOf(event);
  }
}

// Some characters take two bytes, and all characters of a text as many as the widest of them.
function bytesOf({ text }: QueuedEvent): number {
  return 2 * text.length;
}
