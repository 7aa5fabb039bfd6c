/** The fixed point of a list while it changes: its end, or the first row on screen with its position. */
export type Hold = 'end' | { key: string; top: number; row?: HTMLElement };

/** Keeps the fixed point of a list where it is on screen. */
export class ScrollAnchor {
  #hold: Hold | undefined;
  /** The scroll position for which the hold was taken. */
  #heldAt = 0;

  /** Takes the present fixed point, or keeps the last one if nothing is on screen. */
  remember(scroller: HTMLElement, isEndShown: boolean): void {
    this.#hold = holdOf(scroller, isEndShown, this.#hold) ?? this.#hold;
    this.#heldAt = scroller.scrollTop;
  }

  /** Scrolls back to the fixed point after a change. */
  correct(scroller: HTMLElement): void {
    restore(scroller, this.#hold);
    this.#heldAt = scroller.scrollTop;
  }

  /** The same after sizes changed, but takes back nothing that was scrolled since the fixed point was taken. */
  follow(scroller: HTMLElement): void {
    this.#hold = movedBy(scroller, this.#hold, scroller.scrollTop - this.#heldAt);
  }

  isEnd(): boolean {
    return this.#hold === 'end';
  }

  /** The message at the top, if the fixed point is one. */
  key(): number | undefined {
    return keyIn(this.#hold);
  }

  /** The fixed point, to be restored after its row is gone. */
  left(): Hold | undefined {
    return typeof this.#hold === 'object' ? { key: this.#hold.key, top: this.#hold.top } : this.#hold;
  }
}

/** The message of a fixed point. */
export function keyIn(hold: Hold | undefined): number | undefined {
  return typeof hold === 'object' ? Number(hold.key) : undefined;
}

const nearEnd = 100;

function isAtEnd(scroller: HTMLElement): boolean {
  return scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < nearEnd;
}

/** The present fixed point. It is mostly near the last one. */
function holdOf(scroller: HTMLElement, isEndShown: boolean, last?: Hold): Hold | undefined {
  if (isEndShown && isAtEnd(scroller)) return 'end';
  const edge = scroller.getBoundingClientRect().top;
  const lastRow = typeof last === 'object' ? last.row : undefined;
  const row = (lastRow?.isConnected && firstRowNear(lastRow, edge)) || firstRowBelow(scroller, edge);
  const key = row?.dataset.id;
  return row && key !== undefined ? { key, top: row.getBoundingClientRect().top - edge, row } : undefined;
}

/** The most rows that are looked at one after another. */
const fewRows = 6;

/** The first row that reaches below an edge, if it is a given one or near it. */
function firstRowNear(start: HTMLElement, edge: number): HTMLElement | undefined {
  const isBelow = (row: HTMLElement) => row.getBoundingClientRect().bottom > edge;
  const isDown = !isBelow(start);
  let row = start;
  for (let count = 0; count < fewRows; count += 1) {
    const next = isDown ? rowFrom(lineAfter(row)) : rowFrom(lineBefore(row), lineBefore);
    if (!next) return isDown ? undefined : row;
    if (isBelow(next) === isDown) return isDown ? next : row;
    row = next;
  }
  return undefined;
}

/**
 * The fixed point after something else scrolled the list. At the end of the list, the browser itself scrolls when rows
 * disappear, which does not count.
 */
function movedBy(scroller: HTMLElement, hold: Hold | undefined, pixels: number): Hold | undefined {
  const isUp = pixels < 0;
  if (hold === undefined || pixels === 0 || (isUp && isAtBottom(scroller))) return hold;
  if (hold !== 'end') return { ...hold, top: hold.top - pixels };
  return isUp ? undefined : hold;
}

function isAtBottom({ scrollHeight, scrollTop, clientHeight }: HTMLElement): boolean {
  return scrollHeight - scrollTop - clientHeight < 1;
}

/** Scrolls so that the fixed point returns to its position. */
export function restore(scroller: HTMLElement, hold: Hold | undefined): void {
  if (hold === undefined) return;
  if (hold === 'end') {
    scroller.scrollTop = scroller.scrollHeight;
    return;
  }
  const row = hold.row?.isConnected ? hold.row : findRow(scroller, hold.key);
  if (!row) return;
  const top = row.getBoundingClientRect().top - scroller.getBoundingClientRect().top;
  if (Math.abs(top - hold.top) >= 0.5) scroller.scrollTop += top - hold.top;
}

export function findRow(scroller: HTMLElement, key: string): HTMLElement | null {
  return scroller.querySelector<HTMLElement>(`[data-id="${CSS.escape(key)}"]`);
}

export function rowsOf(scroller: HTMLElement): HTMLElement[] {
  return [...scroller.querySelectorAll<HTMLElement>('[data-id]')];
}

/** The first row that reaches below an edge. */
export function firstRowBelow(scroller: HTMLElement, edge: number): HTMLElement | undefined {
  const slices = scroller.querySelector('.rows')?.children;
  const slice = slices && firstBelow(slices, edge);
  return slice && rowFrom(firstBelow(slice.children, edge));
}

/** The first of some elements, from top to bottom, that reaches below an edge. */
function firstBelow(children: HTMLCollection, edge: number): Element | undefined {
  let [low, high] = [0, children.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((children[middle]?.getBoundingClientRect().bottom ?? 0) > edge) high = middle;
    else low = middle + 1;
  }
  return children[low];
}

/** An element, or the next one after it that is a message and not a line between messages. */
function rowFrom(element: Element | null | undefined, next = lineAfter): HTMLElement | undefined {
  let found = element;
  while (found && !(found instanceof HTMLElement && found.dataset.id !== undefined)) found = next(found);
  return found ?? undefined;
}

function lineBefore(line: Element): Element | null | undefined {
  return line.previousElementSibling ?? line.parentElement?.previousElementSibling?.lastElementChild;
}

function lineAfter(line: Element): Element | null | undefined {
  return line.nextElementSibling ?? line.parentElement?.nextElementSibling?.firstElementChild;
}

/**
 * The row at the upper edge, unless the line before it that says its conversation or day is on screen, too. A bar covers
 * that of the conversation exactly, but stands clear of that of the day.
 */
export function rowWithoutLine(scroller: HTMLElement, isOfDay: boolean, barHeight: number): HTMLElement | undefined {
  const edge = scroller.getBoundingClientRect().top;
  const row = firstRowBelow(scroller, edge + barHeight);
  const line = row && lineBefore(row);
  const isShown =
    line?.matches(isOfDay ? '.day, .day + .unread-line' : '.recipient') &&
    line.getBoundingClientRect().top >= edge - (isOfDay ? barHeight : 0);
  return isShown ? undefined : row;
}

/** Ids of the messages whose end is on screen, or that fill it. */
export function listSeen(scroller: HTMLElement): number[] {
  const { top, bottom } = scroller.getBoundingClientRect();
  const seen: number[] = [];
  for (let row = firstRowBelow(scroller, top); row; row = rowFrom(lineAfter(row))) {
    const box = row.getBoundingClientRect();
    if (box.top > bottom) break;
    if (box.bottom <= bottom + 1 || (box.top <= top && box.bottom >= bottom)) seen.push(Number(row.dataset.id));
  }
  return seen;
}

// The space below the last row.
const foot = 40;

/** Whether rows are rendered from the upper edge to the lower one, with the fixed point in its position. */
export function isFilled(scroller: HTMLElement, hold: Hold): boolean {
  const rows = scroller.querySelector('.rows')?.getBoundingClientRect();
  const { top, bottom } = scroller.getBoundingClientRect();
  const row = hold === 'end' ? null : findRow(scroller, hold.key);
  const isThere = hold === 'end' || !row || Math.abs(row.getBoundingClientRect().top - top - hold.top) <= 1;
  return isThere && rows !== undefined && rows.top <= top && rows.bottom >= bottom - foot;
}
