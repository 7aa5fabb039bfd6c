import {
  deviceBegin,
  deviceEnd,
  disclaimerWords,
  install,
  listWords,
  product,
  sentFrom,
  wasSent,
} from './mail-phrases.ts';

const signatureMark = /^(?:-- ?|__|—)$/;
/** Maximum length of a signature whose mark other text may contain, in lines. */
const longestSignature = 6;
const deviceLines = [
  new RegExp(`^${deviceBegin}.{0,80}$|^.{1,40}${deviceEnd}\\.?$`, 'i'),
  // With the name of a device or program, more words can stand between.
  new RegExp(`^${wasSent}.{1,40}${product}.{0,40}$|^.{0,20}${product}.{0,20}${sentFrom}.{0,3}$`, 'i'),
  /^(?:Von unterwegs (?:gesendet|geschickt)|Sent on the go)[.!]?$/i,
  /^(?:Yahoo Mail: Search, Organize, Conquer|\[image: Mailtrack\])$/,
  // For phones, which is a link in every language: `Get Outlook for iOS<https://aka.ms/o0ukef>`.
  /^.{0,40}Outlook.{0,40}[(<]https:\/\/aka\.ms\/\w{1,20}[)>].{0,20}$/,
];
const installLine = new RegExp(
  `^(?=.{0,60}$)(?=.*${install}).*(?:Outlook.*(?:Android|iOS)|(?:Android|iOS).*Outlook)`,
  'i',
);
/** In characters. */
const longestDeviceLine = 200;
const listMark = /^(?:_{30,}|-{30,}|(?:-=){5,}-?|---)$/;
/** Maximum length of a mailing list's footer, in lines. */
const longestListFooter = 8;
/** In characters: shorter paragraphs are a person's own. */
const shortestDisclaimer = 150;

/** The lines without what stands below a person's words: a signature, the line of a device, the text of a list or company. */
export function withoutFooter(lines: readonly string[]): string[] {
  let own = withoutList(withoutSignature(withoutDisclaimer(withoutProof(lines))));
  while (isOfDevice(own.at(-1) ?? '')) own = trimmed(own.slice(0, -1));
  return own;
}

function isOfDevice(line: string): boolean {
  if (line.length > longestDeviceLine) return false;
  const words = line
    .replace(/\[([^\][]{1,80})\]\([^()\s]{1,100}\)/g, '$1')
    .replace(/^[-\u2010-\u2015*_(<\s]+|[*_)>\s]+$/g, '');
  return [...deviceLines, installLine].some((form) => form.test(words));
}

/** Text between the lines of a PGP signature, in which `- ` separates lines that begin with dashes. */
function withoutProof(lines: readonly string[]): readonly string[] {
  const begin = lines.findIndex((line) => line.trim() === '-----BEGIN PGP SIGNED MESSAGE-----');
  const end = lines.findIndex((line) => line.trim() === '-----BEGIN PGP SIGNATURE-----');
  if (begin < 0 || end < begin) return lines;
  const text = lines.indexOf('', begin) + 1;
  return trimmed([...lines.slice(0, begin), ...lines.slice(text, end).map((line) => line.replace(/^- (?=-)/, ''))]);
}

function withoutSignature(lines: readonly string[]): string[] {
  const mark = lines.findLastIndex((line) => signatureMark.test(line));
  const isSure =
    lines[mark] === '-- ' ||
    (lines[mark] === '--' && lines[mark + 1] !== '') ||
    lines.length - mark <= longestSignature;
  return mark < 0 || !isSure ? trimmed(lines) : withoutOpenFence(trimmed(lines.slice(0, mark)));
}

/** A program that writes the mark of a signature as code leaves its beginning. */
function withoutOpenFence(lines: string[]): string[] {
  return lines.at(-1) === '```' && lines.filter((line) => line === '```').length % 2 === 1
    ? trimmed(lines.slice(0, -1))
    : lines;
}

function withoutList(lines: string[]): string[] {
  const mark = lines.findLastIndex((line, index) => listMark.test(line) && index < lines.length - 1);
  const below = lines.slice(mark + 1);
  const isFooter = below.length < longestListFooter && (lines[mark]?.startsWith('___') || below.some(isOfList));
  return mark >= 0 && isFooter ? trimmed(lines.slice(0, mark)) : lines;
}

function isOfList(line: string): boolean {
  return listWords.test(line);
}

/** Without the last paragraph, or the last line of it, if a company says there for whom a mail is. */
function withoutDisclaimer(lines: readonly string[]): readonly string[] {
  const whole = trimmed(lines);
  const paragraph = whole.findLastIndex((line) => line.trim() === '') + 1;
  const begin = [whole.length - 1, paragraph].find((at) => at > 0 && isDisclaimer(whole.slice(at).join(' ')));
  return begin === undefined ? lines : trimmed(whole.slice(0, begin));
}

function isDisclaimer(text: string): boolean {
  return text.length >= shortestDisclaimer && disclaimerWords.every((word) => word.test(text));
}

/** The lines without empty ones at their end. */
export function trimmed(lines: readonly string[]): string[] {
  return lines.slice(0, lines.findLastIndex((line) => line.trim() !== '') + 1);
}
