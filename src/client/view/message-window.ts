/** The most messages in the document. */
const most = 300;

/** Heights of messages, in pixels: of one like most, and of the smallest. */
export const usualHeight = 48;
export const leastHeight = 24;

/** Which of some messages are drawn: from an index up to, not including, another. */
export interface Range {
  start: number;
  end: number;
}

/** The stretch of a list that is drawn. */
export interface Window {
  /** The first message of it. Undefined: the newest are drawn. */
  from: number | undefined;
  /** How many messages are drawn at most. */
  count: number;
}

/** The newest messages, no more than fill a screen: what a list shows first should be there soon. */
export function newestWindow(perScreen: number): Window {
  return { from: undefined, count: countFor(perScreen) };
}

/** A screen below a message, which may stand at the top, and a third of one above it. */
export function windowAround(ids: readonly number[], id: number, perScreen: number): Window {
  const above = countFor(perScreen / 3);
  return { from: ids[Math.max(0, ids.indexOf(id) - above)], count: Math.min(most, above + countFor(perScreen)) };
}

function countFor(messages: number): number {
  return Math.min(most, Math.ceil(messages));
}

/** Where a window lies; without the message that it began with, it begins with the next one. */
export function rangeOf(ids: readonly number[], { from, count }: Window): Range {
  const found = from === undefined ? -1 : ids.findIndex((id) => id >= from);
  const start = found < 0 ? Math.max(0, ids.length - count) : found;
  return { start, end: Math.min(ids.length, start + count) };
}

/** The window with more older messages, without the newest where there are too many; undefined where it has the oldest. */
export function extendUp(ids: readonly number[], window: Window, step: number): Window | undefined {
  const { start } = rangeOf(ids, window);
  if (start === 0) return undefined;
  const count = Math.min(most, window.count + step);
  const isNewest = window.from === undefined && count > window.count;
  return { from: isNewest ? undefined : ids[Math.max(0, start - step)], count };
}

export function extendDown(ids: readonly number[], window: Window, step: number): Window | undefined {
  const { start, end } = rangeOf(ids, window);
  if (end === ids.length) return undefined;
  const count = Math.min(most, window.count + step);
  return { from: ids[start + window.count + step - count], count };
}
