/** Parts of a mail that are left out by default. */
export interface Keeping {
  include_quotes: boolean;
  include_footer: boolean;
}

/** Lines above an original mail that is answered or forwarded, in the languages of common mail programs. */
const originalMark =
  /^\s*-{2,}\s*(?:original|urspr\u00fcngliche|message d.origine|mensaje|messaggio|mensagem|oorspronkelijk|ursprungligt|opprinnelig|oprindelig|forwarded|weitergeleitete|alkuper\u00e4inen|p\u016fvodn\u00ed|p\u00f4vodn\u00e1|wiadomo\u015b\u0107|oryginalna|\u0438\u0441\u0445\u043e\u0434\u043d\u043e\u0435|\u043e\u0440\u0438\u0433\u0438\u043d\u0430\u043b\u044c\u043d\u043e\u0435|\u043e\u0440\u0438\u0433\u0456\u043d\u0430\u043b\u044c\u043d\u0435|\u043f\u0435\u0440\u0435\u0441\u044b\u043b\u0430\u0435\u043c\u043e\u0435|\u00f6zg\u00fcn|orijinal|eredeti|mesaj|izvorna|\u03b1\u03c1\u03c7\u03b9\u03ba\u03cc|\u05d4\u05d5\u05d3\u05e2\u05d4|\u0631\u0633\u0627\u0644\u0629|courriel|\u5143\u306e|\u8ee2\u9001|\u539f\u59cb|\u539f\u90ae\u4ef6|\u90ae\u4ef6\u539f\u4ef6|\uc6d0\ubcf8|\uc804\ub2ec)[^\n]{0,60}-{2,}\s*$/i;
const senderField =
  /^\s*\*{0,2}(?:From|Von|De|Da|Van|Fr\u00e5n|Fra|Od|O\u0434|\u041e\u0442|\u0412\u0456\u0434|L\u00e4hett\u00e4j\u00e4|Kimden|Felad\u00f3|Absender|Exp\u00e9diteur|Odes[i\u00ed]latel|Odosielate\u013e|Nadawca|Afzender|Remitente|Remetente|Mittente|Avs\u00e4ndare|Avsender|Afsender|Expeditor|De la|Fr\u00e1|\u0160alje|Po\u0161iljatelj|G\u00f6nderen|\u041e\u0442\u043f\u0440\u0430\u0432\u0438\u0442\u0435\u043b\u044c|\u0412\u0456\u0434\u043f\u0440\u0430\u0432\u043d\u0438\u043a|\u0391\u03c0\u03cc|\u0391\u03c0\u03bf\u03c3\u03c4\u03bf\u03bb\u03ad\u03b1\u03c2|\u05de\u05d0\u05ea|\u0645\u0646|\u0627\u0644\u0645\u0631\u0633\u0644|\u9001\u4fe1\u8005|\u767a\u4fe1\u8005|\u9001\u4fe1\u5143|\u5bc4\u4ef6\u4eba|\ubcf4\ub0b8\uc0ac\ub78c|\u5dee\u51fa\u4eba|\u53d1\u4ef6\u4eba|\u5bc4\u4ef6\u8005|\ubcf4\ub0b8 \uc0ac\ub78c)(?:\s?:\*{0,2}(?: |$)|\uff1a)/;
const timeField =
  /^\s*\*{0,2}(?:Sent|Date|Gesendet|Datum|Envoy\u00e9|Enviad[oa]|Inviato|Data|Verzonden|Skickat|Sendt|Wys\u0142ano|Odesl\u00e1no|\u041e\u0442\u043f\u0440\u0430\u0432\u043b\u0435\u043d\u043e|\u0414\u0430\u0442\u0430|\u041d\u0430\u0434\u0456\u0441\u043b\u0430\u043d\u043e|L\u00e4hetetty|G\u00f6nder(?:me|ildi)|Elk\u00fcldve|\u65e5\u6642|\u9001\u4fe1\u65e5\u6642|\u53d1\u9001\u65f6\u95f4|\u50b3\u9001\u65e5\u671f|\ubcf4\ub0b8 \ub0a0\uc9dc|Fecha|Tarih|Dato|D\u00e1tum|Odoslan\u00e9|P\u00e4iv\u00e4ys|Trimis|Poslano|\u0412\u0456\u0434\u043f\u0440\u0430\u0432\u043b\u0435\u043d\u043e|\u03a3\u03c4\u03ac\u03bb\u03b8\u03b7\u03ba\u03b5|\u0397\u03bc\u03b5\u03c1\u03bf\u03bc\u03b7\u03bd\u03af\u03b1|\u05e0\u05e9\u05dc\u05d7|\u05ea\u05d0\u05e8\u05d9\u05da|\u062a\u0645 \u0627\u0644\u0625\u0631\u0633\u0627\u0644|\u0627\u0644\u062a\u0627\u0631\u064a\u062e|\u65e5\u671f|\ub0a0\uc9dc|\u5bc4\u4ef6\u65e5\u671f)[^:\n]{0,10}[:\uff1a]/;
/** A line across the mail, as mail programs draw it above what they quote, with a title in it or without. */
const ruleMark = /^\s*(?:(?:[-_*=\u2014]\s?){3,}|-{4,}[^-\n]{1,60}-{4,})\s*$/;

