import type { Clock } from '../ground/clock.ts';

const maxNames = 10_000;

/** The number of attempts that one name (a user, an address) has within a window. */
export interface AttemptLimit {
  max: number;
  windowSeconds: number;
}

/** The port for code that limits attempts. */
export interface LimitsAttempts {
  attempts: Attempts;
}

/** Counts attempts by limit and name. The counts are in memory: a restart forgets them. */
export class Attempts {
  #clock: Clock;
  #counters = new Map<AttemptLimit, AttemptCounter>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  of(limit: AttemptLimit): AttemptCounter {
    const counter = this.#counters.get(limit) ?? new AttemptCounter(this.#clock, limit);
    this.#counters.set(limit, counter);
    return counter;
  }
}

class AttemptCounter {
  #clock: Clock;
  #limit: AttemptLimit;
  // Times of the recent attempts by name, in monotonic milliseconds.
  #times = new Map<string, number[]>();

  constructor(clock: Clock, limit: AttemptLimit) {
    this.#clock = clock;
    this.#limit = limit;
  }

  /** Seconds until the next attempt is allowed; 0 when it is now. */
  wait(name: string): number {
    const recent = this.#recent(name);
    const [oldest] = recent;
    if (oldest === undefined || recent.length < this.#limit.max) return 0;
    return this.#limit.windowSeconds - (this.#clock.monotonic() - oldest) / 1000;
  }

  count(name: string): void {
    const times = [...this.#recent(name), this.#clock.monotonic()];
    this.#times.delete(name);
    this.#times.set(name, times);
    // Evict the oldest name, so that a flood of invented names cannot fill the memory.
    const [first] = this.#times.keys();
    if (this.#times.size > maxNames && first !== undefined) this.#times.delete(first);
  }

  #recent(name: string): number[] {
    const since = this.#clock.monotonic() - this.#limit.windowSeconds * 1000;
    return (this.#times.get(name) ?? []).filter((time) => time > since);
  }
}
