import { useLayoutEffect, useRef } from 'preact/hooks';
import { characterOf } from '../emoji.ts';
import { setHtml } from '../trusted.ts';
import { useClient } from './context.ts';
import { dialog } from './view-state.ts';

/** Opens a picture of a message above the page instead of in a new one. */
function openPicture(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('.message_inline_image a') : null;
  const isPlain = !event.ctrlKey && !event.metaKey && !event.shiftKey && event.button === 0;
  if (!(link instanceof HTMLAnchorElement) || !isPlain || link.origin !== location.origin) return;
  event.preventDefault();
  dialog.value = { kind: 'picture', url: link.href, name: link.title || fileNameIn(link) };
}

function fileNameIn({ pathname }: HTMLAnchorElement): string {
  return decodeURIComponent(pathname.split('/').at(-1) ?? '');
}

/** HTML that the server made: the content of a message, a description, a preview. */
export function Rendered({ html, class: name = '' }: { html: string; class?: string }) {
  const { store } = useClient();
  const element = useRef<HTMLDivElement>(null);
  const { user_id } = store;
  useLayoutEffect(() => {
    if (!element.current) return;
    setHtml(element.current, html);
    decorate(element.current, user_id);
  }, [html, user_id]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: links inside take keys themselves
    <div ref={element} class={`rendered ${name}`} dir="auto" onClick={openPicture} />
  );
}

/** Shows what depends on the reader or the browser: characters of emoji, local times, own mentions, links outside. */
function decorate(root: HTMLElement, user_id: number): void {
  for (const emoji of root.querySelectorAll<HTMLElement>('span.emoji')) showEmoji(emoji);
  for (const time of root.querySelectorAll('time[datetime]')) showLocalTime(time);
  for (const mention of root.querySelectorAll<HTMLElement>('.user-mention')) {
    const id = mention.dataset.userId;
    if (id === String(user_id) || id === '*') mention.classList.add('mention-me');
  }
  for (const link of root.querySelectorAll('a')) openOutside(link);
  for (const header of root.querySelectorAll<HTMLElement>('.spoiler-header')) makeSpoiler(header);
  for (const block of root.querySelectorAll<HTMLElement>('pre')) block.tabIndex = 0;
  for (const picture of root.querySelectorAll<HTMLImageElement>('.message_inline_image img')) preparePicture(picture);
  if (root.querySelector('.katex')) loadFormulaStyle();
}

function showEmoji(emoji: HTMLElement): void {
  const code = /(?:^| )emoji-([0-9a-f-]+)(?: |$)/.exec(emoji.className)?.[1];
  const character = code ? characterOf(code) : '';
  if (character !== '') emoji.textContent = character;
}

function showLocalTime(time: Element): void {
  const date = new Date(time.getAttribute('datetime') ?? '');
  if (!Number.isNaN(date.getTime()))
    time.textContent = date.toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' });
}

function openOutside(link: HTMLAnchorElement): void {
  if (link.origin === location.origin && link.pathname === '/') return;
  link.target = '_blank';
  link.rel = 'noopener noreferrer';
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
