import type { Client } from '../client.ts';
import { formatSize } from '../text/size.ts';
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
  if (use.client) addCards(root, use.client);
}

/** Adds type and size to the card of a file. */
function addFacts(card: HTMLElement): void {
  const ending = /\.(\w{1,8})$/.exec(card.getAttribute('href') ?? '')?.[1]?.toUpperCase();
  const size = formatSize(Number(card.dataset.fileSize));
  const facts = document.createElement('span');
  facts.className = 'quiet';
  facts.textContent = ending === undefined ? size : `${ending}, ${size}`;
  card.dataset.ending = ending ?? '';
  card.append(facts);
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
    button.textContent = isOpen ? 'Hide' : 'Show';
  };
  button.addEventListener('click', () => show(!block?.classList.contains('is-open')));
  show(false);
  header.append(button);
}
