import { isPlainObject } from '../http/params.ts';
import { escapeText } from '../markdown/escape.ts';
import { blocks, code, codeBlock, link, Markdown, md, moment, shorten } from './markdown.ts';
import { Payload } from './payload.ts';

/** Whether a value is a document of Atlassian's (ADF), in which Jira's cloud has what people write. */
export function isDocument(value: unknown): boolean {
  return isPlainObject(value) && value.type === 'doc';
}

/** Converts such a document to Markdown; what is no text, such as a picture, is left out. All text is escaped. */
export function fromDocument(document: Payload): Markdown {
  return new Markdown(shorten(blocks(...childrenOf(document, 0).map(writeBlock)).source, longest));
}

/** In UTF-16 units. */
const longest = 8000;
/** In levels: what lies deeper is left out. */
const deepest = 20;

/** A part of a document, and how deep it lies. */
interface Part {
  node: Payload;
  depth: number;
}

function childrenOf(node: Payload, depth: number): Part[] {
  const { value } = node.at('content');
  if (!Array.isArray(value) || depth > deepest) return [];
  return value.map((one: unknown) => ({ node: new Payload(one), depth: depth + 1 }));
}

function writeBlock(part: Part): Markdown {
  const { node, depth } = part;
  const children = childrenOf(node, depth);
  const type = node.any('type');
  if (Object.hasOwn(converters, type)) return converters[type]?.(node, children) as Markdown;
  return children.length > 0 ? blocks(...children.map(writeBlock)) : inline([part]);
}

type Converter = (node: Payload, children: readonly Part[]) => Markdown;

const converters: Readonly<Record<string, Converter>> = {
  paragraph: (_, children) => inline(children),
  heading: (node, children) => new Markdown(`${'#'.repeat(levelOf(node))} ${inline(children).source}`),
  codeBlock: (node, children) => codeBlock(children.map((child) => child.node.any('text')).join(''), languageOf(node)),
  blockquote: (_, children) => new Markdown(blocks(...children.map(writeBlock)).source.replace(/^/gm, '> ')),
  rule: () => new Markdown('---'),
  bulletList: writeList,
  orderedList: writeList,
  taskList: writeList,
  decisionList: writeList,
  tableRow: (_, children) => joinedBy(' | ', children.map(writeBlock)),
};

function levelOf(node: Payload): number {
  return Math.min(6, Math.max(1, Math.trunc(Number(node.any('attrs.level'))) || 1));
}

function languageOf(node: Payload): string {
  return /^[a-z0-9+#-]{1,20}$/i.exec(node.any('attrs.language'))?.[0] ?? '';
}

function writeList(list: Payload, items: readonly Part[]): Markdown {
  const isNumbered = list.any('type') === 'orderedList';
  const first = Math.trunc(Number(list.any('attrs.order'))) || 1;
  const lines = items.map((item, index) => {
    const { source } = joinedBy('\n', writeItem(item));
    return new Markdown(`${isNumbered ? `${first + index}.` : '-'} ${source.replaceAll('\n', '\n  ')}`);
  });
  return joinedBy('\n', lines);
}

/** The blocks of an item; those of tasks have their text in themselves. */
function writeItem({ node, depth }: Part): Markdown[] {
  const children = childrenOf(node, depth);
  const isText = children.every((child) => child.node.any('type') === 'text');
  return isText ? [inline(children)] : children.map(writeBlock);
}

function inline(parts: readonly Part[]): Markdown {
  return joinedBy(
    '',
    parts.map(({ node }) => writeInline(node)),
  );
}

function writeInline(node: Payload): Markdown {
  switch (node.any('type')) {
    case 'text':
      return marked(node);
    case 'hardBreak':
      return new Markdown('\n');
    case 'mention':
      return md`@${node.any('attrs.text', 'attrs.id').replace(/^@/, '')}`;
    case 'date':
      return moment(node.any('attrs.timestamp'));
    // A status or an emoji has a text, a card its address.
    default:
      return md`${node.any('attrs.text', 'attrs.shortName', 'attrs.url')}`;
  }
}

const styles: Readonly<Record<string, string>> = { strong: '**', em: '*', strike: '~~' };

/** A text with its marks, which stand next to its letters. */
function marked(node: Payload): Markdown {
  const text = node.any('text');
  const core = text.trim();
  if (core === '') return new Markdown(text);
  const marks = node.list('marks');
  const names = marks.map((mark) => mark.any('type'));
  const url = marks[names.indexOf('link')]?.any('attrs.href');
  const shown = url ? link(core, url) : names.includes('code') ? code(core) : new Markdown(escapeText(core));
  const around = names.map((name) => (Object.hasOwn(styles, name) ? (styles[name] ?? '') : ''));
  const source = around.reduce((inside, mark) => `${mark}${inside}${mark}`, shown.source);
  return new Markdown(text.replace(core, () => source));
}

function joinedBy(separator: string, parts: readonly Markdown[]): Markdown {
  return new Markdown(parts.map(({ source }) => source).join(separator));
}
