import { absent, compare, type Mismatch, surplus } from './compare.ts';
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
  const pairs = align(recorded as Event[], given as Event[], symbols);
  return pairs.flatMap(([one, other]) => {
    const path = `${at}: ${kindOf((one ?? other) as Event)}`;
    if (one && other) return compare(one, other, symbols, path);
    return one ? [{ at: path, recorded: one, given: absent }] : [surplus(other, path, symbols)];
  });
}

export function kindOf({ type, op, property }: Event): string {
  return [type, op, property].filter(Boolean).join('/');
}

type Pair = [Event | undefined, Event | undefined];

/** Pairs as many events of the same kind as possible, in order, and among these as many equal ones as possible. */
function align(recorded: readonly Event[], given: readonly Event[], symbols: Symbols): Pair[] {
  const worth = recorded.map((one) => given.map((other) => worthOf(one, other, symbols)));
  const best = recorded.map(() => given.map(() => 0));
  const at = (row: number, column: number) => best[row]?.[column] ?? 0;
  const paired = (row: number, column: number) => (worth[row]?.[column] ?? 0) + at(row + 1, column + 1);
  for (let row = recorded.length - 1; row >= 0; row--) {
    for (let column = given.length - 1; column >= 0; column--) {
      const alone = Math.max(at(row + 1, column), at(row, column + 1));
      (best[row] as number[])[column] = Math.max(alone, paired(row, column));
    }
  }
  const pairs: Pair[] = [];
  let [row, column] = [0, 0];
  while (row < recorded.length || column < given.length) {
    const isPair = (worth[row]?.[column] ?? 0) > 0 && at(row, column) === paired(row, column);
    if (isPair) pairs.push([recorded[row++], given[column++]]);
    else if (column >= given.length || (row < recorded.length && at(row + 1, column) >= at(row, column + 1))) {
      pairs.push([recorded[row++], undefined]);
    } else pairs.push([undefined, given[column++]]);
  }
  return pairs;
}

/** Zero for events of different kinds. A thousand equal ones count less than one more pair. */
function worthOf(one: Event, other: Event, symbols: Symbols): number {
  if (kindOf(one) !== kindOf(other)) return 0;
  return compare(one, other, symbols).length === 0 ? 1.001 : 1;
}
