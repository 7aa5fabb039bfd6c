/** Parts of a mail that are left out by default. */
export interface Keeping {
  include_quotes: boolean;
  include_footer: boolean;
}

/** Lines above an original mail that is answered or forwarded, in the languages of common mail programs. */
const originalMark =
  /^\s*-{2,}\s*(?:original|urspr\u00fcngliche|message d.origine|mensaje|messaggio|mensagem|oorspronkelijk|ursprungligt|opprinnelig|oprindelig|forwarded|weitergeleitete)[^\n]{0,60}-{2,}\s*$/i;
const senderField =
  /^\s*\*{0,2}(?:From|Von|De|Da|Van|Fr\u00e5n|Fra|Od|O\u0434|\u041e\u0442|\u0412\u0456\u0434|L\u00e4hett\u00e4j\u00e4|Kimden|Felad\u00f3|\u5dee\u51fa\u4eba|\u53d1\u4ef6\u4eba|\u5bc4\u4ef6\u8005|\ubcf4\ub0b8 \uc0ac\ub78c)(?:\s?:\*{0,2}(?: |$)|\uff1a)/;
const timeField =
  /^\s*\*{0,2}(?:Sent|Date|Gesendet|Datum|Envoy\u00e9|Enviad[oa]|Inviato|Data|Verzonden|Skickat|Sendt|Wys\u0142ano|Odesl\u00e1no|\u041e\u0442\u043f\u0440\u0430\u0432\u043b\u0435\u043d\u043e|\u0414\u0430\u0442\u0430|\u041d\u0430\u0434\u0456\u0441\u043b\u0430\u043d\u043e|L\u00e4hetetty|G\u00f6nder(?:me|ildi)|Elk\u00fcldve|\u65e5\u6642|\u9001\u4fe1\u65e5\u6642|\u53d1\u9001\u65f6\u95f4|\u50b3\u9001\u65e5\u671f|\ubcf4\ub0b8 \ub0a0\uc9dc)[^:\n]{0,10}[:\uff1a]/;
/** A line across the mail, as mail programs draw it above what they quote, with a title in it or without. */
const ruleMark = /^\s*(?:(?:[-_*=\u2014]\s?){3,}|-{4,}[^-\n]{1,60}-{4,})\s*$/;

/** Maximum distance between the sender and the date of an original mail, in lines. */
const fieldsApart = 3;

