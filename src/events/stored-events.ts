import { canMerge, heartbeat, listEvents, merge, type QueuedEvent, streamEvents } from './queued-event.ts';

/** The events that one client has not acknowledged. */
export interface Backlog {
  /**
   * Events with consecutive ids from `first_id`; undefined for an event merged into the next, and for an obsolete
   * heartbeat.
   */
  events: (QueuedEvent | undefined)[];
  /** All earlier events are acknowledged and removed. */
  first_id: number;
  /** Id of the last event sent to the client. */
  sent_id: number;
}

export function emptyBacklog(): Backlog {
  return { events: [], first_id: 0, sent_id: -1 };
}

/** The JSON list that answers a poll; updates `sent_id`. */
export function takeList(backlog: Backlog): string {
  const { json, last_id } = listEvents(backlog.events, backlog.first_id);
  backlog.sent_id = last_id;
  return json;
}

/** The next events that were not sent yet, as a part of a stream; updates `sent_id`. */
export function takeUnsent(backlog: Backlog): string {
  const sent = Math.max(0, backlog.sent_id + 1 - backlog.first_id);
  const { text, last_id } = streamEvents(backlog.events, backlog.first_id, sent);
  backlog.sent_id = last_id;
  return text;
}

const bytesOfPlace = 12;

/** Adds events to the clients' backlogs, removes them, and counts their memory. */
export class StoredEvents {
  #heartbeat = heartbeat();
  #bytes = 0;

  /** Bytes of all events in memory: each shared text once, and an entry in each backlog. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Appends an event, merged with the previous one where possible. */
  put(backlog: Backlog, event: QueuedEvent): void {
    this.#push(backlog, this.#mergeInto(backlog, event));
  }

  putHeartbeat(backlog: Backlog): void {
    this.#push(backlog, this.#heartbeat);
  }

  /** Counts a backlog that already holds events. */
  adopt(backlog: Backlog): void {
    const { events } = backlog;
    backlog.events = [];
    for (const event of events) this.#push(backlog, event?.text === this.#heartbeat.text ? this.#heartbeat : event);
  }

  /** Removes the first events. */
  forget(backlog: Backlog, count: number): void {
    const gone = backlog.events.splice(0, count);
    backlog.first_id += count;
    this.#bytes -= count * bytesOfPlace;
    for (const event of gone) if (event) this.#let(event);
    // An emptied array keeps its capacity.
    if (backlog.events.length === 0) backlog.events = [];
  }

  #mergeInto(backlog: Backlog, event: QueuedEvent): QueuedEvent {
    const last = backlog.events.at(-1);
    const isSent = backlog.sent_id === backlog.first_id + backlog.events.length - 1;
    // A lost heartbeat is useless beside a real event, and some clients drop such a batch.
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

// An upper bound: one character above Latin-1 makes all characters of a text take two bytes.
function bytesOf({ text }: QueuedEvent): number {
  return 2 * text.length;
}
