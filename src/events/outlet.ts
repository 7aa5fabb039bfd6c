import type { Sink } from '../http/endpoint.ts';
import { type Backlog, takeList, takeUnsent } from './stored-events.ts';

/** The open request that gets the events of a queue. */
export interface Outlet {
  /** Sends the events that wait. */
  send(backlog: Backlog): void;
  /** Ends it without events. */
  end(): void;
}

/** A poll, which is answered once. */
export class Poll implements Outlet {
  readonly #answer: (events: string) => void;

  constructor(answer: (events: string) => void) {
    this.#answer = answer;
  }

  send(backlog: Backlog): void {
    this.#answer(takeList(backlog));
  }

  end(): void {
    this.#answer('[]');
  }
}

/** A line that clients ignore; it shows that the connection works. */
const comment = ':\n\n';

/** An answer that goes on with each event, as `text/event-stream`. */
export class Stream implements Outlet {
  readonly #sink: Sink;
  /** Whether a heartbeat was sent since the client was last heard. */
  isAsked = false;

  constructor(sink: Sink) {
    this.#sink = sink;
    // Clients learn from the first line that no proxy withholds the others.
    sink.write(comment);
  }

  /** Leaves the events in the queue, where all share them, while the client has not taken the ones before. */
  send(backlog: Backlog): void {
    if (!this.#sink.isEmpty) return;
    const text = takeUnsent(backlog);
    if (text !== '') this.#sink.write(text);
  }

  /** Sends a heartbeat, which the client acknowledges. */
  ask(): void {
    this.isAsked = true;
    if (this.#sink.isEmpty) this.#sink.write(comment);
  }

  end(): void {
    this.#sink.end();
  }
}
