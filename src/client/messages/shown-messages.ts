import type { Client } from '../client.ts';
import type { Messages } from '../commands/screen.ts';
import { selected } from '../commands/view-state.ts';
import { scrollFrame } from '../parts/page.tsx';
import { findRow, firstRowBelow, listSeen, rowsOf } from './scroll-anchor.ts';

interface Pane {
  client: Client;
  scroller: () => HTMLElement | null;
  isAtEnd: () => boolean;
  jumpToEnd: () => void;
}

/** What commands find and do in the messages of a pane. */
export function shownMessages({ client, scroller, isAtEnd, jumpToEnd }: Pane): Messages {
  const currentRow = () => {
    const frame = scroller();
    return frame ? (findCurrent(frame) ?? findFirst(frame)) : undefined;
  };
  const messageIn = (row: HTMLElement | undefined) => client.store.model.messages.get(Number(row?.dataset.id));
  return {
    isAtEnd,
    current: () => messageIn(currentRow()),
    listRendered: () => rowsIn(scroller()).flatMap((row) => messageIn(row) ?? []),
    listSeen: () => {
      const frame = scroller();
      return frame ? listSeen(frame) : [];
    },
    rowOf: ({ id }) => {
      const frame = scroller();
      return (frame && findRow(frame, String(id))) ?? undefined;
    },
    focusSelected: () => {
      const frame = scroller();
      if (frame && selected.value !== undefined) findRow(frame, String(selected.value))?.focus({ preventScroll: true });
    },
    step: (by) => step(scroller(), by),
    scroll: (to) => {
      const frame = scroller();
      if (to === 'end' && !isAtEnd()) jumpToEnd();
      else if (frame) scrollFrame(frame, to);
    },
  };
}

function rowsIn(frame: HTMLElement | null): HTMLElement[] {
  return frame ? rowsOf(frame) : [];
}

/** The message that has the focus, else the chosen one. */
function findCurrent(frame: HTMLElement): HTMLElement | undefined {
  const rows = rowsOf(frame);
  const { activeElement } = document;
  return (
    rows.find((row) => row.contains(activeElement)) ?? rows.find(({ dataset }) => Number(dataset.id) === selected.value)
  );
}

function findFirst(frame: HTMLElement): HTMLElement | undefined {
  return firstRowBelow(frame, frame.getBoundingClientRect().top);
}

/** Moves to the next message, from the first on screen if there is no current one. */
function step(frame: HTMLElement | null, by: 1 | -1): void {
  if (!frame) return;
  const rows = rowsOf(frame);
  const current = findCurrent(frame);
  const at = current ? rows.indexOf(current) + by : rows.indexOf(findFirst(frame) ?? frame);
  const row = rows[Math.min(Math.max(at, 0), rows.length - 1)];
  if (!row) return;
  selected.value = Number(row.dataset.id);
  row.focus({ preventScroll: true });
  row.scrollIntoView({ block: 'nearest' });
}
