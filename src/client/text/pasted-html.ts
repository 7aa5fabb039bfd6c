import { parseHtml } from './trusted.ts';

/** Converts HTML from other programs to Markdown: its structure, but not its styles. */
export function toMarkdown(html: string): string {
  return convert(parseHtml(html))
    .replace(/\n{3,}/g, '\n\n')
    .trim()
    .replaceAll(space, ' ')
    .replaceAll(lineBreak, '\n');
}

// Stand for those of code and lists until the others, which HTML does not count, are removed.
const space = '\ue000';
const lineBreak = '\ue001';

type Convert = (element: Element) => string;

/** The conversions of elements. All others are replaced by their contents. */
const converts = new Map<string, Convert>([
  ...named('address article aside dd div dl dt figure footer main nav section', (one) => `\n${inside(one)}\n`),
  ...named('button head input meta script style svg template title', () => ''),
  ...named('h1 h2 h3 h4 h5 h6', (one) => apart(`${'#'.repeat(Number(one.localName[1]))} ${lineOf(one)}`)),
  ...named('b strong', (one) => (isStyled(one, /font-weight:\s*(normal|[1-5]00)/) ? inside(one) : mark(one, '**'))),
  ...named('i em', (one) => (isStyled(one, /font-style:\s*normal/) ? inside(one) : mark(one, '*'))),
  ...named('del s strike', (one) => mark(one, '~~')),
  ...named('code kbd samp tt', (one) => mark(one, '`')),
  ...named('ol ul', convertList),
  ['a', convertLink],
  ['blockquote', (one) => apart(toLines(inside(one), '> ', '> '))],
  ['br', () => '\n'],
  ['header', convertHead],
  ['hr', () => apart('---')],
  ['p', (one) => apart(inside(one).trim())],
  ['pre', (one) => apart(`\`\`\`\n${codeOf(one)}\n\`\`\``)],
  ['table', convertTable],
]);

function named(names: string, act: Convert): [string, Convert][] {
  return names.split(' ').map((name) => [name, act]);
}

function convert(node: Node): string {
  if (node instanceof Text) return node.data.replace(/\s+/g, ' ');
  if (!(node instanceof Element)) return '';
  return converts.get(node.localName)?.(node) ?? inside(node);
}

function inside(element: Element): string {
  return [...element.childNodes]
    .map(convert)
    .join('')
    .replace(/ *\n */g, '\n');
}

function codeOf(element: Element): string {
  const code = (element.textContent ?? '').replace(/\n$/, '');
  return code.replaceAll(' ', space).replaceAll('\n', lineBreak);
}

function lineOf(element: Element): string {
  return inside(element).replace(/\s+/g, ' ').trim();
}

/** A paragraph. */
function apart(text: string): string {
  return text === '' ? '' : `\n\n${text}\n\n`;
}

/** The lines of a text, with marks before the first one and the others. */
function toLines(text: string, first: string, others: string): string {
  const lines = text.trim().replace(/\n{2,}/g, '\n');
  return first + lines.replaceAll('\n', `\n${others}`);
}

/** Puts marks around a text, inside its outer spaces. Marks do not reach over several lines. */
function mark(element: Element, marks: string): string {
  const text = inside(element);
  const [, before = '', core = '', after = ''] = /^(\s*)(.*?)(\s*)$/s.exec(text) ?? [];
  return core === '' || core.includes('\n') ? text : before + marks + core + marks + after;
}

/** Whether a style of the element takes back its meaning, as in documents of office programs. */
function isStyled(element: Element, style: RegExp): boolean {
  return style.test(element.getAttribute('style') ?? '');
}

/** The head of a message of this client becomes its sender. */
function convertHead(head: Element): string {
  const sender = head.querySelector('.sender');
  return sender ? apart(`**${sender.textContent}**`) : `\n${inside(head)}\n`;
}

function convertLink(link: Element): string {
  const text = lineOf(link);
  const href = link.getAttribute('href') ?? '';
  if (!/^(https?|mailto):/.test(href) || text === '') return inside(link);
  return text === href ? text : `[${text.replaceAll(/[[\]]/g, '')}](${href})`;
}

function convertList(list: Element): string {
  const items = [...list.children].filter(({ localName }) => localName === 'li');
  const lines = items.map((item, index) => {
    const sign = list.localName === 'ol' ? `${index + 1}. ` : '- ';
    return toLines(inside(item), sign, space.repeat(2));
  });
  return apart(lines.join('\n'));
}

function convertTable(table: Element): string {
  const rows = [...table.querySelectorAll('tr')].map((row) =>
    [...row.children].map((cell) => lineOf(cell).replaceAll('|', '\\|')),
  );
  const [head, ...body] = rows;
  if (!head) return '';
  if (head.length === 1) return apart(rows.flat().join('\n'));
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return apart([line(head), line(head.map(() => '---')), ...body.map(line)].join('\n'));
}
