import { escapeText } from '../markdown/escape.ts';
import { code, codeBlock, link, Markdown, md, shorten } from './markdown.ts';

/**
 * Converts Jira's markup to Markdown: `*bold*`, `_italic_`, `-struck-`, `{{code}}`, `[text|url]`, `{code}`,
 * `{noformat}`, `{quote}`, headings, lists and tables. All else is escaped.
 */
export function fromJira(text: string): Markdown {
  const kept: string[] = [];
  const keep = (markdown: string) => `\0${kept.push(markdown) - 1}\0`;
  const open = shorten(text, longest).replace(pieces, (...match) => keep(convertPiece(match as unknown as Piece)));
  const styled = styles.reduce(
    (styling, [style, mark]) => {
      return styling.replace(
        style,
        (_, before: string, inner: string) => `${before}${keep(mark)}${inner}${keep(mark)}`,
      );
    },
    markLines(open, keep),
  );
  return new Markdown(escapeText(styled).replace(/\0(\d+)\0/g, (_, index: string) => kept[Number(index)] as string));
}

// For each opening mark, the end is searched to the end of the text.
const longest = 8000;

// Blocks, code in a line, links and people; tags without a meaning here; escaped marks.
const pieces =
  /\{(code|noformat)(?::([^}\n]{0,200}))?\}([\s\S]*?)\{\1\}|\{quote\}([\s\S]*?)\{quote\}\n{0,2}|\{\{([^}\n]+)\}\}|\[([^[\]\n]+)\]|\{(?:color|panel|anchor)(?::[^}\n]{0,200})?\}|\\([!*_{}[\]()#+|^~-])/g;

type Piece = [
  all: string,
  block: string | undefined,
  options: string | undefined,
  content: string | undefined,
  quoted: string | undefined,
  inline: string | undefined,
  target: string | undefined,
  mark: string | undefined,
];

function convertPiece([all, block, options, content, quoted, inline, target, mark]: Piece): string {
  if (block !== undefined) return `\n${codeBlock((content ?? '').replace(/^\n+/, ''), languageOf(options)).source}\n`;
  if (quoted !== undefined) return `\n${escapeText(quoted.trim()).replace(/^/gm, '> ')}\n\n`;
  if (inline !== undefined) return code(inline).source;
  if (target !== undefined) return linkTo(target) ?? escapeText(all);
  return mark === undefined ? '' : escapeText(mark);
}

// The language is the first option without a name: `{code:title=Soup|python}`.
function languageOf(options = ''): string {
  return options.split('|').find((option) => /^[a-z0-9+#-]{1,20}$/i.test(option)) ?? '';
}

/** A link or a mention; undefined for other text in brackets. */
function linkTo(target: string): string | undefined {
  if (target.startsWith('~')) return md`@${target.startsWith('~accountid:') ? 'somebody' : target.slice(1)}`.source;
  const [label = '', url = label] = target.split('|');
  return /^(?:https?:\/\/|mailto:)\S+$/i.test(url) ? link(label.replace(/^mailto:/, ''), url).source : undefined;
}

// The marks count only next to the end of a word.
const styles: readonly (readonly [RegExp, string])[] = [
  [/(^|[\s({"'])\*(?=\S)([^*\n]*[^*\s])\*(?![\p{L}\p{N}*])/gmu, '**'],
  [/(^|[\s({"'\0])_(?=\S)([^_\n]*[^_\s])_(?![\p{L}\p{N}_])/gmu, '*'],
  [/(^|[\s({"'\0])-(?=[^\s-])([^-\n]*[^-\s])-(?![\p{L}\p{N}-])/gmu, '~~'],
];

function markLines(text: string, keep: (markdown: string) => string): string {
  return text
    .replace(/^\|\|(.+)\|\|[ \t]*((?:\n\|.*)*)\n{0,2}/gm, (_, heads: string, rows: string) => {
      const names = heads.split('||');
      return `\n| ${names.join(' | ')} |\n${keep(`|${'---|'.repeat(names.length)}`)}${spaced(rows)}\n\n`;
    })
    .replace(/^h([1-6])\. +/gm, (_, level: string) => keep(`${'#'.repeat(Number(level))} `))
    .replace(/^bq\. +(.*)\n{0,2}/gm, (_, quoted: string) => `${keep('> ')}${quoted}\n\n`)
    .replace(/^([*#-]{1,6}) +(?=\S)/gm, (_, marks: string) => {
      return keep(`${'  '.repeat(marks.length - 1)}${marks.endsWith('#') ? '1.' : '-'} `);
    });
}

/** Rows of a table, in whose cells styles begin after a space. */
function spaced(rows: string): string {
  return rows.replaceAll('|', ' | ').replace(/^ | $/gm, '');
}
