import { absent, compare, type Mismatch } from './compare.ts';
import type { Symbols } from './symbols.ts';

interface Event {
  type: string;
  op?: string;
  property?: string;
}

/** Compares lists of events; those of one kind are compared with each other, as long as the order of kinds allows. */
export function compareEvents(
  recorded: readonly unknown[],
  given: readonly unknown[],
  symbols: Symbols,
  at: string,
): Mismatch[] {
  const pairs = align(recorded as Event[], given as Event[]);
  return pairs.flatMap(([one, other]) => {
    const path = `${at}: ${kindOf((one ?? other) as Event)}`;
    if (one && other) return compare(one, other, symbols, path);
    return [{ at: path, recorded: one ?? absent, given: other ?? absent }];
  });
}

export function kindOf({ type, op, property }: Event): string {
  return [type, op, property].filter(Boolean).join('/');
}

type Pair = [Event | undefined, Event | undefined];

/** The longest common subsequence of kinds. */
function align(recorded: readonly Event[], given: readonly Event[]): Pair[] {
  const lengths = recorded.map(() => given.map(() => 0));
  const at = (row: number, column: number) => lengths[row]?.[column] ?? 0;
  for (let row = recorded.length - 1; row >= 0; row--) {
    for (let column = given.length - 1; column >= 0; column--) {
      const same = isSame(recorded[row], given[column]);
      (lengths[row] as number[])[column] = same
        ? at(row + 1, column + 1) + 1
        : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  const pairs: Pair[] = [];
  let [row, column] = [0, 0];
  while (row < recorded.length || column < given.length) {
    const same = row < recorded.length && column < given.length && isSame(recorded[row], given[column]);
    if (same) pairs.push([recorded[row++], given[column++]]);
    else if (column >= given.length || (row < recorded.length && at(row + 1, column) >= at(row, column + 1))) {
      pairs.push([recorded[row++], undefined]);
    } else pairs.push([undefined, given[column++]]);
  }
  return pairs;
}

function isSame(one: Event | undefined, other: Event | undefined): boolean {
  return one !== undefined && other !== undefined && kindOf(one) === kindOf(other);
}
