import { dialog } from '../commands/view-state.ts';

/**
 * Opens the card of a user beside their name instead of leaving the page. Clicks with modifier keys open the link as usual.
 */
export function openCard(event: MouseEvent, user_id: number): void {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
  event.preventDefault();
  dialog.value = { kind: 'user', user_id, anchor: event.target instanceof Element ? event.target : null };
}
