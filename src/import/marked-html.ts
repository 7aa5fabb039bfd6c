import { htmlToMarkdown } from '../mail/html-to-markdown.ts';
import { writeReference } from './references.ts';

/** Private characters around what the conversion leaves alone. */
const [open, close] = ['\ue000', '\ue001'];

/** Stands for a mention of a user of the archive in HTML. */
export function mentionMark(id: number): string {
  return `${open}${id}${close}`;
}

/** In characters: no such program lets people write longer texts. */
const longestHtml = 200_000;

/** HTML without marks that somebody wrote there: to be called before the first mark is made. */
export function withoutMarks(html: string): string {
  return html.slice(0, longestHtml).replaceAll(open, '').replaceAll(close, '').replaceAll('\0', '');
}

/** The Markdown of HTML with marks, in which text remains text. */
export function fromMarkedHtml(html: string): string {
  return htmlToMarkdown(html, { include_quotes: true, include_footer: true }).replace(
    new RegExp(`${open}(\\d{1,15})${close}`, 'g'),
    (_, id: string) => writeReference('user', Number(id)),
  );
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', nbsp: ' ', '#39': "'" };

/** The text of HTML, for quotations and topics. */
export function textOfHtml(html: string): string {
  return html
    .slice(0, 10_000)
    .replace(/<(?:br|\/p|\/div|\/li)\b[^<>]*>/gi, '\n')
    .replace(/<[^<>]*>/g, '')
    .replace(/&(\w+|#39);/g, (whole, name: string) =>
      Object.hasOwn(entities, name) ? (entities[name] as string) : whole,
    )
    .trim();
}
