import { cut, type Direction, type IdRange } from './id-range.ts';

/** A search in steps. It can pause between two steps; resumed with `false`, it ends with what it has found. */
export type Steps<Result> = Generator<void, Result, boolean>;

/** Runs a search without pauses. */
export function finish<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next(true);
    if (done) return value;
  }
}

export interface Found {
  /** In the order of the direction. */
  ids: readonly number[];
  /** Whether the search ended early, before it found enough or reached the end. */
  isCut: boolean;
}

/** Finds at most `limit` matches from `bound` on, nearest first. */
export type Find = (direction: Direction, bound: number, limit: number) => Steps<Found>;

/** The matches of one step, and the part of its range that it did not finish. */
export interface Stepped {
  ids: readonly number[];
  rest?: IdRange;
}

/** Searches one range at a time. */
export interface Stepwise {
  /** The size of the first range, in ids. */
  firstSize(limit: number): number;
  find(direction: Direction, range: IdRange, limit: number, isFirst: boolean): Stepped;
}

/** The longest time of a step, in milliseconds. */
export const stepTime = 20;
// A single match is found quickly under each key, so ranges grow fast.
const growth = { one: 64, several: 16 };

// If most messages near the bound match, scanning past the others is fastest. If few match, each key has its own range,
// in growing distances, so that few rows are read in vain.
export function* findInSteps(stepwise: Stepwise, direction: Direction, all: IdRange, limit: number): Steps<Found> {
  const ids: number[] = [];
  const firstSize = stepwise.firstSize(limit);
  let size = firstSize;
  let rest = all;
  for (let isFirst = true; ids.length < limit && rest.from <= rest.until; isFirst = false) {
    if (!isFirst && !(yield)) return { ids, isCut: true };
    const [range, others] = cut(direction, rest, size);
    const began = performance.now();
    const found = stepwise.find(direction, range, limit - ids.length, isFirst);
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

/** The size of a range that takes one step's time at the speed of the last step. */
function inTime(size: number, took: number): number {
  return Math.ceil((size * stepTime) / took);
}

/**
 * The size of a range that should contain the missing matches and half as many more, at the density of the last step.
 */
function enoughFor(left: number, size: number, found: readonly number[]): number {
  return Math.ceil((1.5 * left * size) / found.length);
}

/** The unfinished part of a step, and everything beyond it. */
function joined(direction: Direction, step: IdRange, all: IdRange): IdRange {
  return direction === 'before' ? { from: all.from, until: step.until } : { from: step.from, until: all.until };
}
