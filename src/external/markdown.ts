import { escapeLabel, escapeText, linkTarget } from '../markdown/escape.ts';
import { inLine, mentionNobody, time as timeTag } from './slack-text.ts';

/** Text that is already Markdown. All other values in md`…` are escaped. */
export class Markdown {
  readonly source: string;
  constructor(source: string) {
    this.source = source;
  }
}

type Value = string | number | Markdown;

/** Writes Markdown; values that are not Markdown become text in one line. */
export function md(strings: TemplateStringsArray, ...values: Value[]): Markdown {
  return new Markdown(String.raw({ raw: strings }, ...values.map(sourceOf)));
}

/** In characters: a longer title or name would be repeated in whole by each message about its thing. */
const longestText = 500;

export const nothing = new Markdown('');

function sourceOf(value: Value): string {
  return value instanceof Markdown ? value.source : escapeText(shorten(inLine(String(value)), longestText));
}

/** A link, or only its label if the URL cannot be linked. */
export function link(label: string, url: string): Markdown {
  const shown = shorten(inLine(label), longestText) || url;
  const target = linkTarget(url);
  if (target === undefined) return md`${shown}`;
  return new Markdown(`[${escapeLabel(shown)}](${target})`);
}

export function bold(text: string): Markdown {
  const shown = md`${text}`;
  return shown.source === '' ? nothing : new Markdown(`**${shown.source}**`);
}

/** Code in a line. */
export function code(text: string): Markdown {
  const shown = inLine(text).replaceAll('`', '\u02cb');
  return shown === '' ? nothing : new Markdown(`\`${shown}\``);
}

/** A block of code. */
export function codeBlock(text: string, language = ''): Markdown {
  const marks = marksAround(text);
  return new Markdown(`${marks}${language}\n${shorten(text.trimEnd(), longestBlock)}\n${marks}`);
}

const longestBlock = 8000;
const longestQuote = 2000;

/** A quotation with the lines of a text; nothing for an empty text. */
export function quote(text: string): Markdown {
  const shown = shorten(text.trim(), longestQuote);
  return shown === '' ? nothing : new Markdown(`\`\`\`quote\n${escapeText(shown)}\n\`\`\``);
}

/** A quotation of Markdown. */
export function quoteMarkdown({ source }: Markdown): Markdown {
  const shown = source.trim();
  const marks = marksAround(shown);
  return shown === '' ? nothing : new Markdown(`${marks}quote\n${shown}\n${marks}`);
}

/** The marks of a block that its text does not end. */
function marksAround(text: string): string {
  const runs = text.match(/`{3,}/g) ?? [];
  return '`'.repeat(Math.max(3, ...runs.map((run) => run.length + 1)));
}

/** A list; at most twenty items are shown. */
export function bullets(items: readonly Markdown[]): Markdown {
  const lines = items.slice(0, mostBullets).map(({ source }) => `- ${source}`);
  const rest = items.length - lines.length;
  return new Markdown([...lines, ...(rest > 0 ? [`- and ${rest} more`] : [])].join('\n'));
}

const mostBullets = 20;

/** `**Name**: value`, in one line if that is short, or else in a list; values that are empty are left out. */
export function facts(values: Readonly<Record<string, Value>>): Markdown {
  const present = Object.entries(values).filter(([, value]) => sourceOf(value) !== '');
  const shown = present.map(([name, value]) => md`${bold(name)}: ${value}`);
  const line = joined(shown, ' · ');
  return isShort(line, longestLine) ? line : bullets(shown);
}

/** In visible characters. */
const longestLine = 160;

function isShort({ source }: Markdown, max: number): boolean {
  return source.replace(/\]\([^()\s]*\)/g, ']').length <= max;
}

/** Paragraphs, without those that are empty. */
export function blocks(...parts: readonly Markdown[]): Markdown {
  const sources = parts.map(({ source }) => source.trim());
  return new Markdown(sources.filter((source) => source !== '').join('\n\n'));
}

/** A sentence, given without its full stop, with what has changed: in its line, if that is one short line. */
export function changed(sentence: Markdown, changes: Markdown): Markdown {
  const [, only] = /^(?:- )?([^\n]+?)\.?$/.exec(changes.source) ?? [];
  const isInLine = only !== undefined && isShort(changes, longestChange);
  return isInLine ? md`${sentence} (${new Markdown(only)}).` : blocks(md`${sentence}.`, changes);
}

/** In visible characters. */
const longestChange = 120;

/** Markdown that a person wrote for messages here. Its mentions notify nobody. */
export function written(text: string): Markdown {
  return new Markdown(mentionNobody(text));
}

/** Parts in one line, without those that are empty. */
export function joined(parts: readonly Markdown[], separator = ' '): Markdown {
  const sources = parts.map(({ source }) => source);
  return new Markdown(sources.filter((source) => source !== '').join(separator));
}

/** A time shown to each reader in their own time zone; the text itself if it is no time. */
export function time(text: string): Markdown {
  const tag = timeTag(Date.parse(text) / 1000);
  return tag === undefined ? md`${text}` : new Markdown(tag);
}

/** A time as ISO 8601, or in UNIX seconds or milliseconds, shown as by time(); nothing for another text. */
export function moment(text: string): Markdown {
  const isNumber = /^\d+(?:\.\d+)?$/.test(text);
  const seconds = isNumber ? Number(text) : Date.parse(isoTime(text)) / 1000;
  const tag = timeTag(isNumber && seconds > 1e11 ? seconds / 1000 : seconds);
  return tag === undefined ? nothing : new Markdown(tag);
}

/** A time such as `2024-05-01 10:00:00`, which tools write for UTC, in the form of ISO 8601. */
function isoTime(text: string): string {
  return text.replace(/^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}(?::\d{2})?(?:\.\d+)?)( ?UTC)?$/, '$1T$2Z');
}

/** The first line of a text, such as a commit message. */
export function firstLine(text: string): string {
  return shorten(text.trimStart().split(/[\r\n]/, 1)[0] ?? '', 200);
}

/** A text without what exceeds a length. */
export function shorten(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, max).toWellFormed()}…`;
}
