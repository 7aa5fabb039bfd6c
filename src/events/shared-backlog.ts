import type { QueuedEvent } from './queued-event.ts';
import { type Backlog, emptyBacklog, type StoredEvents } from './stored-events.ts';

/**
 * One list of events for all equal queues that have not been polled yet. A queue holds the end of the list, from the
 * first event after its registration. Its first poll moves these events out.
 */
export class SharedBacklog<Queue extends Backlog> {
  #stored: StoredEvents;
  #list: Backlog = emptyBacklog();
  /** Where the part of each queue begins, in ascending order. */
  #starts = new Map<Queue, number>();

  constructor(stored: StoredEvents) {
    this.#stored = stored;
  }

  /** The queues that share the list, oldest first. */
  get queues(): Iterable<Queue> {
    return this.#starts.keys();
  }

  get size(): number {
    return this.#starts.size;
  }

  add(queue: Queue): void {
    this.#starts.set(queue, this.#end);
  }

  /** Appends an event for all queues. */
  put(event: QueuedEvent): void {
    if (this.#starts.size > 0) this.#stored.append(this.#list, event);
  }

  has(queue: Queue): boolean {
    return this.#starts.has(queue);
  }

  /** The events of a queue. */
  eventsOf(queue: Queue): Backlog['events'] {
    return this.#list.events.slice(this.#list.events.length - this.countOf(queue));
  }

  countOf(queue: Queue): number {
    return this.#end - (this.#starts.get(queue) ?? this.#end);
  }

  /** Number of events that the oldest queue holds. */
  get longest(): number {
    return this.#list.events.length;
  }

  /** Moves the events of a queue into a backlog of its own. */
  take(queue: Queue): void {
    for (const event of this.eventsOf(queue)) if (event) this.#stored.put(queue, event);
    this.remove(queue);
  }

  remove(queue: Queue): void {
    this.#starts.delete(queue);
    const [first = this.#end] = this.#starts.values();
    if (first > this.#list.first_id) this.#stored.forget(this.#list, first - this.#list.first_id);
  }

  get #end(): number {
    return this.#list.first_id + this.#list.events.length;
  }
}
