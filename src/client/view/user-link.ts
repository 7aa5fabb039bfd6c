import { dialog } from './view-state.ts';

/** Shows who somebody is above the page instead of leaving it. Other clicks open the link as always. */
export function openCard(event: MouseEvent, user_id: number): void {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
  event.preventDefault();
  dialog.value = { kind: 'user', user_id };
}
