/** What of a list stays where it is while the list changes: its end, or the first row on screen. */
export type Hold = 'end' | { key: string; top: number };

const nearEnd = 100;

export function isAtEnd(scroller: HTMLElement): boolean {
  return scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < nearEnd;
}

/** Remembers what is on screen. */
export function holdOf(scroller: HTMLElement, isEndShown: boolean): Hold | undefined {
  if (isEndShown && isAtEnd(scroller)) return 'end';
  const edge = scroller.getBoundingClientRect().top;
  const row = firstBelow(rowsOf(scroller), edge);
  const key = row?.dataset.id;
  return row && key !== undefined ? { key, top: row.getBoundingClientRect().top - edge } : undefined;
}

/** Scrolls so that what was remembered stands where it stood. */
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

/** The first of some rows, from top to bottom, that reaches below an edge. */
export function firstBelow(rows: readonly HTMLElement[], edge: number): HTMLElement | undefined {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle]?.getBoundingClientRect().bottom ?? 0) > edge) high = middle;
    else low = middle + 1;
  }
  return rows[low];
}

/** Ids of the messages that are on screen to their ends, or fill it. */
export function listSeen(scroller: HTMLElement): number[] {
  const { top, bottom } = scroller.getBoundingClientRect();
  const rows = rowsOf(scroller);
  const first = firstBelow(rows, top);
  const seen = rows.slice(first ? rows.indexOf(first) : rows.length).filter((row) => {
    const box = row.getBoundingClientRect();
    return box.bottom <= bottom + 1 || (box.top <= top && box.bottom >= bottom);
  });
  return seen.map((row) => Number(row.dataset.id));
}
