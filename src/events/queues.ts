import { randomUUID } from 'node:crypto';
import type { Clock } from '../ground/clock.ts';
import { errorKind } from '../http/errors.ts';
import type { Clients, EventSink, Publication } from './event.ts';
import { OnlineUsers } from './online-users.ts';
import { type QueuedEvent, queuedForms } from './queued-event.ts';
import { type Backlog, emptyBacklog, StoredEvents, takeList } from './stored-events.ts';
import { type Wishes, wants } from './wishes.ts';

const lostQueue = { code: 'BAD_EVENT_QUEUE_ID', extra: ({ queue_id }: { queue_id: string }) => ({ queue_id }) };
export const badEventQueueId = errorKind<{ queue_id: string }>('Bad event queue ID: {queue_id}', lostQueue);
/**
 * The same error with the text that the terminal client expects: it ignores the code and registers again only after
 * this text.
 */
export const badEventQueueIdForTerminal = errorKind<{ queue_id: string }>('Bad event queue id: {queue_id}', lostQueue);
export const eventPruned = errorKind<{ id: number }>('An event newer than {id} has already been pruned!');
export const eventNotInQueue = errorKind<{ id: number }>('Event {id} was not in this queue');

/** A client's registration. */
export interface QueueOptions extends Wishes {
  /** Seconds without a poll after which the queue is deleted. */
  lifespan: number;
}

/** The events that a client has not acknowledged, and its waiting poll. */
export interface Queue extends QueueOptions, Backlog {
  readonly id: string;
  /** Answers the waiting poll with the JSON list of events. */
  answer: ((events: string) => void) | undefined;
  /** Time of the waiting poll's heartbeat or, without a poll, of the queue's expiry; monotonic milliseconds. */
  deadline: number;
}

/** A queue without a waiting poll, independent of the process that serves it. */
export interface QuietQueue extends QueueOptions, Backlog {
  readonly id: string;
  /** Seconds until it expires without a poll. */
  seconds_left: number;
}

const heartbeatSeconds = { least: 45, spread: 10 };
const mostEvents = 20_000;
const mostQueuesOfUser = 500;
/** Limit for the events of all queues together. */
const mostBytes = 128 * 1024 * 1024;
/** Answer at most this many polls without a pause; pausing costs time too. */
const wakeAtOnce = 1000;
/** If more polls wait, answer this many between two pauses. */
const wakeSlice = 200;

/** The event queues of all connected clients, in memory while the server runs. */
export class EventQueues implements Clients, EventSink {
  #clock: Clock;
  #onDelivery: (publication: Publication) => void;
  #queues = new Map<string, Queue>();
  #online = new OnlineUsers<Queue>();
  #ofAllPublic = new Set<Queue>();
  #toWake = new Set<Queue>();
  #stored = new StoredEvents();
  /** Number of events published so far. */
  published = 0;

  /** `onDelivery` runs before an event enters the queues. */
  constructor(clock: Clock, onDelivery: (publication: Publication) => void = () => {}) {
    this.#clock = clock;
    this.#onDelivery = onDelivery;
  }

  /** Number of queues. */
  get size(): number {
    return this.#queues.size;
  }

