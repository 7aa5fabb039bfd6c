import { Parser } from 'htmlparser2';
import { escapeMarks, escapeText, linkTarget } from '../markdown/escape.ts';
import { type Attributes, beginsOriginal, isOfWriter, isOmitted } from './html-marks.ts';
import { type Keeping, withoutIntroduction } from './own-words.ts';

/** In characters. The rest of a longer mail is not read. */
const longestHtml = 500_000;

/** The end of a line, unless the line has already ended. */
const lineEnd = '\v';
/** A space of code or of a nested list; ordinary text contains no such character. */
const keptSpace = '\u0002';
/** Stands for the text before a piece. */
const inTheLine = '\u0003';

/** Deeper elements are read as if their tags were missing, because each level reads its inner text once more. */
const deepest = 60;

/** The parser's time per tag grows with the depth, so a mail is read only up to this depth. */
const tooDeep = 500;
const step = 2000;

interface Element {
  tag: string;
  attributes: Attributes;
  /** The Markdown of its content so far. */
  inside: string;
  /** The last two characters of it: reading them from a string that grows would copy the string each time. */
  end: string;
  /** Number of items in the list so far. */
  items: number;
  /** Whether it is Gmail's element around a quotation, and the quotation did not begin yet. */
  isBeforeQuote: boolean;
  /** Whether it is part of an original mail, of which only what the writer added is read. */
  isOfOriginal: boolean;
}

function elementOf(tag: string, attributes: Attributes, { isBeforeQuote = false, isOfOriginal = false }): Element {
  return { tag, attributes, inside: '', end: '', items: 0, isBeforeQuote, isOfOriginal };
}

/** Converts the HTML of a mail to Markdown in which text remains text: it mentions nobody and hides no link. */
export function htmlToMarkdown(html: string, keeping: Keeping): string {
  const writer = read(html, keeping);
  // Answers between quotations would make no sense alone.
  return writer.hasAnswersBetween ? read(html, { ...keeping, include_quotes: true }).end() : writer.end();
}

function read(html: string, keeping: Keeping): Writer {
  const writer = new Writer(keeping);
  const parser = new Parser({
    onopentag: (tag, attributes) => writer.open(tag, attributes),
    ontext: (text) => writer.write(text),
    onclosetag: (tag) => writer.close(tag),
  });
  for (let at = 0; at < Math.min(html.length, longestHtml) && writer.depth < tooDeep; at += step) {
    parser.write(html.slice(at, at + step));
  }
  parser.end();
  return writer;
}

class Writer {
  #keeping: Keeping;
  #elements: Element[] = [elementOf('', {}, {})];
  /** Open tags of elements that are not in `#elements`. */
  #unwrapped = 0;
  /** Number of open elements that are left out. */
  #omitted = 0;
  /** An original mail that began, whose end nothing marks: whether own words are above it. */
  #original: { hasWordsAbove: boolean } | undefined;
  /** The text since the last quotation; undefined before the first. */
  #sinceQuote: string | undefined;
  hasAnswersBetween = false;
  /** Text that is not in an element yet: the parser hands it out in pieces, which may end within a URL. */
  #text = '';

  constructor(keeping: Keeping) {
    this.#keeping = keeping;
  }

  open(tag: string, attributes: Attributes): void {
    // The place where a long word may be broken is no part of it.
    if (tag === 'wbr') return;
    this.#endText();
    if (!this.#keeping.include_quotes && beginsOriginal(attributes)) this.#beginOriginal();
    const isQuote = tag === 'blockquote' && this.#container !== undefined;
    if (this.#omitted > 0 || isQuote || isOmitted(tag, attributes, this.#keeping)) this.#omit(tag);
    else if (this.#elements.length > deepest) this.#unwrapped++;
    else this.#elements.push(this.#elementOf(tag, attributes));
  }

  #elementOf(tag: string, attributes: Attributes): Element {
    const isOfOriginal = this.#isInOriginal && !this.#isAdded(attributes);
    return elementOf(tag, attributes, { isBeforeQuote: this.#isContainer(attributes), isOfOriginal });
  }

  /** The rule above an original mail goes with it. */
  #beginOriginal(): void {
    this.#replaceTop(this.#top.inside.replace(/(?:^|\n+)---\s*$/, ''));
    this.#original ??= { hasWordsAbove: this.#elements.some(({ inside }) => /[\p{L}\p{N}]/u.test(inside)) };
  }

  get #isInOriginal(): boolean {
    return this.#original !== undefined && !this.#elements.some(({ attributes }) => this.#isAdded(attributes));
  }

  /** Whether an element has words that somebody wrote below the original mail, and not above it. */
  #isAdded(attributes: Attributes): boolean {
    return this.#original?.hasWordsAbove === false && isOfWriter(attributes);
  }

  #isContainer({ class: names = '' }: Attributes): boolean {
    return !this.#keeping.include_quotes && /(?:^|\s)gmail_quote/.test(names);
  }

