/** `before` goes from newer to older messages, `after` from older to newer. */
export type Direction = 'before' | 'after';

/** A range of message ids, ends included. */
export interface IdRange {
  from: number;
  until: number;
}

/** The number of ids in a range. */
export function sizeOf({ from, until }: IdRange): number {
  return until - from + 1;
}

/** Splits a range: its nearest `size` ids, and the rest. */
export function cut(direction: Direction, { from, until }: IdRange, size: number): [IdRange, IdRange] {
  if (direction === 'before') {
    const middle = Math.max(from, until - size + 1);
    return [
      { from: middle, until },
      { from, until: middle - 1 },
    ];
  }
  const middle = Math.min(until, from + size - 1);
  return [
    { from, until: middle },
    { from: middle + 1, until },
  ];
}

/** The part of a range beyond an id. */
export function beyond(direction: Direction, { from, until }: IdRange, id: number): IdRange {
  return direction === 'before' ? { from, until: id - 1 } : { from: id + 1, until };
}

/** The part of a range before `rest`. */
export function upTo(direction: Direction, { from, until }: IdRange, rest: IdRange): IdRange {
  return direction === 'before' ? { from: rest.until + 1, until } : { from, until: rest.from - 1 };
}
