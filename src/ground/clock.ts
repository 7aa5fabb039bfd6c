/** Source of time; tests put one they can set in its place. */
export interface Clock {
  /** UNIX seconds. */
  now(): number;
  /** Milliseconds that only ever grow, for durations. */
  monotonic(): number;
}

export const systemClock: Clock = { now: () => Math.floor(Date.now() / 1000), monotonic: () => performance.now() };
