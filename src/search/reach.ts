/** From older to newer messages, or back. */
export type Direction = 'before' | 'after';

/** Message ids that lie between two, both included. */
export interface Reach {
  from: number;
  until: number;
}

/** The nearest part of a reach, at most `size` ids, and the part beyond it. */
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

/** The part of a reach beyond an id. */
export function beyond(direction: Direction, { from, until }: Reach, id: number): Reach {
  return direction === 'before' ? { from, until: id - 1 } : { from: id + 1, until };
}

/** The part of a reach up to where `rest` begins. */
export function upTo(direction: Direction, { from, until }: Reach, rest: Reach): Reach {
  return direction === 'before' ? { from: rest.until + 1, until } : { from, until: rest.from - 1 };
}
