import { fileSize } from '../api/file-size.ts';
import type { Client } from '../client.ts';
import { t } from '../language/texts.ts';
import { formatSize } from '../text/size.ts';
import { addCallCards } from './call-cards.ts';
import { addCodeTools, type CodeUse } from './code-tools.ts';
import { addCards } from './linked-messages.ts';

const extras: readonly (readonly [selector: string, add: (element: HTMLElement, use: CodeUse) => void])[] = [
  ['.codehilite', addCodeTools],
  ['.spoiler-header', makeSpoiler],
  ['.file-card', addFacts],
  ['.message_inline_video a', playInPlace],
];

/** Adds to a message what is not needed to read it, and changes no height. */
export function addExtras(root: HTMLElement, use: CodeUse & { client?: Client }): void {
  for (const [selector, add] of extras)
    for (const element of root.querySelectorAll<HTMLElement>(selector)) add(element, use);
  const { client } = use;
  if (!client) return;
  addCallCards(root, client);
  addCards(root, client);
}

/** Adds the type to the card of a file, and its size once the card is seen: messages have no sizes. */
function addFacts(card: HTMLElement): void {
  const address = card.getAttribute('href') ?? '';
  const ending = /\.(\w{1,8})$/.exec(address)?.[1]?.toUpperCase() ?? '';
  const facts = document.createElement('span');
  facts.className = 'quiet';
  facts.textContent = ending;
  card.dataset.ending = ending;
  card.append(facts);
  whenSeen(card, async () => {
    const size = await fileSize(address);
    if (size !== undefined) facts.textContent = [ending, formatSize(size)].filter(Boolean).join(', ');
  });
}

/** Calls back once, when an element comes into view. Returns a function that cancels this. */
export function whenSeen(element: HTMLElement, act: () => void): () => void {
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    observer.disconnect();
    act();
  });
  observer.observe(element);
  return () => observer.disconnect();
}

/** A link around a video would open another page at every click on its controls. */
function playInPlace(link: HTMLElement): void {
  const video = link.querySelector('video');
  if (!video) return;
  video.controls = true;
  video.title = link.title;
  link.replaceWith(video);
}

function makeSpoiler(header: HTMLElement): void {
  const block = header.closest('.spoiler-block');
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'spoiler-button';
  const show = (isOpen: boolean) => {
    block?.classList.toggle('is-open', isOpen);
    button.setAttribute('aria-expanded', String(isOpen));
    button.textContent = isOpen ? t('parts.hide') : t('parts.show');
  };
  button.addEventListener('click', () => show(!block?.classList.contains('is-open')));
  show(false);
  header.append(button);
}
