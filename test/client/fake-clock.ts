import type { Clock } from '../../src/client/store/clock.ts';

interface Timer {
  at: number;
  act: () => void;
}

/** Time that passes when a test says so. What waits for it runs in order, with all that follows at once. */
export class FakeClock implements Clock {
  #now = Date.UTC(2026, 0, 5, 9);
  #timers: Timer[] = [];
  readonly #chance: () => number;

  constructor(chance: () => number = () => 0.5) {
    this.#chance = chance;
  }

  now(): number {
    return this.#now;
  }

  after(milliseconds: number, act: () => void): () => void {
    const timer = { at: this.#now + milliseconds, act };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((one) => one !== timer);
    };
  }

  random(): number {
    return this.#chance();
  }

  async advance(milliseconds: number): Promise<void> {
    const end = this.#now + milliseconds;
    await settled();
    for (let next = this.#nextBefore(end); next; next = this.#nextBefore(end)) {
      const timer = next;
      this.#timers = this.#timers.filter((one) => one !== timer);
      this.#now = Math.max(this.#now, timer.at);
      timer.act();
      await settled();
    }
    this.#now = end;
  }

  /** Moves the clock as a computer does that was asleep: no timer ran meanwhile. */
  sleep(milliseconds: number): void {
    this.#now += milliseconds;
    for (const timer of this.#timers) timer.at += milliseconds;
  }

  #nextBefore(end: number): Timer | undefined {
    return this.#timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
  }
}

/** Everything that waits for no time and no answer has run. */
export const settled = () => new Promise((resolve) => setImmediate(resolve));
