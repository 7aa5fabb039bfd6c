import type { App } from '../app.ts';
import type { Clock } from '../ground/clock.ts';

const maxNames = 10_000;

interface Limit {
  /** How many tries are allowed within the window. */
  max: number;
  windowSeconds: number;
}

/** Counts what may be tried only so often, by name; forgotten when the server stops. */
class Tries {
  #clock: Clock;
  #limit: Limit;
  // In monotonic milliseconds.
  #times = new Map<string, number[]>();

  constructor(clock: Clock, limit: Limit) {
    this.#clock = clock;
    this.#limit = limit;
  }

  /** Seconds until the next try is allowed; 0 when it is now. */
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
    // A flood of made-up names pushes out the oldest ones instead of filling the memory.
    const [first] = this.#times.keys();
    if (this.#times.size > maxNames && first !== undefined) this.#times.delete(first);
  }

  #recent(name: string): number[] {
    const since = this.#clock.monotonic() - this.#limit.windowSeconds * 1000;
    return (this.#times.get(name) ?? []).filter((time) => time > since);
  }
}

/** Tries of one kind, counted for each application by itself. */
export function triesByApp(limit: Limit): (app: App) => Tries {
  const known = new WeakMap<App, Tries>();
  return (app) => {
    const tries = known.get(app) ?? new Tries(app.clock, limit);
    known.set(app, tries);
    return tries;
  };
}