  get #container(): Element | undefined {
    return this.#elements.findLast(({ attributes }) => this.#isContainer(attributes));
  }

  #omit(tag: string): void {
    if (this.#omitted === 0 && !this.#isInOriginal && tag === 'blockquote') this.#beginQuote();
    this.#omitted++;
  }

  #beginQuote(): void {
    const container = this.#container;
    this.#replaceTop(container === this.#top && container.isBeforeQuote ? '' : withoutIntroduction(this.#top.inside));
    if (container) container.isBeforeQuote = false;
    if (this.#sinceQuote !== undefined && withoutIntroduction(this.#sinceQuote).trim() !== '')
      this.hasAnswersBetween = true;
    this.#sinceQuote = '';
  }

  write(text: string): void {
    if (this.#omitted === 0 && !this.#isInOriginal) this.#text += text;
  }

  #endText(): void {
    const text = this.#text;
    this.#text = '';
    if (this.#sinceQuote !== undefined) this.#sinceQuote += `${text}\n`;
    if (text !== '') this.#append(this.#isCode() ? text.replaceAll(lineEnd, ' ') : this.#escaped(text));
  }

  // Text after an element that continues a line has no marks of its beginning.
  #escaped(text: string): string {
    const words = text.replace(/[\s\u00a0]+/g, ' ');
    const toText = this.#elements.some(({ tag }) => tag === 'a') ? escapeMarks : escapeText;
    const before = /(?:^|[\n\v]) ?$/.test(this.#top.end) ? '' : inTheLine;
    const space = words.startsWith(' ') ? ' ' : '';
    return space + toText(before + words.slice(space.length)).slice(before.length);
  }

  close(tag: string): void {
    if (tag === 'wbr') return;
    this.#endText();
    if (this.#omitted > 0) this.#omitted--;
    else if (this.#unwrapped > 0) this.#unwrapped--;
    else if (this.#top.tag === tag) this.#closeTop();
  }

  end(): string {
    this.#endText();
    while (this.#elements.length > 1) this.#closeTop();
    return tidy(this.#top.inside).replaceAll(keptSpace, ' ');
  }

  #closeTop(): void {
    const element = this.#elements.pop() as Element;
    // What Gmail puts around a text that it does not quote is a forwarded mail.
    if (element.isBeforeQuote) return;
    if (element.isOfOriginal) this.#append(element.inside);
    else this.#append(convert(element, { isCode: this.#isCode(), list: this.#top }));
  }

  #replaceTop(text: string): void {
    this.#top.inside = text;
    this.#top.end = text.slice(-2);
  }

  #append(text: string): void {
    this.#top.inside += text;
    this.#top.end = (this.#top.end + text).slice(-2);
  }

  get #top(): Element {
    return this.#elements.at(-1) as Element;
  }

  /** Number of open elements. */
  get depth(): number {
    return this.#elements.length + this.#unwrapped + this.#omitted;
  }

  #isCode(): boolean {
    return this.#elements.some(({ tag }) => codeTags.has(tag));
  }
}

const codeTags = new Set(['pre', 'code', 'tt', 'samp', 'kbd']);
interface Surroundings {
  /** Whether the element is inside of code. */
  isCode: boolean;
  /** The enclosing element: the list, for an item. */
  list: Element;
}

type Conversion = (inside: string, attributes: Attributes, around: Surroundings) => string;

