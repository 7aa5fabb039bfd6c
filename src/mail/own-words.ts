import type { Keeping } from './html-to-markdown.ts';

/** Lines above an original mail that is answered or forwarded, in the languages of common mail programs. */
const originalMark =
  /^\s*-{2,}\s*(?:original|urspr\u00fcngliche|message d.origine|mensaje|messaggio|mensagem|oorspronkelijk|ursprungligt|opprinnelig|oprindelig|forwarded|weitergeleitete)[^\n]{0,60}-{2,}\s*$/i;
const senderField =
  /^\s*\*?(?:From|Von|De|Da|Van|Fr\u00e5n|Fra|Od|L\u00e4hett\u00e4j\u00e4|\u5dee\u51fa\u4eba|\u53d1\u4ef6\u4eba)\s?:\*? /;
const timeField =
  /^\s*\*?(?:Sent|Date|Gesendet|Datum|Envoy\u00e9|Enviado|Inviato|Data|Verzonden|Skickat|Sendt|Wys\u0142ano|\u65e5\u6642|\u53d1\u9001\u65f6\u95f4)[^:\n]{0,10}:/;

/** Maximum distance between the sender and the date of an original mail, in lines. */
const fieldsApart = 3;

const signatureMark = /^-- ?$/;
const deviceLine =
  /^(?:Sent from|Get Outlook for|Von meinem .{1,30} gesendet|Gesendet von|Envoy\u00e9 de|Enviado desde|Inviato da|Verzonden vanaf) .{0,60}$/i;
const listMark = /^_{30,}$/;
/** Maximum length of a mailing list's footer, in lines. */
const longestListFooter = 8;

/** Prefixes of the subjects of forwarded mails, in the languages of common mail programs. */
const forwardMark = /^\s*(?:fwd?|wg|tr|rv|vb|vl|vs|enc)(?:\[\d+\])?\s*[:\uff1a]/i;

/** Whether the subject is that of a forwarded mail. */
export function isForward(subject: string): boolean {
  return forwardMark.test(subject);
}

/** A text without the quotations around the writer's own words, and without signatures, unless they are to be kept. */
export function ownWords(text: string, { include_quotes, include_footer }: Keeping): string {
  let lines = text.split('\n');
  if (!include_quotes) lines = withoutQuotes(lines);
  if (!include_footer) lines = withoutFooter(lines);
  // A signature may be below a quotation.
  if (!include_quotes) lines = withoutQuotes(lines);
  return lines.join('\n').trim();
}

function withoutQuotes(lines: readonly string[]): string[] {
  const original = lines.findIndex((line, index) => originalMark.test(line) || isOriginalHead(lines, index));
  const own = original < 0 ? lines : lines.slice(0, original);
  return withoutFirstQuote(withoutLastQuote(trimmed(own)));
}

function isOriginalHead(lines: readonly string[], index: number): boolean {
  if (!senderField.test(lines[index] ?? '')) return false;
  return lines.slice(index + 1, index + 1 + fieldsApart).some((line) => timeField.test(line));
}

function withoutLastQuote(lines: string[]): string[] {
  const start = lines.findLastIndex((line) => !isQuoted(line) && line.trim() !== '') + 1;
  if (!lines.slice(start).some(isQuoted)) return lines;
  return lines.slice(0, start - introductionLength(lines.slice(0, start)));
}

function withoutFirstQuote(lines: string[]): string[] {
  const start = lines.findIndex(isQuoted);
  if (start < 0 || introductionLength(lines.slice(0, start)) !== start) return lines;
  const end = lines.findIndex((line, index) => index > start && !isQuoted(line) && line.trim() !== '');
  // If another quotation follows, the answers are in between and would make no sense alone.
  return end < 0 || lines.slice(end).some(isQuoted) ? lines : lines.slice(end);
}

function isQuoted(line: string): boolean {
  return line.startsWith('>');
}

/** Number of the last lines that introduce a quotation, as in `On Monday, Ada wrote:`, in any language. */
function introductionLength(lines: readonly string[]): number {
  const end = lines.findLastIndex((line) => line.trim() !== '') + 1;
  if (!/[:\uff1a]\s*$/.test(lines[end - 1] ?? '')) return 0;
  const before = lines.slice(0, end).findLastIndex((line) => line.trim() === '') + 1;
  const words = lines.slice(Math.max(before, end - 3), end).join(' ');
  if (end - before > 3 || !/[@\d]/.test(words)) return 0;
  return lines.length - before;
}

function withoutFooter(lines: readonly string[]): string[] {
  const signature = lines.findLastIndex((line) => signatureMark.test(line));
  const own = trimmed(signature < 0 ? lines : lines.slice(0, signature));
  const list = own.findLastIndex((line) => listMark.test(line));
  const rest = list >= 0 && own.length - list <= longestListFooter ? trimmed(own.slice(0, list)) : own;
  return deviceLine.test(rest.at(-1) ?? '') ? trimmed(rest.slice(0, -1)) : rest;
}

function trimmed(lines: readonly string[]): string[] {
  return lines.slice(0, lines.findLastIndex((line) => line.trim() !== '') + 1);
}
