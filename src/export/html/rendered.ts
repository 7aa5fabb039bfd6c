import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';
import { escapeHtml } from '../../ground/text.ts';
import type { Texts } from '../../ground/texts.ts';
import { isPicture } from '../../markdown/media.ts';
import type { Links } from './links.ts';
import { addressFrom } from './site.ts';

type Node = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;

/** The page on which a message is shown. */
interface Shown {
  links: Links;
  /** The path of the page. */
  page: string;
  texts: Texts;
}

/** Allowed elements, with their attributes besides `class`, `title` and those for screen readers. */
const kept: Readonly<Record<string, readonly string[]>> = Object.fromEntries([
  ...words('p br strong em b i del code pre blockquote ul li hr table thead tbody tr td th span div').map(plain),
  ...words('h1 h2 h3 h4 h5 h6 sub sup semantics mrow mi mn mo mtext mspace mfrac msup msub msubsup msqrt').map(plain),
  ...words('mroot mover munder munderover mtable mtr mtd mstyle mpadded mphantom menclose').map(plain),
  ['ol', ['start']],
  ['time', ['datetime']],
  ['math', ['display']],
]);

function words(list: string): string[] {
  return list.split(' ');
}

function plain(name: string): [string, string[]] {
  return [name, []];
}

/** Elements that are removed with their content. Of other unknown elements, the content stays. */
const gone = new Set(words('script style template iframe object embed noscript svg annotation textarea select title'));

const empty = new Set(['br', 'hr']);

/**
 * The HTML of a message for a page: only allowed elements, no styles, and the server's URLs replaced with those of
 * pages and files. Nothing is loaded from elsewhere.
 */
export function rewriteHtml(html: string, shown: Shown): string {
  try {
    return parseFragment(html)
      .childNodes.map((node) => write(node, shown))
      .join('');
  } catch (error) {
    return nestedTooDeeply(error, html);
  }
}

/** HTML from elsewhere may be nested too deeply for the stack; then it is shown as text. */
function nestedTooDeeply(error: unknown, html: string): string {
  if (error instanceof RangeError) return escapeHtml(html.replace(/<[^>]*>/g, ' '));
  throw error;
}

/** The text of a message's HTML. */
export function textOf(html: string): string {
  try {
    return parseFragment(html).childNodes.map(textIn).join(' ').replace(/\s+/g, ' ').trim();
  } catch (error) {
    return nestedTooDeeply(error, html);
  }
}

function textIn(node: Node): string {
  if ('value' in node) return node.value;
  if (!('tagName' in node) || gone.has(node.tagName) || hasClass(node, 'katex-html')) return '';
  const inner = node.childNodes.map(textIn).join('');
  return /^(?:p|li|div|td|th|br|h\d|blockquote|pre)$/.test(node.tagName) ? ` ${inner} ` : inner;
}

function write(node: Node, shown: Shown): string {
  if ('value' in node) return escapeHtml(node.value);
  if (!('tagName' in node) || gone.has(node.tagName)) return '';
  const special = specials[node.tagName];
  if (special) return special(node, shown);
  return Object.hasOwn(kept, node.tagName) ? writeKept(node, shown) : inside(node, shown);
}

function inside(element: Element, shown: Shown): string {
  return element.childNodes.map((node) => write(node, shown)).join('');
}

const specials: Readonly<Record<string, (element: Element, shown: Shown) => string>> = {
  a: writeLink,
  img: writePicture,
  audio: writeMedia,
  video: writeMedia,
  span: writeSpan,
  div: writeBlock,
};

function writeKept(element: Element, shown: Shown): string {
  const { tagName } = element;
  const start = `<${tagName}${attributesOf(element, kept[tagName] ?? [])}>`;
  return empty.has(tagName) ? start : `${start}${inside(element, shown)}</${tagName}>`;
}

const always = ['title', 'aria-label', 'aria-hidden', 'role'];

