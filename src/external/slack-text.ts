import { nameOfSlackEmoji } from '../emoji/slack.ts';
import { isPlainObject } from '../http/params.ts';
import { escapeText, silenceMentions } from '../markdown/escape.ts';
import { findLanguage } from '../markdown/languages.ts';

export type Fields = Record<string, unknown>;

/** A primitive value as text; empty for all others. */
export function stringOf(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  // Zero bytes mark the placeholders of fromMrkdwn() and placeholderFor().
  return typeof value === 'string' ? value.replaceAll('\0', '').replace(/\r\n?/g, '\n').toWellFormed() : '';
}

/** The fields of an object; empty for anything else. */
export function fieldsOf(value: unknown): Fields {
  return isPlainObject(value) ? value : {};
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The Markdown of a text, or of a text object, which specifies whether it contains markup. */
export function textOf(value: unknown): string {
  if (!isPlainObject(value)) return fromMrkdwn(stringOf(value));
  const text = stringOf(value.text);
  return value.type === 'plain_text' ? escapeText(renameEmoji(decode(text))) : fromMrkdwn(text);
}

/**
 * Converts Slack's markup to Markdown: `*bold*`, `_italic_`, `~struck~`, `<url|text>`, `<@U1>`, `<!here>` and `&lt;`.
 * Code and URLs stay literal. Takes linear time.
 */
export function fromMrkdwn(text: string): string {
  const kept: string[] = [];
  const keep = (markdown: string) => `\0${markdown.startsWith('\0') ? 'r' : ''}${kept.push(markdown) - 1}\0`;
  const open = text.replace(untouched, (...match) => keep(convertPiece(match as unknown as Piece)));
  const mark = (marks: string) => (_: string, styled: string) => markAround(styled, marks);
  const styled = literalStars(renameEmoji(literalFences(open)))
    .replace(/(?<![\p{L}\p{N}*@#])\*(?=\S)([^*\n]*[^*\s])\*(?![\p{L}\p{N}*])/gu, mark('**'))
    .replace(/(?<![\p{L}\p{N}_])_(?=\S)([^_\n]*[^_\s])_(?![\p{L}\p{N}_])/gu, mark('*'))
    .replace(/(?<![\p{L}\p{N}~])~(?=\S)([^~\n]*[^~\s])~(?![\p{L}\p{N}~])/gu, '~~$1~~');
  return putBack(convertLines(decode(styled)), kept);
}

/** Styles a text except for its references, because mentions are bold and cannot be in bold text. */
function markAround(text: string, marks: string): string {
  return text
    .split(/(\0r\d+\0)/)
    .map((part, index) => (index % 2 === 1 ? part : part.replace(/\S(?:[\s\S]*\S)?/, `${marks}$&${marks}`)))
    .join('');
}

/** A fence that is not closed is no code there; here it would hide the rest of its line. */
function literalFences(text: string): string {
  return text.replaceAll('```', '\u02cb\u02cb\u02cb').replace(/^([^\S\n]*)~~~/gm, '$1\u223c\u223c\u223c');
}

/** Puts kept pieces into their lines. In a quoted line, all lines of a piece are quoted. */
function putBack(markdown: string, kept: readonly string[]): string {
  return markdown.replace(/^((?:>[> ]*)?)(.*)$/gm, (_, quote: string, line: string) => {
    const whole = line.replace(/\0r?(\d+)\0/g, (__, index: string) => kept[Number(index)] as string);
    if (quote === '') return whole;
    return whole.replace(/^\n/, '').replace(/^/gm, quote);
  });
}

/** Stars between two letters or digits begin no bold text there, but would be emphasis here. */
export function literalStars(text: string): string {
  return text.replace(/(?<=[\p{L}\p{N})])\*(?=[\p{L}\p{N}(])/gu, '\u2217');
}

/** There, a quotation ends with its last line, and three marks begin one of all that follows. */
function convertLines(text: string): string {
  return text
    .replace(/^>>> ?([\s\S]*)/m, (_, rest: string) => rest.replace(/^/gm, '> '))
    .replace(/^(>.*)\n(?=[^>\s])/gm, '$1\n\n');
}

/** Replaces Slack's names of emoji with chatd's, which have no skin tones. */
export function renameEmoji(text: string): string {
  const plain = text.replace(/(?<=:[\w+'-]+:):skin-tone-[2-6]:/g, '');
  return plain.replace(/:([\w+'-]+):/g, (_, name: string) => `:${nameOfSlackEmoji(name)}:`);
}

const untouched = /```([\s\S]*?)```|`([^`\n]+)`|<([^<>\n]+)>|https?:\/\/[^\s<>|]+/g;

type Piece = [all: string, block: string | undefined, code: string | undefined, tag: string | undefined, ...Place];
type Place = [offset: number, text: string];

function convertPiece([all, block, code, tag, offset, text]: Piece): string {
  if (block !== undefined) {
    const before = offset === 0 || text[offset - 1] === '\n' ? '' : '\n';
    const next = text[offset + all.length];
    return `${before}${fence(plainCode(block))}${next === undefined || next === '\n' ? '' : '\n'}`;
  }
  if (code !== undefined) return `\`${plainCode(code)}\``;
  if (tag === undefined) return decode(all);
  return fromTag(tag, text[offset + all.length] ?? '') ?? `<${decode(tag)}>`;
}

/** Converts a tag in angle brackets; undefined if it is no tag. */
function fromTag(tag: string, next: string): string | undefined {
  const [target, label] = splitOnce(tag, '|');
  if (/^@[UWB][A-Z0-9]*$/.test(target)) return placeholderFor('user', target.slice(1), decode(label));
  if (/^#[CGD][A-Z0-9]*$/.test(target)) return placeholderFor('channel', target.slice(1), decode(label));
  if (target.startsWith('!')) return fromCommand(target.slice(1), decode(label));
  if (!isUrl(target)) return undefined;
  if (label === '' && /^(?:[\s.,;:!?)*_~]|$)/.test(next)) return decode(target).replace(/^mailto:/, '');
  return link(decode(target), decode(label));
}

function fromCommand(command: string, label: string): string {
  const [kind, ...rest] = command.split('^');
  if (kind === 'date') return moment(Number(rest[0]), decode(rest[1] ?? ''), decode(rest.slice(2).join('^'))) ?? label;
  if (kind === 'subteam') return placeholderFor('group', rest[0] ?? '', label);
  return broadcast(kind ?? '') ?? `@${label || command}`;
}

/** A placeholder for a broadcast; undefined for another word. */
export function broadcast(range: string): string | undefined {
  return ['here', 'channel', 'everyone'].includes(range) ? placeholderFor('everyone', range, '') : undefined;
}

/** A person or thing that a text refers to by its id, with the name given there. */
export interface SlackReference {
  kind: 'everyone' | 'user' | 'group' | 'channel';
  /** For everyone: the word. */
  id: string;
  label: string;
}

/** A placeholder for a reference, until replaceReferences(). */
export function placeholderFor(kind: SlackReference['kind'], id: string, label: string): string {
  return `\0${kind}/${encodeURIComponent(id)}/${encodeURIComponent(label)}\0`;
}

/** Replaces each reference with Markdown. */
export function replaceReferences(markdown: string, answer: (reference: SlackReference) => string): string {
  return markdown.replace(
    /\0([a-z]+)\/([^\0/]*)\/([^\0]*)\0/g,
    (_, kind: SlackReference['kind'], id: string, label: string) =>
      answer({ kind, id: decodeURIComponent(id), label: decodeURIComponent(label) }),
  );
}

/** The name of a reference, as text. */
export function nameOfReference({ kind, id, label }: SlackReference): string {
  return `${kind === 'channel' ? '#' : '@'}${label.replace(/^[@#]/, '') || id}`;
}

/** Turns broadcasts into mentions of everyone, other references into names, and all other mentions into silent ones. */
export function mentionBroadcasts(markdown: string): string {
  const named = replaceReferences(markdown, (reference) =>
    reference.kind === 'everyone' ? placeholderFor(reference.kind, reference.id, '') : nameOfReference(reference),
  );
  return replaceReferences(silenceMentions(named), () => '@**all**');
}

/** Turns references into names, and all mentions into silent ones. */
export function mentionNobody(markdown: string): string {
  return silenceMentions(replaceReferences(markdown, nameOfReference));
}

/** A link, or only its text if the URL cannot be linked. */
export function link(url: string, label: string): string {
  const shown = inLine(label) || url.replace(/^mailto:/, '');
  if (!isUrl(url)) return shown;
  const target = url.trim().replace(/[\s()<>]/g, (character) => `%${character.charCodeAt(0).toString(16)}`);
  return `[${isBalanced(shown) ? shown : shown.replaceAll('[', '(').replaceAll(']', ')')}](${target})`;
}

function isUrl(text: string): boolean {
  return /^(?:https?|ftp):\/\/\S|^(?:mailto|tel):\S/i.test(text.trim());
}

// The text of a link may only contain balanced brackets.
function isBalanced(text: string): boolean {
  let depth = 0;
  for (const character of text) {
    if (character === '[') depth++;
    else if (character === ']') depth--;
    if (depth < 0) return false;
  }
  return depth === 0;
}

/** A code block. The name of a language next to the opening fence is its language, as people write it elsewhere. */
export function fence(code: string): string {
  const [, word = '', after = ''] = /^([a-z][a-z0-9+#-]*)\n([\s\S]*)$/.exec(code) ?? [];
  const [language, rest] = findLanguage(word) ? [word, after] : ['', code];
  return `\`\`\`${language}\n${rest.replace(/^\n+/, '').trimEnd()}\n\`\`\``;
}

/** A time in UNIX seconds, shown to each reader in their time zone; undefined if invalid. */
export function time(seconds: number): string | undefined {
  const date = new Date(seconds * 1000);
  const year = Number.isNaN(date.getTime()) ? 0 : date.getUTCFullYear();
  return seconds > 0 && year >= 1970 && year <= 9999 ? `<time:${date.toISOString().replace(/\.\d+/, '')}>` : undefined;
}

/** A time in a text like `Posted {date} at {time}`, and linked if there is a URL; undefined if invalid. */
export function moment(seconds: number, format: string, url: string): string | undefined {
  const shown = time(seconds);
  if (shown === undefined) return undefined;
  const [, before = '', after = ''] = /^([^{]*)\{.*\}([^}]*)$/s.exec(format) ?? [];
  return `${before}${isUrl(url) ? link(url, shown) : shown}${after}`;
}

/** A text on one line, without marks that would turn the direction of what follows it. */
export function inLine(text: string): string {
  return text.replace(directionMarks, '').replace(/\s+/g, ' ').trim();
}

const directionMarks = /[\u202a-\u202e\u2066-\u2069]/g;

// In code, a link becomes its text.
function plainCode(code: string): string {
  return decode(
    code.replace(/<([^<>\n]+)>/g, (all, tag: string) => {
      const [target, label] = splitOnce(tag, '|');
      return isUrl(target) ? label || target : all;
    }),
  );
}

function splitOnce(text: string, mark: string): [string, string] {
  const place = text.indexOf(mark);
  return place < 0 ? [text, ''] : [text.slice(0, place), text.slice(place + mark.length)];
}

const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&amp;': '&' };

function decode(text: string): string {
  return text.replace(/&(?:lt|gt|amp);/g, (entity) => entities[entity] as string);
}
