import { randomUUID } from 'node:crypto';
import type { Clock } from '../ground/clock.ts';
import type { Sink, SinkFollower } from '../http/endpoint.ts';
import { errorKind } from '../http/errors.ts';
import type { Clients, EventSink, Publication } from './event.ts';
import { OnlineUsers } from './online-users.ts';
import { type Outlet, Poll, Stream } from './outlet.ts';
import { isIdler, lastPolled, type Queue, type QueueOptions, type QuietQueue } from './queue.ts';
import { type QueuedEvent, queuedForms } from './queued-event.ts';
import { emptyBacklog, StoredEvents, takeList } from './stored-events.ts';
import { Wakes } from './wakes.ts';
import { wants } from './wishes.ts';

const lostQueue = { code: 'BAD_EVENT_QUEUE_ID', extra: ({ queue_id }: { queue_id: string }) => ({ queue_id }) };
export const badEventQueueId = errorKind<{ queue_id: string }>('Bad event queue ID: {queue_id}', lostQueue);
/**
 * The same error with the text that the terminal client expects: it ignores the code and registers again only after
 * this text.
 */
export const badEventQueueIdForTerminal = errorKind<{ queue_id: string }>('Bad event queue id: {queue_id}', lostQueue);
export const eventPruned = errorKind<{ id: number }>('An event newer than {id} has already been pruned!');
export const eventNotInQueue = errorKind<{ id: number }>('Event {id} was not in this queue');

const heartbeatSeconds = { least: 45, spread: 10 };
/** A client that was not heard for `idle` seconds gets a heartbeat; after `answer` more, its stream ends. */
const streamSeconds = { idle: 25, answer: 4 };
/** Streams rest so many times as long as writing to all of them took: in a flood, each write then has several events. */
const streamRest = 4;
const mostEvents = 20_000;
const mostQueuesOfUser = 500;
/** Limit for the events of all queues together. */
const mostBytes = 128 * 1024 * 1024;

/** The event queues of all connected clients, in memory while the server runs. */
export class EventQueues implements Clients, EventSink {
  #clock: Clock;
  #onDelivery: (publication: Publication) => void;
  #queues = new Map<string, Queue>();
  #online = new OnlineUsers<Queue>();
  #ofAllPublic = new Set<Queue>();
  #polls = new Wakes<Queue>((queue) => this.#send(queue));
  #streams = new Wakes<Queue>((queue) => this.#send(queue), streamRest);
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

