/** Maximum number of messages in the document. */
const most = 300;

/** Heights of messages in pixels: the usual and the smallest one. */
export const usualHeight = 48;
export const leastHeight = 24;

/** The rendered part of a list: from `start` up to, not including, `end`. */
export interface Range {
  start: number;
  end: number;
}

/** A window on a list: the messages to render. */
export interface Window {
  /** The first message. Undefined: the newest messages are rendered. */
  from: number | undefined;
  /** Maximum number of rendered messages. */
  count: number;
}

/** The newest messages, at most a screen of them, so that a list appears quickly. */
export function newestWindow(perScreen: number): Window {
  return { from: undefined, count: countFor(perScreen) };
}

/** A screen below a message at the top, and a third of a screen above it. */
export function windowAround(ids: readonly number[], id: number, perScreen: number): Window {
  const above = countFor(perScreen / 3);
  return { from: ids[Math.max(0, ids.indexOf(id) - above)], count: Math.min(most, above + countFor(perScreen)) };
}

function countFor(messages: number): number {
  return Math.min(most, Math.ceil(messages));
}

/** The range of a window; if its first message was removed, it starts with the next one. */
export function rangeOf(ids: readonly number[], { from, count }: Window): Range {
  const found = from === undefined ? -1 : ids.findIndex((id) => id >= from);
  const start = found < 0 ? Math.max(0, ids.length - count) : found;
  return { start, end: Math.min(ids.length, start + count) };
}

/**
 * The window with more older messages, without the newest ones if there are too many; undefined if it contains the
 * oldest.
 */
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

// Screens that are left, and the number of messages that a frame may then render: few enough to stay short while the
// user scrolls on steadily, and enough to keep up with one who flings.
const steps: readonly [screens: number, messages: number][] = [
  [0.2, 8],
  [0.5, 4],
  [1, 2],
];

/** How many more messages to render while so many pixels are left in a list of this height. */
export function stepBefore(left: number, height: number): number {
  return steps.find(([screens]) => left < height * screens)?.[1] ?? 1;
}