/** Maximum distance between the sender and the date of an original mail, in lines. */
const fieldsApart = 3;

const signatureMark = /^-- ?$/;
const deviceLine =
  /^(?:Sent (?:from|with|via)|Get Outlook for|(?:Von meinem|Diese Nachricht wurde von meinem) .{1,50} gesendet|Gesendet (?:von|mit)|Envoy\u00e9 (?:de|\u00e0 partir|avec|via)|T\u00e9l\u00e9chargez Outlook|Enviado (?:desde|do|da|de)|Inviato (?:da|con)|Verzonden (?:vanaf|met|via)|Verstuurd (?:vanaf|met|via)|Skicka(?:t|des) fr\u00e5n|Sendt fra|L\u00e4hetetty|Wys\u0142ane? z|Odesl\u00e1no z|\u041e\u0442\u043f\u0440\u0430\u0432\u043b\u0435\u043d\u043e (?:\u0441|\u0438\u0437)|(?:\u041d\u0430\u0434\u0456\u0441\u043b\u0430\u043d\u043e|\u0412\u0456\u0434\u043f\u0440\u0430\u0432\u043b\u0435\u043d\u043e) \u0437|Trimis de pe|Sent\u00e9 des de|Enviat des d|(?:El)?k\u00fcldve|Odoslan\u00e9 z|Poslano (?:sa?|iz|z)|Poslato sa|\u0418\u0437\u043f\u0440\u0430\u0442\u0435\u043d\u043e \u043e\u0442|(?:\u03a3\u03c4\u03ac\u03bb\u03b8\u03b7\u03ba\u03b5|\u0391\u03c0\u03bf\u03c3\u03c4\u03bf\u03bb\u03ae) \u03b1\u03c0\u03cc|\u05e0\u05e9\u05dc\u05d7 \u05de|(?:\u0623\u064f|\u0623)\u0631\u0633\u0644\u062a \u0645\u0646|Saadetud minu|Nos\u016bt\u012bts no|I\u0161si\u0173sta i\u0161|\u0e2a\u0e48\u0e07\u0e08\u0e32\u0e01|(?:\u0110\u01b0\u1ee3c|\u0110\u00e3) g\u1eedi t\u1eeb|Dikirim dari|Dihantar daripada|\u0627\u0631\u0633\u0627\u0644.\u0634\u062f\u0647 \u0627\u0632|\u53d1\u81ea\u6211\u7684|\u5f9e\u6211\u7684|\ub098\uc758 .{1,30}\uc5d0\uc11c \ubcf4\ub0c4).{0,80}$|^.{1,40}(?:r[\u00f3\u0151]l k\u00fcldve|\u0938\u0947 \u092d\u0947\u091c\u093e \u0917\u092f\u093e|\u304b\u3089\u9001\u4fe1|\u0434\u0430\u043d g\u00f6nderildi|(?:'\u0131mdan|'dan|'den|dan|den) g\u00f6nderildi|\uc5d0\uc11c \ubcf4\ub0c4)\.?$/i;
const product =
  '(?:i(?:Phone|Pad|OS)|Android|Outlook|Gmail|Proton|Samsung|Galaxy|Xiaomi|Huawei|Pixel|Windows|Yahoo|GMX|WEB\\.DE|Thunderbird|Mail)';
const wasSent =
  '(?:Gesendet|Versendet|Versandt|Verschickt|Envoy\u00e9|Enviad[oa]|Inviat[oa]|Verzonden|Verstuurd|Wys\u0142an[eo]|Skickat|Sendt|\u041e\u0442\u043f\u0440\u0430\u0432\u043b\u0435\u043d\u043e|\u041d\u0430\u0434\u0456\u0441\u043b\u0430\u043d\u043e|\u0412\u0456\u0434\u043f\u0440\u0430\u0432\u043b\u0435\u043d\u043e|Odesl\u00e1no|Odoslan\u00e9|Trimis|Poslano|G\u00f6nderildi|\u53d1\u9001\u81ea|\u5bc4\u81ea|\u4f86\u81ea|\u6765\u81ea)';
const sentFrom =
  '(?:\u304b\u3089\u9001\u4fe1|\uc5d0\uc11c \ubcf4\ub0b8 \uba54\uc77c|\uc5d0\uc11c \ubcf4\ub0c8\uc2b5\ub2c8\ub2e4|\uc5d0\uc11c \ubc1c\uc1a1|\u53d1\u9001|\u767c\u9001|\u50b3\u9001)';
/** The same with the name of a device or program, in which more words can stand between. */
const productLine = new RegExp(
  `^(?:Sent (?:by|using|through) .{0,30}|${wasSent}.{1,40})${product}.{0,40}$|^.{0,20}${product}.{0,20}${sentFrom}.{0,3}$`,
  'i',
);
const onTheWay = /^(?:Von unterwegs (?:gesendet|geschickt)|Sent on the go)[.!]?$/i;
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
  const isOfDevice = [deviceLine, productLine, onTheWay, outlookLine].some((line) => line.test(last));
  return isOfDevice ? trimmed(rest.slice(0, -1)) : rest;
}

function trimmed(lines: readonly string[]): string[] {
  return lines.slice(0, lines.findLastIndex((line) => line.trim() !== '') + 1);
}