const signatureMark = /^-- ?$/;
const deviceLine =
  /^(?:Sent (?:from|with|via)|Get Outlook for|Von meinem .{1,30} gesendet|Gesendet (?:von|mit)|Envoy\u00e9 (?:de|\u00e0 partir|avec)|T\u00e9l\u00e9chargez Outlook|Enviado (?:desde|do|da|de)|Inviato (?:da|con)|Verzonden vanaf|Verstuurd vanaf|Skickat fr\u00e5n|Sendt fra|L\u00e4hetetty|Wys\u0142ane? z|Odesl\u00e1no z|\u041e\u0442\u043f\u0440\u0430\u0432\u043b\u0435\u043d\u043e (?:\u0441|\u0438\u0437)|\u041d\u0430\u0434\u0456\u0441\u043b\u0430\u043d\u043e \u0437|Trimis de pe|Sent\u00e9 des de|(?:El)?k\u00fcldve|Odoslan\u00e9 z|Poslano (?:sa?|iz)|Poslato sa|\u0418\u0437\u043f\u0440\u0430\u0442\u0435\u043d\u043e \u043e\u0442|\u03a3\u03c4\u03ac\u03bb\u03b8\u03b7\u03ba\u03b5 \u03b1\u03c0\u03cc|\u05e0\u05e9\u05dc\u05d7 \u05de|(?:\u0623\u064f|\u0623)\u0631\u0633\u0644\u062a \u0645\u0646|Saadetud minu|Nos\u016bt\u012bts no|I\u0161si\u0173sta i\u0161|\u0e2a\u0e48\u0e07\u0e08\u0e32\u0e01|(?:\u0110\u01b0\u1ee3c|\u0110\u00e3) g\u1eedi t\u1eeb|Dikirim dari|Dihantar daripada|\u0627\u0631\u0633\u0627\u0644.\u0634\u062f\u0647 \u0627\u0632|\u53d1\u81ea\u6211\u7684|\u5f9e\u6211\u7684|\ub098\uc758 .{1,30}\uc5d0\uc11c \ubcf4\ub0c4).{0,80}$|^.{1,40}(?:r[\u00f3\u0151]l k\u00fcldve|\u0938\u0947 \u092d\u0947\u091c\u093e \u0917\u092f\u093e|\u304b\u3089\u9001\u4fe1|\u0434\u0430\u043d g\u00f6nderildi|(?:'\u0131mdan|'dan|'den|dan|den) g\u00f6nderildi|\uc5d0\uc11c \ubcf4\ub0c4)\.?$/i;
/** Outlook's line for phones, which is a link in every language: `Get Outlook for iOS<https://aka.ms/o0ukef>`. */
const outlookLine = /^.{0,40}Outlook.{0,40}[(<]https:\/\/aka\.ms\/\w{1,20}[)>].{0,20}$/;
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
  return line.replace(/[\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, '');
}

/** Markdown of a mail: there each quoted line has its mark, here the next line without one would continue the quotation. */
export function withQuotesApart(text: string): string {
  return text.replace(/^(>.*)\n(?=[^>\n])/gm, '$1\n\n');
}

/** A text without the introduction of a quotation at its end. Lines end with a line feed or a vertical tab. */
export function withoutIntroduction(text: string): string {
  const tail = text.slice(-longestTail);
  const lines = tail.split(/[\n\v]/);
  const length = introductionLength(lines.map(visible));
  return length === 0 ? text : text.slice(0, text.length - lines.slice(-length).join(' ').length);
}

/** In characters: more than the lines of an introduction have. */
const longestTail = 1000;

function withoutQuotes(lines: readonly string[]): string[] {
  const whole = joinBrokenAddresses(lines);
  const original = whole.findIndex((line, index) => originalMark.test(line) || isOriginalHead(whole, index));
  const own = original < 0 ? whole : withoutLastRule(trimmed(whole.slice(0, original)));
  return withoutFirstQuote(withoutLastQuote(trimmed(own)));
}

/** A program that wraps an address leaves its end in a line that looks quoted: `<ann@example.com` and `>:`. */
function joinBrokenAddresses(lines: readonly string[]): string[] {
  const whole: string[] = [];
  for (const line of lines) {
    const last = whole.at(-1) ?? '';
    if (/^>[^>\n]{0,40}[:\uff1a]\s*$/.test(line) && brokenAddress.test(last)) whole.push(`${whole.pop()}${line}`);
    else whole.push(line);
  }
  return whole;
}

const brokenAddress = /<[^<>\s]{1,100}@[^<>\s]{1,100}$/;

function withoutLastRule(lines: string[]): string[] {
  return ruleMark.test(lines.at(-1) ?? '') ? trimmed(lines.slice(0, -1)) : lines;
}

function isOriginalHead(lines: readonly string[], index: number): boolean {
  const [first = '', ...more] = lines.slice(index, index + 1 + fieldsApart);
  if (senderField.test(first)) return more.some((line) => timeField.test(line));
  return timeField.test(first) && more.some((line) => senderField.test(line));
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

/**
 * Number of the last lines that introduce a quotation, as in `On Monday, Ada wrote:`, in any language: the line with the
 * colon, and the lines above it that it continues, but never the writer's own words above.
 */
function introductionLength(lines: readonly string[]): number {
  const end = lines.findLastIndex((line) => line.trim() !== '') + 1;
  const last = lines[end - 1] ?? '';
  if (!/[:\uff1a]\s*$/.test(last)) return 0;
  let begin = end - 1;
  while (begin > 0 && end - begin < longestIntroduction && continues(lines, begin, end)) begin--;
  return isIntroduction(lines.slice(begin, end).join(' ')) ? lines.length - begin : 0;
}

/** In lines. */
const longestIntroduction = 3;

/** Whether an introduction that has its end in some lines began in the line above them. */
function continues(lines: readonly string[], begin: number, end: number): boolean {
  const [above = '', so] = [lines[begin - 1], lines.slice(begin, end).join(' ')];
  if (saidOn.test(above) || isNameAbove(lines, begin)) return true;
  if (above.trim() === '' || /[.!?:;\u3002]\s*$/.test(above) || beginning.test(so)) return false;
  return beginning.test(above) || !hasDate(so);
}

/** Whether the line above an address is the name to it: alone in a paragraph of its own, because it may be an answer. */
function isNameAbove(lines: readonly string[], begin: number): boolean {
  const [name = '', address = ''] = lines.slice(begin - 1);
  const isApart = begin > 2 && lines[begin - 2]?.trim() === '';
  return isApart && name.length < longestName && personName.test(name) && /^\s*<\S{1,250}@\S{1,250}>/.test(address);
}

/** In characters. */
const longestName = 60;
/** One to four words that begin with a capital letter, or with one of a script without them. */
const personName = /^\s*"?[\p{Lu}\p{Lo}][\p{L}\p{M}'\u2019.-]*(?:,? [\p{Lu}\p{Lo}][\p{L}\p{M}'\u2019.-]*){0,3}"?\s*$/u;

/** The first words of introductions: a preposition or the day. */
const beginning =
  /^\s*(?:(?:On|Am|Le|El|Il|Em|No dia|Op|Den|Dne|D\u0148a|Dnia|W dniu|P\u00e5|\u00cen|Pe|La|\u03a3\u03c4\u03b9\u03c2|\u0412|\u041d\u0430|\u0641\u064a)\s(?=.{0,80}\d)|\p{L}{1,9}\.?,? \d{1,2}\.? |\d{1,4}[./\u5e74\ub144-])/u;
/** The end of a line that only the day can follow. */
const saidOn = /\b(?:schrieb am|wrote on|a \u00e9crit le|skrev den|schreef op|ha scritto il|escribi\u00f3 el)\s*$/i;

function hasDate(text: string): boolean {
  return /\p{Nd}{1,2}[:.h]\p{Nd}{2}|\p{Nd}{4}|\p{Nd}{1,2}[./]\p{Nd}{1,2}/u.test(text);
}

function isIntroduction(text: string): boolean {
  return /@/.test(text) || hasDate(text) || (beginning.test(text) && /\d/.test(text));
}

function withoutFooter(lines: readonly string[]): string[] {
  const signature = lines.findLastIndex((line) => signatureMark.test(line));
  const own = trimmed(signature < 0 ? lines : lines.slice(0, signature));
  const list = own.findLastIndex((line) => listMark.test(line));
  const rest = list >= 0 && own.length - list <= longestListFooter ? trimmed(own.slice(0, list)) : own;
  const last = rest.at(-1) ?? '';
  return deviceLine.test(last) || outlookLine.test(last) ? trimmed(rest.slice(0, -1)) : rest;
}

function trimmed(lines: readonly string[]): string[] {
  return lines.slice(0, lines.findLastIndex((line) => line.trim() !== '') + 1);
}
