/** The most messages in the document, and how many come and go at once. */
const most = 300;
const step = 100;

/** Which of some messages are drawn: from an index up to, not including, another. */
export interface Range {
  start: number;
  end: number;
}

/** The range that begins with a message, or with its successor once it is gone; without one, the newest messages. */
export function rangeFrom(ids: readonly number[], from: number | undefined): Range {
  const found = from === undefined ? -1 : ids.findIndex((id) => id >= from);
  const start = found < 0 ? Math.max(0, ids.length - most) : found;
  return { start, end: Math.min(ids.length, start + most) };
}

/** Where the range begins that has a message in its middle. */
export function fromAround(ids: readonly number[], id: number): number | undefined {
  return ids[Math.max(0, ids.indexOf(id) - most / 2)];
}

/** Where the range begins that is moved up; undefined where it cannot be. */
export function fromAbove(ids: readonly number[], { start }: Range): number | undefined {
  return start > 0 ? ids[Math.max(0, start - step)] : undefined;
}

export function fromBelow(ids: readonly number[], { start, end }: Range): number | undefined {
  return end < ids.length ? ids[Math.min(start + step, ids.length - most)] : undefined;
}
