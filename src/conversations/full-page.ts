import { errorKind } from '../http/errors.ts';

/** Bytes of messages with which an answer is full. */
const fullSize = 8 * 1024 * 1024;

export const tooManyBytes = errorKind('These messages are too long for one answer. Please request fewer at a time.', {
  code: 'ANSWER_TOO_LONG',
});

/** The messages around an anchor that a request asks for. */
export interface Page {
  /** Ascending. */
  ids: readonly number[];
  found_oldest: boolean;
  found_newest: boolean;
  found_anchor: boolean;
}

/** Reads the messages of a page; returns their bytes. The ids are ascending. */
type Read = (ids: readonly number[]) => number;

interface Filling {
  /** A message id, which need not exist. */
  anchor: number;
  /** An estimate of the bytes of each message, by id. */
  sizes: ReadonlyMap<number, number>;
  /** Bytes that are read at once. */
  step: number;
  read: Read;
}

/**
 * Reads the messages of a page in steps, those nearest to the anchor first, and ends the page when it is full or a
 * `yield` returns false. A page has at least the three nearest messages, so a client that reads on from its end always
 * gets further.
 */
export function* fillInSteps<OnePage extends Page>(
  page: OnePage,
  { anchor, sizes, step, read }: Filling,
): Generator<void, OnePage, boolean> {
  if (sumOf(sizes) <= step) {
    read(page.ids);
    return page;
  }
  const order = nearestFirst(page.ids, anchor);
  let bytes = 0;
  let at = 0;
  while (at < order.length && bytes < fullSize) {
    if (at > 0 && !(yield)) break;
    const end = endOfStep(order, at, sizes, Math.min(step, fullSize - bytes));
    bytes += read(order.slice(at, end).sort((one, other) => one - other));
    at = end;
  }
  return at === order.length ? page : cut(page, new Set(order.slice(0, at)));
}

/** The same without pauses. */
export function fill<OnePage extends Page>(page: OnePage, filling: Filling): OnePage {
  const steps = fillInSteps(page, filling);
  for (;;) {
    const { done, value } = steps.next(true);
    if (done) return value;
  }
}

/**
 * Reads all of the messages that a client names. Throws tooManyBytes if they are too long for one answer, because the
 * client would miss those left out.
 */
export function readAll(ids: readonly number[], filling: Omit<Filling, 'anchor'>): void {
  const all = { ids, found_oldest: true, found_newest: true, found_anchor: false };
  if (!fill(all, { anchor: 0, ...filling }).found_newest) throw tooManyBytes();
}

export function sumOf(sizes: ReadonlyMap<number, number>): number {
  let sum = 0;
  for (const size of sizes.values()) sum += size;
  return sum;
}

/** The anchor or the next message, then one of each side in turn. */
function nearestFirst(ids: readonly number[], anchor: number): number[] {
  const middle = ids.findIndex((id) => id >= anchor);
  const after = middle < 0 ? [] : ids.slice(middle);
  const before = (middle < 0 ? ids : ids.slice(0, middle)).toReversed();
  const length = Math.max(before.length, after.length);
  return Array.from({ length }, (_, place) => [after[place], before[place]])
    .flat()
    .filter((id) => id !== undefined);
}

const least = 3;

function endOfStep(order: readonly number[], from: number, sizes: ReadonlyMap<number, number>, most: number): number {
  let bytes = 0;
  let end = from;
  while (end < order.length && (bytes < most || end < least)) bytes += sizes.get(order[end++] as number) ?? 0;
  return end;
}

/** The page of the kept messages, which are those nearest to its anchor. */
function cut<OnePage extends Page>(page: OnePage, kept: ReadonlySet<number>): OnePage {
  const { ids, found_oldest, found_newest } = page;
  return {
    ...page,
    ids: ids.filter((id) => kept.has(id)),
    found_oldest: found_oldest && kept.has(ids[0] as number),
    found_newest: found_newest && kept.has(ids.at(-1) as number),
  };
}
