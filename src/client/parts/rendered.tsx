import { useLayoutEffect, useRef } from 'preact/hooks';
import { copy } from '../commands/actions.ts';
import { locale } from '../language/locale.ts';
import { is24Hours } from '../text/time.ts';
import { setHtml } from '../text/trusted.ts';
import { useClient } from './context.ts';
import { decorate, type Reader } from './decorate.ts';

/** Shows the server's HTML in an element, adapted to the reader. */
export function show(element: HTMLElement, html: string, reader: Reader): void {
  setHtml(element, html);
  decorate(element, reader);
}

/** HTML rendered by the server: the content of a message, a description, a preview. */
export function Rendered({ html, class: name = '' }: { html: string; class?: string }) {
  const client = useClient();
  const element = useRef<HTMLDivElement>(null);
  const { user_id, realm_playgrounds } = client.store.read('realm').state;
  useLayoutEffect(() => {
    if (!element.current) return;
    const copyText = (text: string) => void copy(client, text);
    show(element.current, html, { user_id, playgrounds: realm_playgrounds, copy: copyText });
  }, [html, user_id, realm_playgrounds, is24Hours.value, locale()]);
  return <div ref={element} class={`rendered ${name}`} dir="auto" />;
}