function attributesOf(element: Element, names: readonly string[]): string {
  const classes = [attribute(element, 'class') ?? '', alignmentOf(element)].join(' ').trim();
  const pairs = [...always, ...names].flatMap((name) => {
    const value = attribute(element, name);
    return value === undefined ? [] : [[name, value]];
  });
  const all = /^[\w -]+$/.test(classes) ? [['class', classes], ...pairs] : pairs;
  return all.map(([name, value = '']) => ` ${name}="${escapeHtml(value)}"`).join('');
}

/** Columns of tables are aligned by styles, which the pages do not allow. */
function alignmentOf(element: Element): string {
  const side = /^text-align: (left|center|right);$/.exec(attribute(element, 'style') ?? '')?.[1];
  return side === undefined ? '' : `to-${side}`;
}

function attribute({ attrs }: Element, name: string): string | undefined {
  return attrs.find((one) => one.name === name)?.value;
}

function hasClass(element: Element, name: string): boolean {
  return (attribute(element, 'class') ?? '').split(' ').includes(name);
}

function writeLink(element: Element, shown: Shown): string {
  const inner = inside(element, shown);
  const found = shown.links.find(attribute(element, 'href') ?? '');
  if (found === undefined) return `<span${attributesOf(element, [])}>${inner}</span>`;
  const isElsewhere = /^[a-z]+:/i.test(found);
  const address = isElsewhere ? found : addressFrom(shown.page, found);
  const rel = isElsewhere ? ' rel="noopener noreferrer nofollow"' : '';
  return `<a${attributesOf(element, [])} href="${escapeHtml(address)}"${rel}>${inner}</a>`;
}

/** Images of other sites are removed; their links stay. */
function writePicture(element: Element, { links, page }: Shown): string {
  const src = attribute(element, 'src') ?? '';
  const found = links.findEmoji(src) ?? links.findFile(src) ?? links.findFile(linkAround(element));
  const label = attribute(element, 'alt') ?? '';
  if (found === undefined || !isPicture(found)) return escapeHtml(label);
  const alt = ` alt="${escapeHtml(label)}" loading="lazy"`;
  return `<img${attributesOf(element, [])} src="${escapeHtml(addressFrom(page, found))}"${alt}>`;
}

/** The URL that a preview links to. Until its thumbnail exists, a preview shows a placeholder. */
function linkAround({ parentNode }: Element): string {
  return parentNode && 'tagName' in parentNode ? (attribute(parentNode, 'href') ?? '') : '';
}

function writeMedia(element: Element, { links, page }: Shown): string {
  const found = links.findFile(attribute(element, 'src') ?? '');
  if (found === undefined) return '';
  const { tagName } = element;
  return `<${tagName} controls preload="none" src="${escapeHtml(addressFrom(page, found))}"></${tagName}>`;
}

/** Emoji become characters. Formulas are shown by MathML alone, which needs no styles. */
function writeSpan(element: Element, shown: Shown): string {
  if (hasClass(element, 'katex-html')) return '';
  const code = / emoji-([0-9a-f-]+)$/.exec(attribute(element, 'class') ?? '')?.[1];
  if (code === undefined) return writeKept(element, shown);
  return `<span class="emoji"${attributesOf({ ...element, attrs: element.attrs.filter(({ name }) => name !== 'class') }, [])}>${emojiCharacter(code)}</span>`;
}

/** The characters of an emoji as HTML; a question mark for an invalid code. */
export function emojiCharacter(code: string): string {
  const points = code.split('-').map((part) => Number.parseInt(part, 16));
  return points.every((point) => point > 0 && point <= 0x10ffff) ? escapeHtml(String.fromCodePoint(...points)) : '?';
}

/** Spoilers open without a script. */
function writeBlock(element: Element, shown: Shown): string {
  if (hasClass(element, 'spoiler-block')) return `<details>${inside(element, shown)}</details>`;
  if (hasClass(element, 'spoiler-header'))
    return `<summary>${inside(element, shown) || escapeHtml(shown.texts.t('export.spoiler'))}</summary>`;
  if (hasClass(element, 'spoiler-content')) return `<div>${inside(element, shown)}</div>`;
  return writeKept(element, shown);
}