const paragraph: Conversion = (inside) => `\n\n${inside}\n\n`;
const line: Conversion = (inside) => `${lineEnd}${inside}${lineEnd}`;
const heading: Conversion = (inside) => `\n\n## ${inLine(inside)}\n\n`;
const bold: Conversion = (inside) => marked(inside, '**');
const italic: Conversion = (inside) => marked(inside, '*');
const struck: Conversion = (inside) => marked(inside, '~~');
const code: Conversion = (inside) => marked(inside.replaceAll('`', '\u02cb'), '`');
const list: Conversion = (inside) => `${lineEnd}${tidy(inside)}${lineEnd}`;
const cell: Conversion = (inside) => `${inside} `;

const conversions: Readonly<Record<string, Conversion>> = {
  p: paragraph,
  table: paragraph,
  ...Object.fromEntries(['div', 'tr', 'section', 'article', 'header', 'footer', 'center', 'dt'].map((t) => [t, line])),
  ...Object.fromEntries(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((tag) => [tag, heading])),
  ...Object.fromEntries(['td', 'th'].map((tag) => [tag, cell])),
  ...Object.fromEntries(['b', 'strong'].map((tag) => [tag, bold])),
  ...Object.fromEntries(['i', 'em'].map((tag) => [tag, italic])),
  ...Object.fromEntries(['s', 'del', 'strike'].map((tag) => [tag, struck])),
  ...Object.fromEntries(['code', 'tt', 'samp', 'kbd'].map((tag) => [tag, code])),
  ul: list,
  ol: list,
  li: (inside, _attributes, around) => item(inside, around),
  a: (inside, { href = '' }) => link(inside, href),
  img: (_inside, { alt = '' }) => escapeMarks(alt.replace(/\s+/g, ' ')),
  br: () => '\n',
  hr: () => '\n\n---\n\n',
  pre: (inside) => `\n\n${fenced(inside)}\n\n`,
  blockquote: (inside, { style = '' }) => `\n\n${isIndent(style) ? inside : quoted(inside)}\n\n`,
};

function convert({ tag, attributes, inside }: Element, around: Surroundings): string {
  if (around.isCode) return tag === 'br' ? '\n' : inside;
  return (Object.hasOwn(conversions, tag) && conversions[tag]?.(inside, attributes, around)) || inside;
}

function marked(inside: string, mark: string): string {
  const text = inside.trim();
  if (text === '' || text.includes('\n')) return inside;
  const [before, after] = [/^\s*/, /\s*$/].map((end) => end.exec(inside)?.[0]);
  return `${before}${mark}${text}${mark}${after}`;
}

function inLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function item(inside: string, { list }: Surroundings): string {
  list.items++;
  const number = list.tag === 'ol' ? `${list.items}.` : '-';
  return `${lineEnd}${number} ${tidy(inside).replace(/\n+/g, `\n${keptSpace}${keptSpace}`)}${lineEnd}`;
}

function link(inside: string, href: string): string {
  const label = inLine(inside);
  const target = linkTarget(href.trim());
  if (target === undefined || label === '' || label === href) return inside;
  return `[${label.replaceAll('[', '(').replaceAll(']', ')')}](${target})`;
}

/** Whether a quotation is none: programs indent paragraphs with it, as the only ones without a line beside them. */
function isIndent(style: string): boolean {
  return /(?:^|;)\s*border\s*:\s*(?:none|0)/i.test(style) && !/border-\w/i.test(style);
}

function quoted(inside: string): string {
  return tidy(inside).replace(/^/gm, '> ');
}

function fenced(inside: string): string {
  const runs = inside.match(/`{3,}/g) ?? [];
  const marks = '`'.repeat(Math.max(3, ...runs.map((run) => run.length + 1)));
  return `${marks}\n${inside.replace(/^\n+|\s+$/g, '').replaceAll(' ', keptSpace)}\n${marks}`;
}

/** The text without spaces around line breaks of the layout, and with at most one empty line between paragraphs. */
function tidy(text: string): string {
  return text.replace(/ *[\n\v][ \n\v]*/g, breakFor).replace(/^[ \n\v]+|[ \n\v]+$/g, '');
}

function breakFor(run: string): string {
  return run.split('\n').length > 2 ? '\n\n' : '\n';
}
