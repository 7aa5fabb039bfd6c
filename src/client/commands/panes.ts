import type { NarrowTerm } from '../api/types.ts';
import type { Client } from '../client.ts';
import { narrowKey } from '../store/narrow.ts';
import { formatNarrow } from '../store/routes.ts';
import { activePane, beside, editedIn, isWide } from './view-state.ts';

/** Shows messages beside the page; in a narrow window, instead of it. */
export function openBeside(client: Client, narrow: readonly NarrowTerm[], near?: number): void {
  const nearby = near === undefined ? {} : { near };
  if (isWide.peek()) {
    beside.value = { narrow, ...nearby };
    activePane.value = 'beside';
  } else client.router.go(formatNarrow(narrow, { ...nearby, channelName: (id) => client.channelName(id) }));
}

export function closeBeside(): void {
  beside.value = undefined;
  activePane.value = 'main';
  editedIn.value = 'main';
}

/** Whether there is room, and messages are not on screen already. */
export function canOpenBeside({ router }: Client, narrow: readonly NarrowTerm[]): boolean {
  const { value: route } = router.route;
  const shown = [beside.value?.narrow, route.page === 'messages' ? route.narrow : undefined];
  return isWide.value && !shown.some((one) => one && narrowKey(one) === narrowKey(narrow));
}
