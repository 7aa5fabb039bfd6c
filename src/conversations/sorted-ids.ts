/** Number of ids not greater than `limit`. The ids must be ascending, here and below. */
export function countUntil(ids: readonly number[], limit: number): number {
  let low = 0;
  let high = ids.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ids[middle] as number) <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The ids between two positions, in either order: greater than the lower, up to and including the higher. */
export function between(ids: readonly number[], one: number, other: number): readonly number[] {
  return ids.slice(countUntil(ids, Math.min(one, other)), countUntil(ids, Math.max(one, other)));
}

/** The number of ids that `between` returns. */
export function countBetween(ids: readonly number[], one: number, other: number): number {
  return Math.abs(countUntil(ids, one) - countUntil(ids, other));
}
