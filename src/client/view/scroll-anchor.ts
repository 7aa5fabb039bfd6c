/** The fixed point of a list while it changes: its end, or the first row on screen with its position. */
export type Hold = 'end' | { key: string; top: number };

const nearEnd = 100;

export function isAtEnd(scroller: HTMLElement): boolean {
  return scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < nearEnd;
}

/** The present fixed point. */
export function holdOf(scroller: HTMLElement, isEndShown: boolean): Hold | undefined {
  if (isEndShown && isAtEnd(scroller)) return 'end';
  const edge = scroller.getBoundingClientRect().top;
  const row = firstRowBelow(scroller, edge);
  const key = row?.dataset.id;
  return row && key !== undefined ? { key, top: row.getBoundingClientRect().top - edge } : undefined;
}

/** Scrolls so that the fixed point returns to its position. */
export function restore(scroller: HTMLElement, hold: Hold | undefined): void {
  if (hold === undefined) return;
  if (hold === 'end') {
    scroller.scrollTop = scroller.scrollHeight;
    return;
  }
  const row = findRow(scroller, hold.key);
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
function rowFrom(element: Element | null | undefined): HTMLElement | undefined {
  let found = element;
  while (found && !(found instanceof HTMLElement && found.dataset.id !== undefined)) found = lineAfter(found);
  return found ?? undefined;
}

function lineAfter(line: Element): Element | null | undefined {
  return line.nextElementSibling ?? line.parentElement?.nextElementSibling?.firstElementChild;
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
