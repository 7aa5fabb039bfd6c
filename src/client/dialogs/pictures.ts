import type { Message, MessagePage, NarrowTerm } from '../api/types.ts';
import type { Client } from '../client.ts';
import { parseHtml } from '../text/trusted.ts';

/** A picture of a message. */
export interface Picture {
  /** Of what is shown: the file, or its thumbnail if browsers cannot show the file. */
  url: string;
  /** Of the file. */
  file: string;
  name: string;
  /** Undefined for pictures that stand in no message, such as those of a preview. */
  message?: Message;
}

/** The picture of a link around a preview. */
export function pictureOf(link: HTMLAnchorElement): Picture {
  const preview = link.querySelector('img');
  const isFile = preview?.dataset.transcodedImage === undefined;
  const [url, file] = [isFile ? link.href : preview.src, link.href].map(absolute);
  return { url: url ?? '', file: file ?? '', name: link.title || nameIn(link) };
}

/** The pictures of some messages, in their order. Each is listed once for a message. */
export function listPictures(messages: readonly Message[]): Picture[] {
  return messages.flatMap((message) => {
    const links = [...parseHtml(message.content).querySelectorAll<HTMLElement>(sources)].map(linkAround);
    const found = links.filter(({ origin }) => origin === location.origin).map(pictureOf);
    return [...new Map(found.map((one) => [one.file, { ...one, message }])).values()];
  });
}

const sources = '.message_inline_image > a:has(> img), img.inline-image';

/** Number of messages with pictures that are fetched before and after one. */
const step = 30;

/** Fetches messages with pictures around one. */
export async function fetchAround({ call }: Client, narrow: readonly NarrowTerm[], anchor: number): Promise<Message[]> {
  const params = {
    narrow: [...narrow, { operator: 'has', operand: 'image' }],
    anchor,
    num_before: step,
    num_after: step,
  };
  const { messages } = await call<MessagePage>('GET', '/messages', { ...params, allow_empty_topic_name: true });
  return messages;
}

/** A picture within the text has no link before it is shown. */
function linkAround(element: HTMLElement): HTMLAnchorElement {
  if (element instanceof HTMLAnchorElement) return element;
  const link = Object.assign(document.createElement('a'), { title: element.getAttribute('alt') ?? '' });
  link.href = element.dataset.originalSrc ?? '';
  link.append(element.cloneNode());
  return link;
}

/** Documents that are only parsed have an address of their own. */
function absolute(url: string): string {
  return new URL(url, location.origin).href;
}

function nameIn({ pathname }: HTMLAnchorElement): string {
  return decodeURIComponent(pathname.split('/').at(-1) ?? '');
}
