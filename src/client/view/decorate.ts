import { characterOf } from '../emoji.ts';
import { addCodeTools, type CodeUse } from './code-tools.ts';
import { formatFull } from './time.ts';

/** What the reader brings to a message: who they are, and where their organization runs code. */
export interface Reader extends CodeUse {
  user_id: number;
}

/** Shows what depends on the reader or the browser: characters of emoji, local times, own mentions, links outside. */
export function decorate(root: HTMLElement, reader: Reader): void {
  for (const emoji of root.querySelectorAll<HTMLElement>('span.emoji')) showEmoji(emoji);
  for (const time of root.querySelectorAll<HTMLElement>('time[datetime]')) showLocalTime(time);
  for (const mention of root.querySelectorAll<HTMLElement>('.user-mention')) markMention(mention, reader.user_id);
  for (const link of root.querySelectorAll('a')) openOutside(link);
  for (const header of root.querySelectorAll<HTMLElement>('.spoiler-header')) makeSpoiler(header);
  for (const block of root.querySelectorAll<HTMLElement>('pre')) block.tabIndex = 0;
  for (const block of root.querySelectorAll<HTMLElement>('.codehilite')) addCodeTools(block, reader);
  for (const picture of root.querySelectorAll<HTMLImageElement>('.message_inline_image img')) preparePicture(picture);
  for (const table of root.querySelectorAll('table')) makeScrollable(table);
  if (root.querySelector('.katex')) loadFormulaStyle();
}

function showEmoji(emoji: HTMLElement): void {
  const code = /(?:^| )emoji-([0-9a-f-]+)(?: |$)/.exec(emoji.className)?.[1];
  const character = code ? characterOf(code) : '';
  if (character !== '') emoji.textContent = character;
}

function showLocalTime(time: HTMLElement): void {
  const date = new Date(time.getAttribute('datetime') ?? '');
  if (Number.isNaN(date.getTime())) return;
  time.textContent = date.toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' });
  time.title = `${formatFull(date.getTime() / 1000)}, in your time zone`;
}

/** Marks mentions of the reader. Those of one person lead to who that is. */
function markMention(mention: HTMLElement, user_id: number): void {
  const id = mention.dataset.userId;
  if (id === String(user_id) || id === '*') mention.classList.add('mention-me');
  if (!id || !/^\d+$/.test(id)) return;
  mention.tabIndex = 0;
  mention.setAttribute('role', 'button');
}

function openOutside(link: HTMLAnchorElement): void {
  if (link.origin === location.origin && link.pathname === '/') return;
  link.target = '_blank';
  link.rel = 'noopener noreferrer';
}

/** Puts a table into a frame that scrolls, by keys too, where it is wider than the window. */
function makeScrollable(table: HTMLTableElement): void {
  const frame = document.createElement('div');
  frame.className = 'table-frame';
  frame.tabIndex = 0;
  table.replaceWith(frame);
  frame.append(table);
}

/** Reserves the room of a picture, so that nothing moves when it comes, and names it. */
function preparePicture(picture: HTMLImageElement): void {
  const [, width, height] = /^(\d+)x(\d+)$/.exec(picture.dataset.originalDimensions ?? '') ?? [];
  if (width && height) {
    picture.width = Number(width);
    picture.height = Number(height);
  }
  picture.alt = picture.closest('a')?.title || 'Picture';
}

/** Formulas need a style sheet of their own, which most pages do without. */
function loadFormulaStyle(): void {
  const { formulaStyle } = document.documentElement.dataset;
  if (formulaStyle === undefined || document.querySelector(`link[href="${formulaStyle}"]`)) return;
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = formulaStyle;
  document.head.append(link);
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
