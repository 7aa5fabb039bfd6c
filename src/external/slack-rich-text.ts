import { nameOfSlackEmoji } from '../emoji/slack.ts';
import {
  broadcast,
  type Fields,
  fence,
  fieldsOf,
  link,
  listOf,
  literalStars,
  moment,
  placeholderFor,
  stringOf,
} from './slack-text.ts';

/** Converts a `rich_text` block to Markdown: text with styles, lists, code and quotations. */
export function writeRichText(block: Fields): string {
  return paragraphs(
    listOf(block.elements).map((one) => {
      const part = fieldsOf(one);
      const isQuoted = part.type === 'rich_text_quote' || Number(part.border) > 0;
      return isQuoted ? writePart(part).replace(/^/gm, '> ') : writePart(part);
    }),
  );
}

/** A list or code within a quotation is a part of its own, with a border. */
function writePart(part: Fields): string {
  switch (part.type) {
    case 'rich_text_list':
      return writeList(part);
    case 'rich_text_preformatted':
      return fence(
        listOf(part.elements)
          .map((one) => plainOf(fieldsOf(one)))
          .join(''),
      );
    default:
      return inlineOf(part);
  }
}

function writeList(list: Fields): string {
  const indent = '  '.repeat(Math.min(Number(list.indent) || 0, 8));
  const first = (Number(list.offset) || 0) + 1;
  return listOf(list.elements)
    .map((item, index) => {
      const mark = list.style === 'ordered' ? `${first + index}.` : '*';
      return `${indent}${mark} ${inlineOf(fieldsOf(item)).replaceAll('\n', `\n${indent}  `)}`;
    })
    .join('\n');
}

function inlineOf(part: Fields): string {
  return listOf(part.elements)
    .map((element) => writeInline(fieldsOf(element)))
    .join('');
}

function writeInline(element: Fields): string {
  const text = plainOf(element);
  switch (element.type) {
    case 'link':
      return writeLink(element);
    case 'broadcast':
      return broadcast(stringOf(element.range)) ?? text;
    case 'date':
      return moment(Number(element.timestamp), stringOf(element.format), stringOf(element.url)) ?? text;
    // A mention is bold, and cannot be in bold text.
    case 'user':
    case 'usergroup':
    case 'channel':
      return text;
    case 'text':
      return styled(isCode(element) ? text : literalStars(text), element);
    default:
      return styled(text, element);
  }
}

/** Code is within the text of a link: in code, a link would be none. */
function writeLink(element: Fields): string {
  const url = stringOf(element.url);
  const text = stringOf(element.text);
  const { code, ...style } = fieldsOf(element.style);
  return styled(link(url, code ? inCode(text || url) : text), { style });
}

/** The text of an element, without markup. */
function plainOf(element: Fields): string {
  const of = (name: string) => stringOf(element[name]);
  switch (element.type) {
    case 'link':
      return of('text') || of('url');
    case 'user':
      return placeholderFor('user', of('user_id'), '');
    case 'usergroup':
      return placeholderFor('group', of('usergroup_id'), '');
    case 'channel':
      return placeholderFor('channel', of('channel_id'), '');
    case 'emoji':
      return `:${nameOfSlackEmoji(of('name').replace(/::skin-tone-\d$/, ''))}:`;
    case 'broadcast':
      return `@${of('range')}`;
    case 'color':
      return of('value');
    default:
      return of('text') || of('fallback');
  }
}

// Marks only work next to a letter, so leading and trailing spaces stay outside.
function styled(text: string, element: Fields): string {
  const { bold, italic, strike, code } = fieldsOf(element.style);
  const core = text.trim();
  if (core === '') return text;
  const start = text.indexOf(core);
  let written = code ? inCode(core) : core;
  if (strike) written = `~~${written}~~`;
  if (italic) written = `*${written}*`;
  if (bold) written = `**${written}**`;
  return text.slice(0, start) + written + text.slice(start + core.length);
}

function isCode(element: Fields): boolean {
  return Boolean(fieldsOf(element.style).code);
}

function inCode(text: string): string {
  return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``;
}

/** Joins texts as paragraphs and skips empty ones. */
export function paragraphs(texts: readonly string[]): string {
  return texts
    .map((text) => text.replace(/^\n+/, '').trimEnd())
    .filter((text) => text !== '')
    .join('\n\n');
}
