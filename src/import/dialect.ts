import { fromMrkdwn, link } from '../external/slack-text.ts';
import { escapeMarks, silenceMentions } from '../markdown/escape.ts';

/** How another program's dialect of Markdown differs from CommonMark. */
interface Dialect {
  /** Whether there are spoilers, quotations end with the last line that has a mark, and `>>> ` quotes all that follows. */
  isOfDiscord: boolean;
  /** Whether code blocks in LaTeX are shown as formulas. */
  hasFormulas: boolean;
  /** Replaces references in a text without code and URLs. */
  refer(text: string): string;
}

/** Parts that stay as they are, in place of which marks with their numbers stand meanwhile. */
class Kept {
  readonly #parts: string[] = [];

  keep(markdown: string): string {
    return `\u0001${this.#parts.push(markdown) - 1}\u0001`;
  }

  restore(text: string): string {
    // Kept parts may contain others.
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the mark is one
    return text.replace(/\u0001(\d+)\u0001/g, (_, index: string) => this.restore(this.#parts[Number(index)] ?? ''));
  }
}

/**
 * Converts a text of a program whose Markdown is nearer to CommonMark than chatd's: it has `_italic_`, `__strong__` and
 * escapes.
 */
export function convertDialect(written: string, dialect: Dialect): string {
  const kept = new Kept();
  const text = dialect.refer(keepCode(written.replaceAll('\u0001', ''), kept, dialect));
  const styled = convertEmphasis(text);
  if (!dialect.isOfDiscord) return kept.restore(styled);
  return quoteRest(kept, endQuotes(convertSpoilers(styled, kept)));
}

/** Blocks of code, code in a line, pictures, targets of links, URLs, and escaped characters. */
const untouched = new RegExp(
  [
    '(?<fence>`{3,}|~{3,})(?<code>[\\s\\S]*?)(?:\\k<fence>|$)',
    '(?<ticks>`{1,2})(?!`)[^\\n]+?(?<!`)\\k<ticks>(?!`)',
    '!\\[(?<alt>[^\\]\\n]*)\\]\\(\\s*<?(?<picture>https?:[^\\s<>()]+)>?[^)\\n]*\\)',
    '\\]\\(\\s*<?(?<target>https?:(?:[^\\s<>()]|\\([^\\s<>()]*\\))+)>?(?:\\s+"[^"\\n]*")?\\s*\\)',
    '<(?<bare>https?:[^\\s<>]+)>',
    'https?:\\/\\/[^\\s<>)\\]|]+',
    '\\\\(?<escaped>[!-/:-@[-`{-~])',
  ].join('|'),
  'g',
);

function keepCode(text: string, kept: Kept, { hasFormulas }: Dialect): string {
  return text.replace(untouched, (all: string, ...rest) => {
    const groups = rest.at(-1) as Record<string, string | undefined>;
    const [offset, whole] = rest.slice(-3) as [number, string];
    const { fence, code = '', alt, picture, target, bare, escaped } = groups;
    if (fence !== undefined) return keepBlock(kept, { code, hasFormulas, offset, whole, length: all.length });
    if (picture !== undefined) return kept.keep(link(picture, alt ?? ''));
    if (target !== undefined) return kept.keep(`](${target})`);
    if (escaped !== undefined) return kept.keep(escaped === '_' ? '_' : escapeMarks(escaped));
    return kept.keep(bare ?? all);
  });
}

interface Block {
  code: string;
  hasFormulas: boolean;
  whole: string;
  offset: number;
  length: number;
}

/** A block of code; other programs also begin and end it within a line. */
function keepBlock(kept: Kept, { code, hasFormulas, whole, offset, length }: Block): string {
  const [start = '', quote = ''] = /(?:^|\n)(> ?)?$/.exec(whole.slice(0, offset)) ?? ['none'];
  const plain = quote === '' ? code : code.replace(/^> ?/gm, '');
  const [, language = '', rest = plain] = /^([\w+#.-]*)[ \t]*\n([\s\S]*)$/.exec(plain) ?? [];
  const isFormula = hasFormulas && /^(?:la)?tex$/i.test(language);
  const block = fenced(rest.replace(/\n$/, ''), isFormula ? 'math' : language).replaceAll('\n', `\n${quote}`);
  const next = whole[offset + length];
  return `${start === 'none' ? '\n' : ''}${kept.keep(block)}${next === undefined || next === '\n' ? '' : '\n'}`;
}

/** A block whose fence is longer than each one in its text. */
export function fenced(text: string, kind: string): string {
  const fence = '`'.repeat(Math.max(3, ...Array.from(text.matchAll(/`{3,}/g), ([ticks]) => ticks.length + 1)));
  return `${fence}${kind}\n${text}\n${fence}`;
}

function convertEmphasis(text: string): string {
  return (
    text
      // Strong text within strong text would end it.
      .replace(/\*\*__(?=\S)([^_*\n]+)__\*\*/g, '**$1**')
      .replace(/__\*\*(?=\S)([^_*\n]+)\*\*__/g, '**$1**')
      .replace(/(?<![\p{L}\p{N}_])___(?=\S)([^_\n]*[^_\s])___(?![\p{L}\p{N}_])/gu, '***$1***')
      .replace(/(?<![\p{L}\p{N}_])__(?=\S)((?:[^_\n]|_(?!_))*[^_\s])__(?![\p{L}\p{N}_])/gu, '**$1**')
      .replace(/(?<![\p{L}\p{N}_:])_(?=\S)([^_\n]*[^_\s])_(?![\p{L}\p{N}_:])/gu, '*$1*')
      .replace(/^((?:> ?)?)-# /gm, '$1')
  );
}

/** Separates quotations from the next line, which would continue them. A mark without a space after it is text. */
function endQuotes(text: string): string {
  return text.replace(/^>(?! |>> |$)/gm, '\u2060>').replace(/^(> .*)\n(?=[^>\s])/gm, '$1\n\n');
}

/** Quotes everything after three marks. */
function quoteRest(kept: Kept, text: string): string {
  const [before = '', ...rest] = text.split(/^>>> /m);
  const quoted = rest.map((one) => kept.restore(one).replace(/^/gm, '> '));
  return [kept.restore(before), ...quoted].join('');
}

/** Spoilers are blocks here, so that the words around one become lines of their own. */
function convertSpoilers(text: string, kept: Kept): string {
  return text.replace(spoiler, (all: string, space: string, secret: string, offset: number, whole: string) => {
    const start = whole.slice(whole.lastIndexOf('\n', offset - 1) + 1, offset + space.length);
    const [quote = ''] = /^(?:> |>>> )?/.exec(start) ?? [];
    const mark = quote === '> ' ? quote : '';
    const next = whole[offset + all.length];
    const block = fenced(kept.restore(secret.trim()), 'spoiler').replaceAll('\n', `\n${mark}`);
    const before = start === quote ? space : `\n${mark}`;
    return `${before}${kept.keep(block)}${next === undefined || next === '\n' ? '' : `\n${mark}`}`;
  });
}

const spoiler = /([ \t]*)\|\|(?=[^|])((?:[^|]|\|(?!\|))+)\|\|[ \t]*/g;

/** Converts a text with `*bold*`, `_italic_`, `~struck~` and code, which are as in Slack's markup; nobody is mentioned. */
export function fromStarredText(text: string): string {
  const plain = text.replaceAll('\0', '').replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return silenceMentions(fromMrkdwn(plain));
}
