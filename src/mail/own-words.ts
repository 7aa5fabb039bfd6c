import { trimmed, withoutFooter } from './footer.ts';
import { colonless, forwardMark, introductionInLine, saidBySomebody, saidWord } from './mail-phrases.ts';
import { findOriginal, headLength, ruleMark } from './original.ts';

/** Parts of a mail that are left out by default. */
export interface Keeping {
  include_quotes: boolean;
  include_footer: boolean;
}

/** Whether the subject is that of a forwarded mail. */
export function isForward(subject: string): boolean {
  return forwardMark.test(subject);
}

/** A text without the quotations around the writer's own words, and without signatures, unless they are to be kept. */
export function ownWords(text: string, { include_quotes, include_footer }: Keeping): string {
  const written = new Map(text.split('\n').map((line) => [visible(line), line]));
  let lines = text.split('\n').map(visible);
  if (!include_quotes) lines = withoutQuotes(lines);
  if (!include_footer) lines = withoutFooter(lines);
  // A signature may be below a quotation.
  if (!include_quotes) lines = withoutQuotes(lines);
  return lines
    .map((line) => written.get(line) ?? line)
    .join('\n')
    .trim();
}

/** A line without the characters that only set the direction of a text, which programs put around what they write. */
function visible(line: string): string {
  return line.replace(/[\u200b\u2060\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, '');
}

/** Markdown of a mail: there each quoted line has its mark, here the next line without one would continue the quotation. */
export function withQuotesApart(text: string): string {
  return text.replace(/^( ?>.*)\n(?=(?! ?>)[^\n])/gm, '$1\n\n');
}

/** A text without the introduction of a quotation at its end. Lines end with a line feed or a vertical tab. */
export function withoutIntroduction(text: string): string {
  const fence = /\n```\n([^`\n]{1,300}\n){1,3}```\s*$/.exec(text.slice(-longestTail));
  if (fence && isIntroductionAlone(fence[0])) return text.slice(0, -fence[0].length);
  const tail = text.slice(-longestTail);
  const lines = tail.split(/[\n\v]/);
  const length = introductionLength(lines.map(visible));
  return length === 0 ? text : text.slice(0, text.length - lines.slice(-length).join(' ').length);
}

/** In characters: more than the lines of an introduction have. */
const longestTail = 1000;

/** Whether code is an introduction and nothing else, as NetEase writes it. */
function isIntroductionAlone(code: string): boolean {
  const lines = code.split('\n').filter((line) => line.trim() !== '' && line !== '```');
  return introductionLength(lines) === lines.length;
}

function withoutQuotes(lines: readonly string[]): string[] {
  const whole = withoutInitials(joinBrokenAddresses(lines).flatMap(splitIntroduction));
  const starts = [findOriginal(whole), findUnmarked(whole)].filter((start) => start >= 0);
  return withoutOnlyQuote(withoutLastQuote(trimmed(whole.slice(0, Math.min(...starts, whole.length)))));
}

/** Lines below an introduction in which a program puts the writer's initials before the mark: `AE> Shall we meet?`. */
function withoutInitials(lines: readonly string[]): readonly string[] {
  const start = lines.findIndex((line, index) => initialsMark.test(line) && isSure(lastAbove(lines, index)));
  const [mark] = initialsMark.exec(lines[start] ?? '') ?? [];
  if (mark === undefined) return lines;
  return lines.map((line, index) => (index >= start && line.startsWith(mark) ? line.slice(mark.length - 1) : line));
}

const initialsMark = /^ {0,3}\p{Lu}{2,3}>/u;

function lastAbove(lines: readonly string[], index: number): string {
  return lines.slice(Math.max(0, index - 3), index).findLast((line) => line.trim() !== '') ?? '';
}

/** A program that wraps an address or a link leaves its end in a line that looks quoted: `<ann@example.com` and `>:`. */
function joinBrokenAddresses(lines: readonly string[]): string[] {
  const whole: string[] = [];
  for (const line of lines) {
    const last = whole.at(-1) ?? '';
    if (isBroken(last, line)) whole.push(`${whole.pop()}${line}`);
    else whole.push(line);
  }
  return whole;
}

function isBroken(last: string, line: string): boolean {
  if (!/^>[^>\n]/.test(line)) return false;
  return brokenLink.test(last) || (/^>[^\n]{0,40}[:：]\s*$/.test(line) && brokenAddress.test(last));
}

/** Programs that convert HTML leave an introduction in the line of the words above it. */
function splitIntroduction(line: string): string[] {
  const [, words = '', introduction = ''] =
    isQuoted(line) || beginning.test(line) ? [] : (introductionInLine.exec(line) ?? []);
  return isIntroduction(introduction) ? [words, introduction] : [line];
}

const brokenLink = /<https?:\/\/[^<>\s]{1,2000}$/;
const brokenAddress = /<[^<>\s]{1,100}@[^<>\s]{1,100}$/;

/** Index of an introduction below own words, above a quotation that nothing marks; -1 if there is none. */
function findUnmarked(lines: readonly string[]): number {
  const first = lines.findIndex((line) => line.trim() !== '');
  for (let end = first + 2; end < lines.length; end++) {
    const length = isSure(lines[end - 1] ?? '')
      ? introductionLength(lines.slice(Math.max(first + 1, end - 4), end))
      : 0;
    const next = lines.slice(end, end + 3).find((line) => line.trim() !== '');
    if (length > 0 && next !== undefined && !isQuoted(next) && isWhole(lines, end - length, end)) return end - length;
  }
  return -1;
}

