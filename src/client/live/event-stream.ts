import type { Call } from '../api/call.ts';
import type { ListenToStream } from '../api/stream.ts';
import type { ServerEvent } from '../api/types.ts';
import type { Streams } from '../device/streams.ts';
import type { Clock } from '../store/clock.ts';

/** How a connection reaches the server. */
export interface Ways {
  call: Call;
  listen: ListenToStream;
  streams: Streams;
}

/** Who gets the events of a stream. */
interface Hearer {
  /** The queue, and the newest event received. */
  place(): { queue_id: string; last_event_id: number };
  heard(events: readonly ServerEvent[]): void;
}

// All times are milliseconds.

/** A stream begins at once, with a comment. */
const longestStart = 3000;
/** After 25 seconds without an acknowledgement, a stream has a heartbeat. */
const longestPause = 30_000;
/** Events are acknowledged after this time, or this many. */
const unconfirmed = { longest: 20_000, most: 1000 };
/** After so many useless streams in a row, between which the server answered, something on the way holds them back. */
const mostUseless = 2;

/** Receives events by stream, acknowledges them, and finds out whether streams get through at all. */
export class EventStream {
  readonly #ways: Ways;
  readonly #clock: Clock;
  /** Streams in a row that fell silent or ended before they carried anything but their beginning. */
  #useless = 0;

  constructor(ways: Ways, clock: Clock) {
    this.#ways = ways;
    this.#clock = clock;
  }

  get mayOpen(): boolean {
    return this.#ways.streams.mayOpen();
  }

  /** Resolves when the stream ends. Throws CallError if it is refused, and other errors if it breaks off or is aborted. */
  async receive({ place, heard }: Hearer, controller: AbortController): Promise<void> {
    const begun = this.#clock.now();
    const fallSilent = () => {
      controller.abort();
      this.#noteUseless();
    };
    let cancel = this.#clock.after(longestStart, fallSilent);
    let parts = 0;
    const confirm = this.#confirmer(place);
    const receivePart = (events: readonly ServerEvent[]) => {
      cancel();
      cancel = this.#clock.after(longestPause, fallSilent);
      // What holds a stream back may let its beginning pass.
      if (parts++ > 0) this.#useless = 0;
      heard(events);
      confirm(events.length);
    };
    try {
      await this.#ways.listen(place(), receivePart, controller.signal);
    } finally {
      cancel();
      const isShort = parts < 2 && this.#clock.now() - begun < longestStart;
      if (isShort && !controller.signal.aborted) this.#noteUseless();
    }
  }

  #noteUseless(): void {
    this.#useless += 1;
    if (this.#useless < mostUseless) return;
    this.#useless = 0;
    this.#ways.streams.avoid();
  }

  /** Returns a function that acknowledges from time to time what it counts. */
  #confirmer(place: Hearer['place']): (count: number) => void {
    let last = this.#clock.now();
    let waiting = 0;
    return (count) => {
      waiting += count;
      const now = this.#clock.now();
      if (now - last < unconfirmed.longest && waiting < unconfirmed.most) return;
      last = now;
      waiting = 0;
      // If it fails, the server ends the stream, and the next one acknowledges.
      this.#ways.call('POST', '/events/stream', place()).catch(() => {});
    };
  }
}
