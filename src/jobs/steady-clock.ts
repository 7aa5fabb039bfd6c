import type { Clock } from '../ground/clock.ts';

/** In milliseconds: within this time after a start, time servers correct a wrong clock. */
const probation = 15 * 60_000;
/** In milliseconds; a larger change between two checks is a jump. */
const tolerance = 60_000;

/** Watches for jumps of the time of day, by comparison with the monotonic time. */
export class SteadyClock {
  #clock: Clock;
  #offset: number;
  #since: number;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#offset = offsetOf(clock);
    this.#since = clock.monotonic();
  }

  /** Whether the time of day has been without a jump for a quarter of an hour. */
  isSteady(): boolean {
    const offset = offsetOf(this.#clock);
    if (Math.abs(offset - this.#offset) > tolerance) this.#since = this.#clock.monotonic();
    this.#offset = offset;
    return this.#clock.monotonic() - this.#since >= probation;
  }
}

function offsetOf(clock: Clock): number {
  return clock.now() * 1000 - clock.monotonic();
}
