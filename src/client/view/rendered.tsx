import { useLayoutEffect, useRef } from 'preact/hooks';
import { copy } from '../actions.ts';
import { setHtml } from '../trusted.ts';
import { useClient } from './context.ts';
import { decorate } from './decorate.ts';
import { openCard } from './user-link.ts';
import { dialog } from './view-state.ts';

/** Opens pictures of a message above the page instead of in a new one, and says who was mentioned. */
function clicked(event: MouseEvent): void {
  if (!(event.target instanceof Element)) return;
  const picture = event.target.closest('.message_inline_image a');
  if (picture instanceof HTMLAnchorElement) openPicture(event, picture);
  const mention = event.target.closest<HTMLElement>('.user-mention[role=button]');
  if (mention) openCard(event, Number(mention.dataset.userId));
}

function openPicture(event: MouseEvent, link: HTMLAnchorElement): void {
  const isPlain = !event.ctrlKey && !event.metaKey && !event.shiftKey && event.button === 0;
  if (!isPlain || link.origin !== location.origin) return;
  event.preventDefault();
  dialog.value = { kind: 'picture', url: link.href, name: link.title || fileNameIn(link) };
}

function fileNameIn({ pathname }: HTMLAnchorElement): string {
  return decodeURIComponent(pathname.split('/').at(-1) ?? '');
}

/** Mentions are pressed by keys as buttons are. */
function pressed(event: KeyboardEvent): void {
  const mention = event.target instanceof HTMLElement && event.target.matches('.user-mention') ? event.target : null;
  if (!mention || (event.key !== 'Enter' && event.key !== ' ')) return;
  event.preventDefault();
  event.stopPropagation();
  mention.click();
}

/** HTML that the server made: the content of a message, a description, a preview. */
export function Rendered({ html, class: name = '' }: { html: string; class?: string }) {
  const client = useClient();
  const element = useRef<HTMLDivElement>(null);
  const { user_id, realm_playgrounds } = client.store.read('realm').state;
  useLayoutEffect(() => {
    if (!element.current) return;
    setHtml(element.current, html);
    const copyText = (text: string) => void copy(client, text);
    decorate(element.current, { user_id, playgrounds: realm_playgrounds, copy: copyText });
  }, [html, user_id, realm_playgrounds]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: links, mentions and buttons inside take keys themselves
    <div ref={element} class={`rendered ${name}`} dir="auto" onClick={clicked} onKeyDown={pressed} />
  );
}
