/** How many of some ascending ids are not greater than a limit. */
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

/** Those of some ascending ids that lie behind one of two positions and not behind the other. */
export function between(ids: readonly number[], one: number, other: number): readonly number[] {
  return ids.slice(countUntil(ids, Math.min(one, other)), countUntil(ids, Math.max(one, other)));
}

/** How many that are. */
export function countBetween(ids: readonly number[], one: number, other: number): number {
  return Math.abs(countUntil(ids, one) - countUntil(ids, other));
}