  /** All queues, in the state that they have without an outlet. */
  *list(): Iterable<QuietQueue> {
    for (const queue of this.#queues.values()) {
      const { outlet, deadline, ...quiet } = queue;
      yield { ...quiet, seconds_left: outlet ? queue.lifespan : (deadline - this.#clock.monotonic()) / 1000 };
    }
  }

  /** A user's own queue. Throws badEventQueueId, or the given kind. */
  access(queue_id: string, user_id: number, refusal = badEventQueueId): Queue {
    const queue = this.#queues.get(queue_id);
    if (queue?.user_id !== user_id) throw refusal({ queue_id });
    return queue;
  }

  /** Deletes a queue and ends its outlet. */
  delete(queue: Queue): void {
    this.#queues.delete(queue.id);
    for (const wakes of [this.#polls, this.#streams]) wakes.delete(queue);
    this.#ofAllPublic.delete(queue);
    this.#online.remove(queue.user_id, queue);
    this.#stored.forget(queue, queue.events.length);
    this.#end(queue);
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

  /** Ends the polls and streams of a user and keeps the queues; the next request must authenticate again. */
  endPollsOfUser(user_id: number): void {
    for (const queue of this.#online.clientsOf(user_id)) this.#end(queue);
  }

  /**
   * Acknowledges the events up to `last_event_id` and returns the JSON list of later ones. Throws eventPruned or
   * eventNotInQueue for an id outside the queue, and changes nothing. Ends an open stream: its client polls instead.
   */
  acknowledge(queue: Queue, last_event_id: number): string {
    this.#forget(queue, last_event_id);
    if (queue.outlet instanceof Stream) this.#end(queue);
    if (!queue.outlet) this.#touch(queue);
    return takeList(queue);
  }

  /** Acknowledges events of a stream, or a heartbeat. Throws like `acknowledge`. */
  confirm(queue: Queue, last_event_id: number): void {
    this.#forget(queue, last_event_id);
    if (queue.outlet instanceof Stream) this.#hear(queue, queue.outlet);
    else if (!queue.outlet) this.#touch(queue);
  }

  /** Whether a poll would be answered at once. */
  hasEvents(queue: Queue): boolean {
    return queue.events.length > 0;
  }

  /**
   * Waits for the next event, and ends the outlet that is already there. Answers at once if an event arrived since the
   * poll looked for events, or if the queue was deleted. Returns a function that cancels the wait.
   */
  wait(queue: Queue, answer: (events: string) => void): () => void {
    this.#end(queue);
    if (this.hasEvents(queue) || !this.#queues.has(queue.id)) {
      answer(takeList(queue));
      return () => {};
    }
    const poll = new Poll(answer);
    queue.outlet = poll;
    const seconds = heartbeatSeconds.least + Math.random() * heartbeatSeconds.spread;
    queue.deadline = this.#clock.monotonic() + seconds * 1000;
    return () => this.#close(queue, poll);
  }

  /**
   * Opens a stream of all events that are not acknowledged and of those to come, and ends the outlet that is already
   * there. Ends at once if the queue was deleted.
   */
  stream(queue: Queue, sink: Sink): SinkFollower {
    this.#end(queue);
    const stream = new Stream(sink);
    queue.outlet = stream;
    if (!this.#queues.has(queue.id)) this.#end(queue);
    queue.sent_id = queue.first_id - 1;
    this.#hear(queue, stream);
    return {
      taken: () => {
        if (queue.outlet === stream) this.#send(queue);
      },
      closed: () => this.#close(queue, stream),
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

  /** Sends heartbeats, ends streams whose clients were not heard, and deletes expired queues; called every second. */
  sweep(): void {
    const now = this.#clock.monotonic();
    for (const queue of this.#queues.values()) if (queue.deadline <= now) this.#expire(queue, queue.outlet);
  }

  /** Ends every poll and stream, before the server stops. */
  release(): void {
    for (const queue of this.#queues.values()) this.#end(queue);
  }

  #add({ seconds_left, ...rest }: QuietQueue, channel_ids: readonly number[]): Queue {
    const deadline = this.#clock.monotonic() + seconds_left * 1000;
    const queue: Queue = { ...rest, outlet: undefined, deadline };
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
    if (queue.outlet instanceof Stream) this.#streams.add(queue);
    else if (queue.outlet) this.#polls.add(queue);
  }

  #expire(queue: Queue, outlet: Outlet | undefined): void {
    if (outlet instanceof Poll) {
      // Events about to answer the poll replace the heartbeat.
      if (queue.events.length === 0) this.#stored.putHeartbeat(queue);
      this.#polls.add(queue);
    } else if (outlet instanceof Stream && !outlet.isAsked) {
      outlet.ask();
      queue.deadline += streamSeconds.answer * 1000;
    } else if (outlet) this.#end(queue);
    else this.delete(queue);
  }

  /** Deletes the queues polled longest ago until a quarter of the memory limit is free. */
  #makeRoom(): void {
    const isFilled = ({ outlet, events }: Queue) => !(outlet instanceof Poll) && events.length > 0;
    const filled = [...this.#queues.values()].filter(isFilled);
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

  /** Removes acknowledged events. Throws eventPruned or eventNotInQueue. */
  #forget(queue: Queue, last_event_id: number): void {
    const count = last_event_id + 1 - queue.first_id;
    if (count < 0) throw eventPruned({ id: last_event_id });
    if (count > queue.events.length) throw eventNotInQueue({ id: last_event_id });
    this.#stored.forget(queue, count);
  }

  #send(queue: Queue): void {
    const { outlet } = queue;
    if (outlet instanceof Poll) this.#close(queue, outlet);
    outlet?.send(queue);
  }

  /** Ends the outlet without events. */
  #end(queue: Queue): void {
    const { outlet } = queue;
    if (!outlet) return;
    this.#close(queue, outlet);
    outlet.end();
  }

  #close(queue: Queue, outlet: Outlet): void {
    if (queue.outlet !== outlet) return;
    queue.outlet = undefined;
    this.#touch(queue);
  }

  /** Notes that the client of a stream is there. */
  #hear(queue: Queue, stream: Stream): void {
    stream.isAsked = false;
    queue.deadline = this.#clock.monotonic() + streamSeconds.idle * 1000;
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
