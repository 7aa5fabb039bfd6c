/** The middle value. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return ((sorted[middle] ?? Number.NaN) + (sorted[(sorted.length - 1) >> 1] ?? Number.NaN)) / 2;
}

type Measures<Name extends string> = Record<Name, () => number | Promise<number>>;

/**
 * Takes several measures in turn, round after round, so that whatever else the machine does falls on all of them alike.
 * A first round warms up and does not count. Returns the median of each.
 */
export async function alternate<Name extends string>(
  rounds: number,
  measures: Measures<Name>,
): Promise<Record<Name, number>> {
  const names = Object.keys(measures) as Name[];
  const taken = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  for (let round = 0; round <= rounds; round++) {
    for (const name of names) {
      const value = await measures[name]();
      if (round > 0) taken[name].push(value);
    }
  }
  return Object.fromEntries(names.map((name) => [name, median(taken[name])])) as Record<Name, number>;
}
