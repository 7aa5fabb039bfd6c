import type { Client } from '../client.ts';
import { openDays } from '../commands/days.ts';
import { dialog } from '../commands/view-state.ts';
import { openCard } from '../parts/user-link.ts';

/** What messages contain is opened above the page. */
export function openAbove(client: Client): void {
  document.addEventListener('click', openClicked);
  document.addEventListener('click', ({ target }) => {
    const day = target instanceof Element ? target.closest<HTMLElement>('[data-day]') : null;
    if (day) openDays(client, Number(day.dataset.day));
  });
  // Before the shortcut keys.
  document.addEventListener('keydown', openPressed, { capture: true });
}

/** Opens pictures of messages in a dialog instead of a new page, and cards of mentioned users and senders. */
function openClicked(event: MouseEvent): void {
  if (!(event.target instanceof Element) || event.defaultPrevented) return;
  if (!event.target.closest('.rows, .rendered')) return;
  const picture = event.target.closest('.message_inline_image a:has(img)');
  if (picture instanceof HTMLAnchorElement) openPicture(event, picture);
  const person = event.target.closest<HTMLElement>('.user-mention[role=button], .sender, .avatar[data-user-id]');
  if (person) openCard(event, Number(person.dataset.userId));
}

function openPicture(event: MouseEvent, link: HTMLAnchorElement): void {
  const isPlain = !event.ctrlKey && !event.metaKey && !event.shiftKey && event.button === 0;
  if (!isPlain || link.origin !== location.origin) return;
  event.preventDefault();
  const id = Number(link.closest<HTMLElement>('[data-id]')?.dataset.id) || undefined;
  dialog.value = { kind: 'picture', link, id };
}

/** Mentions react to keys like buttons. */
function openPressed(event: KeyboardEvent): void {
  const mention = event.target instanceof HTMLElement && event.target.matches('.user-mention') ? event.target : null;
  if (!mention || (event.key !== 'Enter' && event.key !== ' ')) return;
  event.preventDefault();
  event.stopPropagation();
  mention.click();
}
