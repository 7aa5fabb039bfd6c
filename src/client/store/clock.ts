/** Time and chance, which tests replace. */
export interface Clock {
  /** UNIX time in milliseconds. */
  now(): number;
  /** Calls back after some milliseconds. Returns a function that cancels this. */
  after(milliseconds: number, act: () => void): () => void;
  /** At least 0, and less than 1. */
  random(): number;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after(milliseconds, act) {
    const timer = setTimeout(act, milliseconds);
    return () => clearTimeout(timer);
  },
  random: () => Math.random(),
};
