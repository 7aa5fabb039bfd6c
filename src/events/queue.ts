import type { Outlet } from './outlet.ts';
import type { Backlog } from './stored-events.ts';
import type { Wishes } from './wishes.ts';

/** A client's registration. */
export interface QueueOptions extends Wishes {
  /** Seconds without a poll after which the queue is deleted. */
  lifespan: number;
}

/** The events that a client has not acknowledged, and its waiting poll or open stream. */
export interface Queue extends QueueOptions, Backlog {
  readonly id: string;
  outlet: Outlet | undefined;
  /** Time of the outlet's heartbeat or, without one, of the queue's expiry; monotonic milliseconds. */
  deadline: number;
}

/** A queue without an outlet, independent of the process that serves it. */
export interface QuietQueue extends QueueOptions, Backlog {
  readonly id: string;
  /** Seconds until it expires without a poll. */
  seconds_left: number;
}

/** Whether a queue was polled longer ago; one without an outlet counts before all others. */
export function isIdler(queue: Queue, other: Queue): boolean {
  if ((queue.outlet === undefined) !== (other.outlet === undefined)) return queue.outlet === undefined;
  return lastPolled(queue) < lastPolled(other);
}

/** The time when a client was last heard: of those with an outlet, the time when they are heard next. */
export function lastPolled({ outlet, deadline, lifespan }: Queue): number {
  return outlet ? deadline : deadline - lifespan * 1000;
}
