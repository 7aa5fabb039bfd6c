import type { Drawing, IconName } from '../text/icons.ts';

/** What a swipe of a row does. */
export interface SwipeAct {
  icon: IconName | Drawing;
  run: () => void;
}

/** The row around an element whose swipe marks it as read, by the button there. */
export function findSwipe(target: Element): { row: HTMLElement; act: SwipeAct } | undefined {
  const row = target.closest<HTMLElement>('li:has(> [data-swipe])');
  const button = row?.querySelector<HTMLElement>('[data-swipe]');
  return row && button ? { row, act: { icon: 'read', run: () => button.click() } } : undefined;
}
