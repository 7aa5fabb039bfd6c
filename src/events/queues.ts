import { randomUUID } from 'node:crypto';
import type { Clock } from '../clock.ts';
import { errorKind } from '../http/errors.ts';
import type { EventSink, NarrowTerm, Profile, Publication } from './event.ts';

export const badEventQueueId = errorKind<{ queue_id: string }>('Bad event queue ID: {queue_id}', {
  code: 'BAD_EVENT_QUEUE_ID',
  extra: ({ queue_id }) => ({ queue_id }),
});
export const eventPruned = errorKind<{ id: number }>('An event newer than {id} has already been pruned!');
export const eventNotInQueue = errorKind<{ id: number }>('Event {id} was not in this queue');

/** What a client asked for when it registered its queue. */
export interface QueueOptions extends Profile {
  /** Undefined: every type. */
  event_types: ReadonlySet<string> | undefined;
  all_public_streams: boolean;
  narrow: readonly NarrowTerm[];
  /** Seconds without a poll after which the queue is dropped. */
  lifespan: number;
}

interface Entry {
  id: number;
  type: string;
  text: string;
}

/** The events one client has not acknowledged yet, and its waiting poll. */
export interface Queue extends QueueOptions {
  readonly id: string;
  entries: Entry[];
  next_id: number;
  /** Events up to this id are acknowledged and gone. */
  pruned_id: number;
  /** Answers the waiting poll with the JSON list of events. */
  answer: ((events: string) => void) | undefined;
  /** When the waiting poll gets a heartbeat, or the queue without one expires; monotonic milliseconds. */
  deadline: number;
}

const heartbeatSeconds = { least: 45, spread: 10 };
const maximumEntries = 20_000;
const wakeSlice = 1000;

/** The event queues of all connected clients, in memory. */
export class EventQueues implements EventSink {
  #clock: Clock;
  #queues = new Map<string, Queue>();
  #byUser = new Map<number, Set<Queue>>();
  #byChannel = new Map<number, Set<Queue>>();
  #ofAllPublic = new Set<Queue>();
  #toWake = new Set<Queue>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Number of queues. */
  get size(): number {
    return this.#queues.size;
  }

