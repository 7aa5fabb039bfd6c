import {
  forwardBegin,
  originalMark,
  recipientField,
  saidWord,
  senderField,
  sentField,
  subjectField,
  timeField,
} from './mail-phrases.ts';

/** Maximum distance between the sender and the date of an original mail, in lines; in fields. */
const fieldsApart = 3;
const mostFields = 6;
/** Maximum length of the fields of an original mail and the lines above them, in lines. */
const longestHead = 12;
/** In characters. Longer lines mark nothing. */
const longestMark = 300;

/** A line across the mail, as mail programs draw it above what they quote, with a title in it or without. */
export const ruleMark: RegExp = /^\s*(?:(?:[-_*=—]\s?){3,}|-{4,}[^-\n]{1,60}-{4,})\s*$/;
const titled = /^\s*[-\u2010-\u2015]{3,}\s?([^\s-][^\n]*?)[-\u2010-\u2015]{2,}\s*$/;
/** Outlook writes no spaces around the title. */
const outlookTitle = /^-{5}[^\s-][^\n]{0,60}-{5}\s*$/;
/** Notes names the writer, the time and the beginning: `Ann ---24/11/2026 18:02:03---Shall we meet?`. */
const notesMark = /^[^\n]{1,200}? ---\d{1,4}[./-]\d{1,2}[./-]\d{1,4}[^\n]{1,20}---/;
/** GroupWise does so too: `>>> Ann <ann@x.test> 24.11.2026 18:02 >>>`. */
const groupwiseMark = /^>>> [^\n]{1,200}\d[:.]\d{2}[^\n]{0,20} >>>\s*$/;
const anyField = /^\s*\*{0,2}\p{L}[\p{L}\p{M} .'’]{0,30}\*{0,2}\s?[:：]|^(?:From|To|Cc|Date|Subject) \S/u;
const addressed = /<\S{1,250}@\S{1,250}>|\[mailto:/;

/** Index of the line at which an original mail begins that is not quoted line by line, or -1. */
export function findOriginal(lines: readonly string[]): number {
  const start = lines.findIndex((_, index) => beginsOriginal(lines, index) && !isAboveQuoted(lines, index));
  if (start < 0) return start;
  return withRule(lines, firstField(lines, start));
}

/** The sender is not the first field of every program. */
function firstField(lines: readonly string[], start: number): number {
  const above = lines.slice(0, start);
  return above.findLastIndex((line) => !subjectField.test(line) && !recipientField.test(line)) + 1;
}

function withRule(lines: readonly string[], start: number): number {
  const above = lines.findLastIndex((line, index) => index < start && line.trim() !== '');
  return ruleMark.test(lines[above] ?? '') || forwardBegin.test(lines[above] ?? '') ? above : start;
}

/** Number of the last lines that are the head of an original mail. */
export function headLength(lines: readonly string[]): number {
  const from = Math.max(0, lines.length - longestHead);
  const near = lines.slice(from);
  const begin = near.findIndex((_, index) => beginsOriginal(near, index));
  return begin >= 0 && near.slice(begin + 1).every(isOfHead) ? near.length - begin : 0;
}

function beginsOriginal(lines: readonly string[], index: number): boolean {
  const line = lines[index] ?? '';
  if (line.length > longestMark) return false;
  if ([originalMark, notesMark, groupwiseMark].some((mark) => mark.test(line))) return true;
  return isTitle(line, lines.slice(index + 1, index + longestHead)) || isHead(lines, index);
}

/** Whether a title between dashes is an introduction, or has the fields of a mail below it. */
function isTitle(line: string, below: readonly string[]): boolean {
  const [, title] = titled.exec(line) ?? [];
  if (title === undefined) return false;
  if (title.includes('@') || (saidWord.test(title) && hasTime(title))) return true;
  const fields = below.filter((one) => one.trim() !== '').slice(0, 2);
  return isKnownHead(fields) || (outlookTitle.test(line) && isForeignHead(fields));
}

function isKnownHead([first = '', second = '']: readonly string[]): boolean {
  return (isSender(first) || subjectField.test(first)) && anyField.test(second);
}

/** Whether lines are fields of a mail in a language that no list has. */
function isForeignHead(fields: readonly string[]): boolean {
  return fields.length > 1 && fields.every((one) => anyField.test(one)) && fields.some(isMailFact);
}

/** Whether a line has an address, or a time with its year. */
function isMailFact(line: string): boolean {
  return line.includes('@') || (/\p{Nd}{4}/u.test(line) && hasTime(line));
}

function isHead(lines: readonly string[], index: number): boolean {
  const [first = '', ...more] = lines.slice(index, index + 1 + fieldsApart);
  const below = [...more, ...fieldsBelow(lines, index)];
  const isComplete = isSender(first)
    ? below.some((line) => timeField.test(line))
    : timeField.test(first) && more.some(isSender);
  return (isComplete && isOfMail(lines, index, below)) || isUnknownHead([first, ...more]);
}

/** Whether sender and time are those of a mail, because a journey or a delivery has such fields too. */
function isOfMail(lines: readonly string[], index: number, below: readonly string[]): boolean {
  const fields = [lines[index] ?? '', ...below];
  const around = [...lines.slice(Math.max(0, index - fieldsApart), index), ...fields];
  return around.some((line) => subjectField.test(line)) || fields.some(isOnlyOfMail);
}

function isOnlyOfMail(line: string): boolean {
  return sentField.test(line) || (line.includes('@') && (senderField.test(line) || recipientField.test(line)));
}

/** Whether a line is the field of the sender, and no sentence. */
function isSender(line: string): boolean {
  return senderField.test(line) && !/[.!?]\s*$/.test(line);
}

function fieldsBelow(lines: readonly string[], index: number): string[] {
  const below = lines.slice(index + 1, index + 1 + mostFields);
  const end = below.findIndex((line) => !anyField.test(line));
  return end < 0 ? below : below.slice(0, end);
}

/** Three fields in a language that no list has, with an address and, next to it, the time. */
function isUnknownHead(lines: readonly string[]): boolean {
  const [first = '', second = '', third = ''] = lines;
  if (![first, second, third].every((line) => anyField.test(line))) return false;
  return addressed.test(first) && /\d{4}/.test(second) && hasTime(second);
}

function hasTime(text: string): boolean {
  return /\p{Nd}{1,2}[:.]\p{Nd}{2}/u.test(text);
}

/** Whether each line below the head of an original mail is quoted, so that own words may follow. */
function isAboveQuoted(lines: readonly string[], index: number): boolean {
  const below = lines.slice(index + 1, index + longestHead);
  return below.find((line) => !isOfHead(line))?.startsWith('>') === true;
}

/** Whether a line is a field, empty, or an introduction. */
function isOfHead(line: string): boolean {
  return line.trim() === '' || (anyField.test(line) && !line.startsWith('>')) || /[:：]\s*$/.test(line);
}
