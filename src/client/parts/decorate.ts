import { keepTrying } from '../api/part.ts';
import type { Client } from '../client.ts';
import { t } from '../language/texts.ts';
import { Late } from '../late.ts';
import { characterOf } from '../text/emoji.ts';
import { formatFull, formatMoment } from '../text/time.ts';
import type { CodeUse } from './code-tools.ts';
import { arrangeFiles } from './files.ts';

/** The reader's data for showing a message: their id, and the organization's playgrounds. */
export interface Reader extends CodeUse {
  user_id: number;
  /** Of lists of messages, which show messages that one links to. */
  client?: Client;
}

type Decorate = (element: HTMLElement, reader: Reader) => void;

const texts: readonly (readonly [selector: string, decorate: (element: HTMLElement) => void])[] = [
  ['span.emoji', showEmoji],
  ['time[datetime]', showLocalTime],
];

const decorations: readonly (readonly [selector: string, decorate: Decorate])[] = [
  ...texts,
  ['p:only-child:has(> .emoji:first-child)', enlarge],
  ['.user-mention', markMention],
  ['a', openOutside],
  ['pre', makeReachable],
  ['ul, ol, blockquote, table', followText],
  ['p:has(> a[href^="/user_uploads/"])', arrangeFiles],
  ['.inline-image', makePreview],
  ['.message_inline_image img', preparePicture],
  ['table', makeScrollable],
  ['.katex', loadFormulaStyle],
];

const decorated = decorations.map(([selector]) => selector).join();

/**
 * Adds everything to a message that depends on the reader or the browser: emoji characters, local times, own mentions,
 * external links.
 */
export function decorate(root: HTMLElement, reader: Reader): void {
  for (const element of root.querySelectorAll<HTMLElement>(decorated))
    for (const [selector, act] of decorations) if (element.matches(selector)) act(element, reader);
  addLater(root, reader);
}

export const extras = new Late<(root: HTMLElement, reader: Reader) => void>();

const bare = new Map<HTMLElement, Reader>();

/** Adds what no height depends on once that is loaded. */
function addLater(root: HTMLElement, reader: Reader): void {
  if (!root.querySelector('.codehilite, .spoiler-header, .file-card, .message_inline_video, a')) return;
  bare.set(root, reader);
  if (bare.size > 1) return;
  keepTrying(extras.get, (add) => {
    for (const one of bare) add(...one);
    bare.clear();
  });
}

/** Shows emoji and times of a message as text. */
export function decorateText(root: HTMLElement): void {
  for (const [selector, act] of texts) for (const element of root.querySelectorAll<HTMLElement>(selector)) act(element);
}

function showEmoji(emoji: HTMLElement): void {
  const code = /(?:^| )emoji-([0-9a-f-]+)(?: |$)/.exec(emoji.className)?.[1];
  const character = code ? characterOf(code) : '';
  if (character !== '') emoji.textContent = character;
}

function showLocalTime(time: HTMLElement): void {
  const date = new Date(time.getAttribute('datetime') ?? '');
  if (Number.isNaN(date.getTime())) return;
  const timestamp = date.getTime() / 1000;
  time.textContent = formatMoment(timestamp);
  time.title = t('parts.inYourZone', { time: formatFull(timestamp) });
}

/** A message of one to three emoji shows them large. */
function enlarge(paragraph: HTMLElement): void {
  const { childNodes, children } = paragraph;
  const isAlone = [...childNodes].every((node) => node instanceof HTMLElement || node.textContent?.trim() === '');
  const isEmoji = [...children].every((element) => element.matches('.emoji'));
  if (isAlone && isEmoji && children.length <= mostLarge) paragraph.classList.add('is-large');
}

const mostLarge = 3;

/** Highlights mentions of the reader. Mentions of one person open that person's card. */
function markMention(mention: HTMLElement, { user_id }: Reader): void {
  const id = mention.dataset.userId;
  if (id === String(user_id) || id === '*') mention.classList.add('mention-me');
  if (!id || !/^\d+$/.test(id)) return;
  mention.tabIndex = 0;
  mention.setAttribute('role', 'button');
}

function openOutside(link: HTMLElement): void {
  const href = link.getAttribute('href') ?? '';
  // Parse the URL only if its text is not enough, because parsing is slow.
  if (href.startsWith('#') || !(link instanceof HTMLAnchorElement)) return;
  const isOurs = href.startsWith('/') || href.startsWith(location.origin);
  if (isOurs && link.origin === location.origin && link.pathname === '/') return;
  link.target = '_blank';
  link.rel = 'noopener noreferrer';
}

/** Puts the marks of lists, quotations and tables on the side where their text begins. */
function followText(block: HTMLElement): void {
  block.dir = 'auto';
}

/** Makes blocks of code scrollable by keys. */
function makeReachable(block: HTMLElement): void {
  block.tabIndex = 0;
}

/** Puts a table that is wider than the window into a frame that scrolls, by keys too. */
function makeScrollable(table: HTMLElement): void {
  const frame = document.createElement('div');
  frame.className = 'table-frame';
  frame.tabIndex = 0;
  table.replaceWith(frame);
  frame.append(table);
}

/** Makes a picture in the text open and play like those below it. */
function makePreview(picture: HTMLElement): void {
  const { originalSrc } = picture.dataset;
  if (!(picture instanceof HTMLImageElement) || originalSrc === undefined) return;
  const preview = Object.assign(document.createElement('span'), { className: 'message_inline_image' });
  const link = Object.assign(document.createElement('a'), { href: originalSrc, title: picture.alt });
  openOutside(link);
  picture.replaceWith(preview);
  preview.append(link);
  link.append(picture);
}

/** Reserves the space of a picture, so that nothing moves when it is loaded, and sets its label. */
function preparePicture(picture: HTMLElement): void {
  if (!(picture instanceof HTMLImageElement)) return;
  const [, width, height] = /^(\d+)x(\d+)$/.exec(picture.dataset.originalDimensions ?? '') ?? [];
  if (width && height) {
    picture.width = Number(width);
    picture.height = Number(height);
    picture.style.setProperty('--ratio', String(Number(width) / Number(height)));
  }
  picture.alt = picture.closest('a')?.title || t('parts.picture');
}

let hasFormulaStyle = false;

/** Formulas need a separate style sheet, which most pages do without. */
function loadFormulaStyle(): void {
  const { formulaStyle } = document.documentElement.dataset;
  if (formulaStyle === undefined || hasFormulaStyle) return;
  hasFormulaStyle = true;
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = formulaStyle;
  // The next formula asks for it again.
  link.addEventListener('error', () => {
    hasFormulaStyle = false;
    link.remove();
  });
  document.head.append(link);
}
