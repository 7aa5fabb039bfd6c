import type { Message, ServerEvent } from '../api/types.ts';
import type { Client } from '../client.ts';
import { fetchMissing } from '../commands/actions.ts';
import { shownName } from '../language/system-bots.ts';
import { conversationOf } from '../store/conversation.ts';
import { formatFull, formatMoment } from '../text/time.ts';
import { avatarUrl } from './avatar.tsx';
import { textOf } from './message-text.ts';

/** A message with more links shows no card for the others. */
const mostCards = 3;
/** The largest number of messages in one request. */
const mostAtOnce = 100;
/** Number of characters of a text. */
const longest = 300;

interface Wanted {
  link: HTMLAnchorElement;
  id: number;
  root: HTMLElement;
}

const waiting: Wanted[] = [];
/** Messages that the user cannot see, which are not asked for again. */
const unseen = new Set<number>();

/**
 * Shows messages that a message links to as cards below the text, once they are known. Those of a moment are fetched
 * together. Links to messages that the user cannot see stay links, and so do those before a quotation, which has the text.
 */
export function addCards(root: HTMLElement, client: Client): void {
  const links = [...root.querySelectorAll<HTMLAnchorElement>('a')].flatMap((link) => {
    const id = idIn(link);
    return id === undefined || unseen.has(id) || isQuoted(link, root) ? [] : [{ link, id, root }];
  });
  if (links.length === 0) return;
  if (waiting.length === 0) setTimeout(() => void showWaiting(client), 50);
  waiting.push(...[...new Map(links.map((one) => [one.id, one])).values()].slice(0, mostCards));
}

function idIn(link: HTMLAnchorElement): number | undefined {
  const [, id] = /\/near\/(\d{1,15})$/.exec(link.getAttribute('href') ?? '') ?? [];
  // Only now, because parsing a URL is slow.
  const isOurs = id !== undefined && link.origin === location.origin && link.pathname === '/';
  return isOurs ? Number(id) : undefined;
}

function isQuoted(link: HTMLElement, root: HTMLElement): boolean {
  return link.closest('blockquote') !== null || blockOf(link, root).nextElementSibling?.tagName === 'BLOCKQUOTE';
}

/** The outermost block around a link. */
function blockOf(link: HTMLElement, root: HTMLElement): HTMLElement {
  let block = link;
  while (block.parentElement && block.parentElement !== root) block = block.parentElement;
  return block;
}

async function showWaiting(client: Client): Promise<void> {
  const wanted = waiting.splice(0);
  follow(client);
  const ids = [...new Set(wanted.map(({ id }) => id))];
  for (let from = 0; from < ids.length; from += mostAtOnce)
    await fetchMissing(client, ids.slice(from, from + mostAtOnce));
  for (const one of wanted) {
    const message = client.store.model.messages.get(one.id);
    if (message && one.link.isConnected) showCard(client, message, one);
    else if (!message && client.connection.isOnline.peek()) unseen.add(one.id);
  }
}

function showCard(client: Client, message: Message, { link, root }: Wanted): void {
  if (client.store.model.state.muted_users.some(({ id }) => id === message.sender_id)) return;
  blockOf(link, root).after(createCard(client, message, link.href));
}

function createCard(client: Client, message: Message, href: string): HTMLElement {
  const card = Object.assign(document.createElement('a'), { className: 'linked-message', href });
  card.dataset.linked = String(message.id);
  const picture = Object.assign(document.createElement('img'), { className: 'avatar', alt: '', width: 20, height: 20 });
  picture.src = avatarUrl(client, message.sender_id) ?? message.avatar_url ?? '';
  const place = client.describe(conversationOf(message, client.store.user_id));
  const time = partOf('time', formatMoment(message.timestamp));
  time.title = formatFull(message.timestamp);
  const facts = partOf('span', `${place}, `);
  facts.className = 'quiet';
  facts.append(time);
  const text = partOf('span', textOf(message).slice(0, longest));
  text.className = 'linked-text';
  text.dir = 'auto';
  card.append(picture, partOf('b', shownName(message.sender_full_name)), facts, text);
  return card;
}

function partOf(tag: string, text: string): HTMLElement {
  const element = document.createElement(tag);
  element.textContent = text;
  return element;
}

/** Keeps cards true: they lose deleted messages, and have the text of edited ones. */
function follow(client: Client): void {
  client.store.follow((event) => {
    if (event.type === 'delete_message') for (const id of idsOf(event)) for (const card of cardsOf(id)) card.remove();
    if (event.type === 'update_message') for (const id of idsOf(event)) refresh(client, id);
  }, follow);
}

function idsOf(event: ServerEvent): number[] {
  const { message_id, message_ids } = event as ServerEvent & { message_id?: number; message_ids?: number[] };
  return message_ids ?? (message_id === undefined ? [] : [message_id]);
}

function cardsOf(id: number): HTMLAnchorElement[] {
  return [...document.querySelectorAll<HTMLAnchorElement>(`.linked-message[data-linked="${id}"]`)];
}

function refresh(client: Client, id: number): void {
  const message = client.store.model.messages.get(id);
  for (const card of cardsOf(id)) if (message) card.replaceWith(createCard(client, message, card.href));
}
