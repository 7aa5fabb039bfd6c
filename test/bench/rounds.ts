/** The middle value. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return ((sorted[middle] ?? Number.NaN) + (sorted[(sorted.length - 1) >> 1] ?? Number.NaN)) / 2;
}

type Measures<Name extends string> = Record<Name, () => number | Promise<number>>;

/** The median of each measure, and all that were taken in a round. */
type Taken<Name extends string> = Record<Name, number> & { rounds: Record<Name, number>[] };

/**
 * Takes several measures in turn, round after round, so that whatever else the machine does falls on all of them alike.
 * A first round warms up and does not count.
 */
export async function alternate<Name extends string>(count: number, measures: Measures<Name>): Promise<Taken<Name>> {
  const names = Object.keys(measures) as Name[];
  const rounds: Record<Name, number>[] = [];
  for (let round = 0; round <= count; round++) {
    const taken = {} as Record<Name, number>;
    for (const name of names) taken[name] = await measures[name]();
    if (round > 0) rounds.push(taken);
  }
  const medians = names.map((name) => [name, median(rounds.map((taken) => taken[name]))]);
  return { ...(Object.fromEntries(medians) as Record<Name, number>), rounds };
}
