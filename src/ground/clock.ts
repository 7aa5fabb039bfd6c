/** Source of time; tests replace it with a clock they can set. */
export interface Clock {
  /** UNIX seconds. */
  now(): number;
  /** Milliseconds that never decrease, for durations. */
  monotonic(): number;
}

/** The year 10000 in UNIX seconds: earlier times have a usual text form. */
export const endOfTime = 253_402_300_800;

/** The year 1 in UNIX seconds, likewise. */
export const startOfTime = -62_135_596_800;

export const systemClock: Clock = { now: () => Math.floor(Date.now() / 1000), monotonic: () => performance.now() };