/** Whether a line may be the end of an introduction that is one without a quotation below it. */
function isSure(line: string): boolean {
  return lastColon.test(line) && saidWord.test(line);
}

/** Whether an introduction is a paragraph with address and time, which nobody writes by hand. */
function isWhole(lines: readonly string[], begin: number, end: number): boolean {
  const text = lines.slice(begin, end).join(' ');
  const isApart = lines[begin - 1]?.trim() === '' || beginning.test(text);
  return isApart && /@/.test(text) && /\p{Nd}[:.h]\p{Nd}{2}/u.test(text);
}

function withoutLastQuote(lines: string[]): string[] {
  const start = lines.findLastIndex((line) => !isQuoted(line) && line.trim() !== '') + 1;
  if (!lines.slice(start).some(isQuoted)) return lines;
  const own = trimmed(lines.slice(0, start - introductionLength(lines.slice(0, start))));
  return ruleMark.test(own.at(-1) ?? '') ? own.slice(0, -1) : own;
}

function withoutOnlyQuote(lines: string[]): string[] {
  const start = lines.findIndex(isQuoted);
  const begin = start - introductionLength(lines.slice(0, Math.max(0, start)));
  // Without an introduction, people quote in the middle of their words.
  if (start < 0 || (begin === start && start > 0)) return lines;
  const end = lines.findIndex((line, index) => index > start && !isQuoted(line) && line.trim() !== '');
  // If another quotation follows, the answers are in between and would make no sense alone.
  return end < 0 || lines.slice(end).some(isQuoted) ? lines : [...lines.slice(0, begin), ...lines.slice(end)];
}

function isQuoted(line: string): boolean {
  return line.startsWith('>');
}

/**
 * Number of the last lines that introduce a quotation, as in `On Monday, Ada wrote:`, in any language: the line with the
 * colon, and the lines above it that it continues, but never the writer's own words above.
 */
function introductionLength(lines: readonly string[]): number {
  const end = lines.findLastIndex((line) => line.trim() !== '') + 1;
  const last = lines[end - 1] ?? '';
  const head = headLength(lines.slice(0, end));
  if (head > 0) return head + lines.length - end;
  if (colonless.test(last)) return lines.length - end + 1;
  if (!lastColon.test(last)) return 0;
  let begin = end - 1;
  while (begin > 0 && end - begin < longestIntroduction && continues(lines, begin, end)) begin--;
  return isIntroduction(lines.slice(begin, end).join(' ')) ? lines.length - begin : 0;
}

const lastColon = /[:：][*_]*\s*$/;
/** In lines. */
const longestIntroduction = 3;

/** Whether an introduction that has its end in some lines began in the line above them. */
function continues(lines: readonly string[], begin: number, end: number): boolean {
  const [above = '', so] = [lines[begin - 1], lines.slice(begin, end).join(' ')];
  if (saidOn.test(above) || isNameAbove(lines, begin)) return true;
  if (isNamed(above) && !/@/.test(so) && so.length < shortestNamed) return true;
  if (above.trim() === '' || /[.!?:;。]\s*$/.test(above) || beginning.test(so)) return false;
  return beginning.test(above) || !hasDate(so);
}

/** Whether a line begins with a name and an address, below which only the time can follow. */
function isNamed(line: string): boolean {
  return /^\s*"?\p{L}[^<>\n]{0,60}<\S{1,250}@\S{1,250}>/u.test(line) && !lastColon.test(line);
}

/** In characters. */
const shortestNamed = 40;

/** Whether the line above an address is the name to it: alone in a paragraph of its own, because it may be an answer. */
function isNameAbove(lines: readonly string[], begin: number): boolean {
  const [name = '', address = ''] = lines.slice(begin - 1);
  const isApart = begin > 2 && lines[begin - 2]?.trim() === '';
  return isApart && name.length < longestName && personName.test(name) && /^\s*<\S{1,250}@\S{1,250}>/.test(address);
}

/** In characters. */
const longestName = 60;
/** One to four words that begin with a capital letter, or with one of a script without them. */
const personName = /^\s*"?[\p{Lu}\p{Lo}][\p{L}\p{M}'’.-]*(?:,? [\p{Lu}\p{Lo}][\p{L}\p{M}'’.-]*){0,3}"?\s*$/u;

/** The first words of introductions: a preposition or the day. */
const beginning =
  /^\s*(?:(?:On|Am|Le|El|Il|Em|No dia|Op|Den|Dne|Dňa|Dnia|W dniu|På|În|Pe|La|Στις|В|На|في)\s(?=.{0,80}\d)|\p{L}{1,9}\.?,? \d{1,2}\.? |\d{1,4}[./年년-])/u;
/** The end of a line that only the day can follow. */
const saidOn = /\b(?:schrieb am|wrote on|a écrit le|skrev den|schreef op|ha scritto il|escribió el)\s*$/i;

function hasDate(text: string): boolean {
  return /\p{Nd}{1,2}[:.h]\p{Nd}{2}|\p{Nd}{4}|\p{Nd}{1,2}[./]\p{Nd}{1,2}/u.test(text);
}

function isIntroduction(text: string): boolean {
  return saidBySomebody.test(text) || /@/.test(text) || hasDate(text) || (beginning.test(text) && /\d/.test(text));
}
