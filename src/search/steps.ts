import { cut, type Direction, type Reach } from './reach.ts';

/** A search in steps. It can pause between two steps; resumed with `false`, it ends with what it has found so far. */
export type Steps<Result> = Generator<void, Result, boolean>;

/** Does all steps of a search without a pause. */
export function finish<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next(true);
    if (done) return value;
  }
}

export interface Found {
  /** In the order of the direction. */
  ids: readonly number[];
  /** Whether the search ended before it had enough or had looked everywhere. */
  isCut: boolean;
}

/** Finds the nearest matches from `bound` on, in the order of the direction, at most `limit`. */
export type Find = (direction: Direction, bound: number, limit: number) => Steps<Found>;

/** The matches of one step, and the part of its reach for which it had no time. */
export interface Stepped {
  ids: readonly number[];
  rest?: Reach;
}

/** Searches a reach at a time. */
export interface Stepwise {
  /** The number of ids in the first reach. */
  firstSize(limit: number): number;
  find(direction: Direction, reach: Reach, limit: number, isFirst: boolean): Stepped;
}

/** The time that a step should take at most, in milliseconds. */
export const stepTime = 20;
// One message is soon found in each place, wherever it is.
const growth = { one: 64, several: 16 };

// Passing over the few messages that do not match is quickest where most of those nearby do. Where they do not, each
// place is asked for its own, further and further away, so that little is looked at that is too far off to be needed.
export function* findInSteps(stepwise: Stepwise, direction: Direction, all: Reach, limit: number): Steps<Found> {
  const ids: number[] = [];
  const firstSize = stepwise.firstSize(limit);
  let size = firstSize;
  let rest = all;
  for (let isFirst = true; ids.length < limit && rest.from <= rest.until; isFirst = false) {
    if (!isFirst && !(yield)) return { ids, isCut: true };
    const [reach, others] = cut(direction, rest, size);
    const began = performance.now();
    const found = stepwise.find(direction, reach, limit - ids.length, isFirst);
    ids.push(...found.ids);
    rest = found.rest ? joined(direction, found.rest, rest) : others;
    if (found.rest) continue;
    const larger = Math.min(
      size * (limit === 1 ? growth.one : growth.several),
      inTime(size, performance.now() - began),
    );
    size = Math.max(firstSize, Math.min(larger, enoughFor(limit - ids.length, size, found.ids)));
  }
  return { ids, isCut: false };
}

/** A size that takes a step its time, where each id takes as long as before. */
function inTime(size: number, took: number): number {
  return Math.ceil((size * stepTime) / took);
}

/** A size that has as many as are left to find, and some more, where they are as far apart as those found were. */
function enoughFor(left: number, size: number, found: readonly number[]): number {
  return Math.ceil((1.5 * left * size) / found.length);
}

/** The rest of a step, and everything beyond it. */
function joined(direction: Direction, step: Reach, all: Reach): Reach {
  return direction === 'before' ? { from: all.from, until: step.until } : { from: step.from, until: all.until };
}
