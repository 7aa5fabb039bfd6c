import { effect } from '@preact/signals-core';
import type { Call } from '../api/types.ts';
import type { Client } from '../client.ts';
import { isCalledIn } from '../commands/call-commands.ts';
import { t } from '../language/texts.ts';
import { listCalls, placeOfCall } from '../store/calls.ts';
import { formatTime } from '../text/time.ts';

let followed: Client | undefined;

/** Shows who is in a call below the message that announces it, as long as it is live. */
export function addCallCards(root: HTMLElement, client: Client): void {
  for (const link of root.querySelectorAll('a')) addCallCard(link, client);
}

function addCallCard(link: HTMLElement, client: Client): void {
  const [, id] = /#call\/(\d{1,15})$/.exec(link.getAttribute('href') ?? '') ?? [];
  const block = link.closest<HTMLElement>('.rendered > *');
  if (id === undefined || !block) return;
  block.dataset.call = id;
  follow(client);
  const call = listCalls(client.store)?.find((one) => one.id === Number(id));
  show(client, block, call);
}

/** Keeps the cards of all messages on screen true. */
function follow(client: Client): void {
  if (followed === client) return;
  followed = client;
  effect(() => {
    const calls = new Map(listCalls(client.store)?.map((call) => [String(call.id), call]));
    for (const block of document.querySelectorAll<HTMLElement>('[data-call]'))
      show(client, block, calls.get(block.dataset.call ?? ''));
  });
}

function show(client: Client, block: HTMLElement, call: Call | undefined): void {
  const { nextElementSibling: before } = block;
  if (before?.classList.contains('call-card')) before.remove();
  if (call) block.after(createCard(client, call));
}

function createCard(client: Client, call: Call): HTMLElement {
  const { id, members, started_at } = call;
  const card = Object.assign(document.createElement('p'), { className: 'call-card' });
  const names = client.listNames(members.map(({ user_id }) => user_id));
  const link = Object.assign(document.createElement('a'), { className: 'button', href: `#call/${id}` });
  link.textContent = isCalledIn(placeOfCall(client.store, call)) ? t('calls.show') : t('calls.join');
  card.append(t('calls.whoSince', { names, time: formatTime(started_at) }), link);
  return card;
}
