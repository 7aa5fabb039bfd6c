/** `before` goes from newer to older messages, `after` from older to newer. */
export type Direction = 'before' | 'after';

/** A range of message ids, ends included. */
export interface Reach {
  from: number;
  until: number;
}

/** Splits a range: its nearest `size` ids, and the rest. */
export function cut(direction: Direction, { from, until }: Reach, size: number): [Reach, Reach] {
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
export function beyond(direction: Direction, { from, until }: Reach, id: number): Reach {
  return direction === 'before' ? { from, until: id - 1 } : { from: id + 1, until };
}

/** The part of a range before `rest`. */
export function upTo(direction: Direction, { from, until }: Reach, rest: Reach): Reach {
  return direction === 'before' ? { from: rest.until + 1, until } : { from, until: rest.from - 1 };
}