  /** Opens a queue for a client who is subscribed to the given channels. */
  register(options: QueueOptions, channel_ids: readonly number[]): Queue {
    const queue: Queue = {
      ...options,
      id: randomUUID(),
      entries: [],
      next_id: 0,
      pruned_id: -1,
      answer: undefined,
      deadline: this.#clock.monotonic() + options.lifespan * 1000,
    };
    this.#queues.set(queue.id, queue);
    addTo(this.#byUser, queue.user_id, queue);
    for (const channel_id of channel_ids) addTo(this.#byChannel, channel_id, queue);
    if (queue.all_public_streams) this.#ofAllPublic.add(queue);
    return queue;
  }

  /** A user's own queue. Throws badEventQueueId. */
  access(queue_id: string, user_id: number): Queue {
    const queue = this.#queues.get(queue_id);
    if (queue?.user_id !== user_id) throw badEventQueueId({ queue_id });
    return queue;
  }

  /** Ends a queue and its waiting poll. */
  delete(queue: Queue): void {
    this.#queues.delete(queue.id);
    this.#toWake.delete(queue);
    this.#ofAllPublic.delete(queue);
    removeFrom(this.#byUser, queue.user_id, queue);
    for (const channel_id of this.#byChannel.keys()) removeFrom(this.#byChannel, channel_id, queue);
    this.#answer(queue, []);
  }

  /** Whether a user has a client that hears of events. */
  isOnline(user_id: number): boolean {
    return this.#byUser.has(user_id);
  }

  /** Ends every queue of a user, as when the account is deactivated. */
  deleteOfUser(user_id: number): void {
    for (const queue of [...(this.#byUser.get(user_id) ?? [])]) this.delete(queue);
  }

  /** Ends those queues of a user that get the messages of all public channels. */
  deletePublicOfUser(user_id: number): void {
    for (const queue of [...(this.#byUser.get(user_id) ?? [])]) if (queue.all_public_streams) this.delete(queue);
  }

  /**
   * Acknowledges the events up to `last_event_id` and returns the JSON list of those after it. Throws eventPruned or
   * eventNotInQueue for an id that makes no sense, having changed nothing.
   */
  acknowledge(queue: Queue, last_event_id: number): string {
    if (last_event_id < queue.pruned_id) throw eventPruned({ id: last_event_id });
    if (last_event_id >= queue.next_id) throw eventNotInQueue({ id: last_event_id });
    queue.entries = queue.entries.filter((entry) => entry.id > last_event_id);
    queue.pruned_id = last_event_id;
    if (!queue.answer) this.#touch(queue);
    return eventList(queue.entries);
  }

  /** Whether a poll would be answered at once. */
  hasEvents(queue: Queue): boolean {
    return queue.entries.length > 0;
  }

  /** Waits for the next event. A poll that was waiting already is ended. Returns how to give up. */
  wait(queue: Queue, answer: (events: string) => void): () => void {
    this.#answer(queue, []);
    queue.answer = answer;
    const seconds = heartbeatSeconds.least + Math.random() * heartbeatSeconds.spread;
    queue.deadline = this.#clock.monotonic() + seconds * 1000;
    return () => {
      if (queue.answer !== answer) return;
      queue.answer = undefined;
      this.#touch(queue);
    };
  }

  deliver(publication: Publication): void {
    this.#followSubscriptions(publication);
    for (const queue of this.#audience(publication)) {
      if (wants(queue, publication)) this.#enqueue(queue, publication);
    }
  }

  /** Sends heartbeats and drops expired queues; called every second. */
  sweep(): void {
    const now = this.#clock.monotonic();
    for (const queue of [...this.#queues.values()]) {
      if (queue.deadline > now) continue;
      if (!queue.answer) {
        this.delete(queue);
        continue;
      }
      // Events that are about to wake the poll anyway say that the connection lives.
      if (queue.entries.length === 0) {
        const id = queue.next_id++;
        queue.entries.push({ id, type: 'heartbeat', text: `{"type":"heartbeat","id":${id}}` });
      }
      this.#answer(queue, queue.entries);
    }
  }

  /** Answers every waiting poll with no events, for a server that stops. */
  release(): void {
    for (const queue of this.#queues.values()) this.#answer(queue, []);
  }

  #audience({ audience }: Publication): Iterable<Queue> {
    if (audience === 'everyone') return this.#queues.values();
    if ('user_ids' in audience) {
      return audience.user_ids.flatMap((user_id) => [...(this.#byUser.get(user_id) ?? [])]);
    }
    const subscribers = this.#byChannel.get(audience.channel_id) ?? [];
    if (!audience.is_public || this.#ofAllPublic.size === 0) return subscribers;
    return new Set([...subscribers, ...this.#ofAllPublic]);
  }

  #enqueue(queue: Queue, publication: Publication): void {
    if (queue.entries.length >= maximumEntries) {
      this.delete(queue);
      return;
    }
    const id = queue.next_id++;
    const personal = publication.personalFields?.(queue, queue.id) ?? '';
    // A heartbeat that was lost on its way is worth nothing beside a real event, and some clients drop such a batch.
    if (queue.entries.at(-1)?.type === 'heartbeat') queue.entries.pop();
    queue.entries.push({ id, type: publication.type, text: `{${publication.fields(queue)},${personal}"id":${id}}` });
    if (!queue.answer) return;
    if (this.#toWake.size === 0) setImmediate(() => this.#wake());
    this.#toWake.add(queue);
  }

  // In slices, so that waking thousands of clients does not keep other requests waiting.
  #wake(): void {
    let count = 0;
    for (const queue of this.#toWake) {
      if (count++ === wakeSlice) {
        setImmediate(() => this.#wake());
        return;
      }
      this.#toWake.delete(queue);
      this.#answer(queue, queue.entries);
    }
  }

  #answer(queue: Queue, entries: readonly Entry[]): void {
    const { answer } = queue;
    if (!answer) return;
    queue.answer = undefined;
    this.#touch(queue);
    answer(eventList(entries));
  }

  #touch(queue: Queue): void {
    queue.deadline = this.#clock.monotonic() + queue.lifespan * 1000;
  }

  #followSubscriptions({ event, audience }: Publication): void {
    if (event?.type !== 'subscription' || !('subscriptions' in event)) return;
    if (audience === 'everyone' || !('user_ids' in audience)) return;
    const change = event.op === 'add' ? addTo : removeFrom;
    for (const user_id of audience.user_ids) {
      for (const queue of this.#byUser.get(user_id) ?? []) {
        for (const { stream_id } of event.subscriptions) change(this.#byChannel, stream_id, queue);
      }
    }
  }
}

function wants(queue: Queue, publication: Publication): boolean {
  if (queue.event_types && !queue.event_types.has(publication.type)) return false;
  if (publication.accepts?.(queue) === false) return false;
  // Clients that know user_topic need not hear the same twice.
  if (publication.type === 'muted_topics' && queue.event_types?.has('user_topic')) return false;
  return queue.narrow.length === 0 || (publication.matches?.(queue.narrow, queue) ?? true);
}

function eventList(entries: readonly Entry[]): string {
  if (entries.length === 1) return `[${entries[0]?.text}]`;
  return `[${entries.map((entry) => entry.text).join(',')}]`;
}

function addTo(index: Map<number, Set<Queue>>, key: number, queue: Queue): void {
  const set = index.get(key);
  if (set) set.add(queue);
  else index.set(key, new Set([queue]));
}

function removeFrom(index: Map<number, Set<Queue>>, key: number, queue: Queue): void {
  const set = index.get(key);
  if (!set?.delete(queue)) return;
  if (set.size === 0) index.delete(key);
}