  /** Numbers of queues, of users and channels in the indexes, and of bytes of events in memory. */
  get sizes(): { queues: number; users: number; channels: number; bytes: number } {
    return { queues: this.#queues.size, ...this.#online.sizes, bytes: this.#stored.bytes };
  }

  /**
   * Creates a queue for a client; `channel_ids` are the user's subscriptions. A user at the limit loses the queue
   * polled longest ago.
   */
  register(options: QueueOptions, channel_ids: readonly number[]): Queue {
    this.#deleteSurplus(options.user_id);
    const quiet = { ...options, id: randomUUID(), ...emptyBacklog(), seconds_left: options.lifespan };
    return this.#add(quiet, channel_ids);
  }

  /** Recreates a queue that `list` returned. */
  restore(quiet: QuietQueue, channel_ids: readonly number[]): void {
    this.#stored.adopt(this.#add(quiet, channel_ids));
  }

  /** All queues, in the state that they have without a waiting poll. */
  *list(): Iterable<QuietQueue> {
    for (const queue of this.#queues.values()) {
      const { answer, deadline, ...quiet } = queue;
      yield { ...quiet, seconds_left: answer ? queue.lifespan : (deadline - this.#clock.monotonic()) / 1000 };
    }
  }

  /** A user's own queue. Throws badEventQueueId, or the given kind. */
  access(queue_id: string, user_id: number, refusal = badEventQueueId): Queue {
    const queue = this.#queues.get(queue_id);
    if (queue?.user_id !== user_id) throw refusal({ queue_id });
    return queue;
  }

  /** Deletes a queue and ends its waiting poll. */
  delete(queue: Queue): void {
    this.#queues.delete(queue.id);
    this.#toWake.delete(queue);
    this.#ofAllPublic.delete(queue);
    this.#online.remove(queue.user_id, queue);
    this.#stored.forget(queue, queue.events.length);
    this.#answer(queue);
  }

  /** Whether a user has a queue. */
  isOnline(user_id: number): boolean {
    return this.#online.has(user_id);
  }

  reaches(user_id: number): boolean {
    return this.isOnline(user_id);
  }

  listReachedIds(): number[] {
    return this.#online.listIds();
  }

  /** Deletes every queue of a user, for instance after deactivation. */
  deleteOfUser(user_id: number): void {
    for (const queue of this.#online.clientsOf(user_id)) this.delete(queue);
  }

  /** Deletes the queues of a user that receive the messages of all public channels. */
  deletePublicOfUser(user_id: number): void {
    for (const queue of this.#online.clientsOf(user_id)) if (queue.all_public_streams) this.delete(queue);
  }

  /** Ends the waiting polls of a user and keeps the queues; the next poll must authenticate again. */
  endPollsOfUser(user_id: number): void {
    for (const queue of this.#online.clientsOf(user_id)) this.#endPoll(queue);
  }

  /**
   * Acknowledges the events up to `last_event_id` and returns the JSON list of later ones. Throws eventPruned or
   * eventNotInQueue for an id outside the queue, and changes nothing.
   */
  acknowledge(queue: Queue, last_event_id: number): string {
    const count = last_event_id + 1 - queue.first_id;
    if (count < 0) throw eventPruned({ id: last_event_id });
    if (count > queue.events.length) throw eventNotInQueue({ id: last_event_id });
    this.#stored.forget(queue, count);
    if (!queue.answer) this.#touch(queue);
    return takeList(queue);
  }

  /** Whether a poll would be answered at once. */
  hasEvents(queue: Queue): boolean {
    return queue.events.length > 0;
  }

  /**
   * Waits for the next event, and ends a poll that is already waiting. Answers at once if an event arrived since the
   * poll looked for events, or if the queue was deleted. Returns a function that cancels the wait.
   */
  wait(queue: Queue, answer: (events: string) => void): () => void {
    this.#endPoll(queue);
    if (this.hasEvents(queue) || !this.#queues.has(queue.id)) {
      answer(takeList(queue));
      return () => {};
    }
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
    this.published++;
    this.#onDelivery(publication);
    this.#followSubscriptions(publication);
    const queues = this.#audience(publication).filter((queue) => wants(queue, publication));
    if (queues.length === 0) return;
    const formFor = queuedForms(publication, queues);
    for (const queue of queues) {
      this.#enqueue(queue, queue.id === publication.own_queue_id ? formFor(queue, queue.id) : formFor(queue));
    }
    if (this.#stored.bytes > mostBytes) this.#makeRoom();
  }

  /** Sends heartbeats and deletes expired queues; called every second. */
  sweep(): void {
    const now = this.#clock.monotonic();
    for (const queue of this.#queues.values()) {
      if (queue.deadline > now) continue;
      if (!queue.answer) {
        this.delete(queue);
        continue;
      }
      // Events about to answer the poll replace the heartbeat.
      if (queue.events.length === 0) this.#stored.putHeartbeat(queue);
      this.#wakeSoon(queue);
    }
  }

  /** Answers every waiting poll with an empty list, before the server stops. */
  release(): void {
    for (const queue of this.#queues.values()) this.#endPoll(queue);
  }

  #add({ seconds_left, ...rest }: QuietQueue, channel_ids: readonly number[]): Queue {
    const deadline = this.#clock.monotonic() + seconds_left * 1000;
    const queue: Queue = { ...rest, answer: undefined, deadline };
    this.#queues.set(queue.id, queue);
    this.#online.add(queue.user_id, queue, channel_ids);
    if (queue.all_public_streams) this.#ofAllPublic.add(queue);
    return queue;
  }

  #audience({ audience }: Publication): Queue[] {
    if (audience === 'everyone') return [...this.#queues.values()];
    if ('user_ids' in audience) return this.#online.clientsOfAll(audience.user_ids);
    const { channel_id, is_public, other_ids = [] } = audience;
    const there = this.#online.clientsIn(channel_id);
    const others = new Set(this.#online.clientsOfAll(other_ids));
    if (is_public) for (const queue of this.#ofAllPublic) others.add(queue);
    if (others.size === 0) return there;
    for (const queue of there) others.delete(queue);
    return [...there, ...others];
  }

  #enqueue(queue: Queue, event: QueuedEvent): void {
    if (queue.events.length >= mostEvents) {
      this.delete(queue);
      return;
    }
    this.#stored.put(queue, event);
    if (queue.answer) this.#wakeSoon(queue);
  }

  /** Deletes the queues polled longest ago until a quarter of the memory limit is free. */
  #makeRoom(): void {
    const filled = [...this.#queues.values()].filter(({ answer, events }) => !answer && events.length > 0);
    for (const queue of filled.sort((one, other) => lastPolled(one) - lastPolled(other))) {
      if (this.#stored.bytes <= mostBytes * 0.75) return;
      this.delete(queue);
    }
  }

  #deleteSurplus(user_id: number): void {
    const [first, ...others] = this.#online.clientsOf(user_id);
    if (!first || others.length + 1 < mostQueuesOfUser) return;
    this.delete(others.reduce((least, queue) => (isIdler(queue, least) ? queue : least), first));
  }

  #wakeSoon(queue: Queue): void {
    if (this.#toWake.size === 0) setImmediate(() => this.#wake());
    this.#toWake.add(queue);
  }

  // Thousands of polls are answered in slices, so that other requests need not wait for all of them.
  #wake(slice = this.#toWake.size > wakeAtOnce ? wakeSlice : wakeAtOnce, queues = this.#toWake.values()): void {
    for (let count = 0; count < slice; count++) {
      const { value: queue } = queues.next();
      if (!queue) return;
      this.#toWake.delete(queue);
      this.#answer(queue);
    }
    setImmediate(() => this.#wake(slice, queues));
  }

  #answer(queue: Queue): void {
    if (queue.answer) this.#reply(queue, takeList(queue));
  }

  /** Answers a waiting poll with an empty list. */
  #endPoll(queue: Queue): void {
    if (queue.answer) this.#reply(queue, '[]');
  }

  #reply(queue: Queue, list: string): void {
    const { answer } = queue;
    queue.answer = undefined;
    this.#touch(queue);
    answer?.(list);
  }

  #touch(queue: Queue): void {
    queue.deadline = this.#clock.monotonic() + queue.lifespan * 1000;
  }

  #followSubscriptions({ event, audience }: Publication): void {
    if (event?.type !== 'subscription' || !('subscriptions' in event)) return;
    if (audience === 'everyone' || !('user_ids' in audience)) return;
    for (const user_id of audience.user_ids) {
      for (const { stream_id } of event.subscriptions) this.#online.follow(event.op, user_id, stream_id);
    }
  }
}

/** Whether a queue was polled longer ago; one without a waiting poll counts before all others. */
function isIdler(queue: Queue, other: Queue): boolean {
  if ((queue.answer === undefined) !== (other.answer === undefined)) return queue.answer === undefined;
  return lastPolled(queue) < lastPolled(other);
}

/** The time of the last poll of a queue without a waiting poll; monotonic milliseconds. */
function lastPolled({ deadline, lifespan }: Queue): number {
  return deadline - lifespan * 1000;
}
