/** Source of time; tests replace it with a clock they can set. */
export interface Clock {
  /** UNIX seconds. */
  now(): number;
  /** Milliseconds that never decrease, for durations. */
  monotonic(): number;
}

export const systemClock: Clock = { now: () => Math.floor(Date.now() / 1000), monotonic: () => performance.now() };
