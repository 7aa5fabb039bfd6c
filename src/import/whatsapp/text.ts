import { createHash } from 'node:crypto';
import { paragraphs } from '../../external/slack-rich-text.ts';
import { escapeText } from '../../markdown/escape.ts';
import { fromStarredText } from '../dialect.ts';
import type { HistoryFile, HistoryMessage } from '../history.ts';
import { writeReference } from '../references.ts';
import type { Source } from '../unusable-archive.ts';
import type { Chat, WhatsAppExport } from './source.ts';
import { attached, deleted, edited, omitted, omittedUnmarked } from './words.ts';

/** A notice under the name of the chat or of a person, without words of theirs. */
export function isOfApp(text: string): boolean {
  if (/^(?:null$|Waiting for this message\b|Warte auf diese Nachricht\b)/i.test(text)) return true;
  return text.startsWith(mark) && !isOfPerson(text);
}

/** Whether a text that the app marks as its own stands for a file, a poll, a place or a deleted message of a person. */
function isOfPerson(text: string): boolean {
  const [first = ''] = text.split('\n');
  const isPoll = text.includes(`\n${mark}`);
  return (
    isPoll ||
    /^[\u200e\u200f]*<|https?:\/\//.test(first) ||
    namedFile.test(first) ||
    isOmission(first) ||
    deleted.test(text)
  );
}

const mark = '\u200e';

interface Written {
  from: Source;
  text: string;
  key: string;
}

type Content = Pick<HistoryMessage, 'content' | 'start' | 'files' | 'edited_at'>;

/** Counts a file that was left out of the archive, and says so in the message. */
function leaveFile({ history }: WhatsAppExport, line: string): string {
  history.left.leave('files', 'the archive lacks their content', line);
  return `(${escapeText(withoutMarks(line).replace(/[<>]/g, ''))})`;
}

/** The Markdown of a message; undefined if it was deleted, which is counted. */
export function readContent(source: WhatsAppExport, chat: Chat, { from, text, key }: Written): Content | undefined {
  const plain = text.replace(edited, '').trim();
  if (deleted.test(withoutMarks(plain))) {
    source.history.left.leave('messages', 'they were deleted', plain);
    return undefined;
  }
  const [first = '', ...rest] = plain.split('\n');
  const { caption, line } = splitCaption(first);
  const file = findFile(source, chat, { from, line, key });
  if (!file && !isOmission(line)) return { content: writeWords(source, withoutMarkedLines(plain)), start: plain };
  const words = [caption, ...rest].join('\n').trim();
  const shown = file
    ? source.history.files.link(file.key, file.name)
    : leaveFile(source, caption === '' ? first : line);
  const content = paragraphs([shown, writeWords(source, words)]);
  return { content, start: words || (file?.name ?? first), files: file ? [file] : [] };
}

/** A poll or a place, whose lines the app marks. */
function withoutMarkedLines(text: string): string {
  return text.replace(/^\u200e/gm, '');
}

/** A line with a file ends with it, after the words of the sender, or after the name and length of a document. */
function splitCaption(first: string): { caption: string; line: string } {
  const at = first.lastIndexOf(mark);
  const before = first.slice(0, Math.max(at, 0)).trim();
  const line = first.slice(Math.max(at, 0));
  if (before === '' || !(isOmission(line) || namedFile.test(line))) return { caption: '', line: first };
  return { caption: /^.+\.\w{2,5} • \u200e?\d+ \S+$/.test(before) ? '' : before, line };
}

/** Whether a line stands for a file that can be missing. */
function isOmission(line: string): boolean {
  const plain = withoutMarks(line);
  const isOfProgram = line.startsWith(mark) && (namedFile.test(line) || omitted.test(plain));
  return (
    isOfProgram ||
    attached.test(plain) ||
    omittedUnmarked.test(plain) ||
    /^<[^<>]{3,60}>$|^<[^<>:]{2,40}: [^<>]+>$/.test(plain)
  );
}

function withoutMarks(text: string): string {
  return text.replace(/[\u200e\u200f]/g, '').trim();
}

/** `<attached: NAME>` of iPhones and `NAME (file attached)` of Android, in any language. */
const namedFile = /^[\u200e\u200f]*(?:<[^<>:：]{2,40}\s?[:：]\s?(?<inner>[^<>]+)>|(?<outer>.+\.\w{2,5}) \([^()]+\))$/u;

interface Line {
  from: Source;
  line: string;
  key: string;
}

/** The file that a line names, if there is one. */
function findFile({ folder }: WhatsAppExport, { base }: Chat, { from, line, key }: Line): HistoryFile | undefined {
  const { inner, outer } = namedFile.exec(line.trim())?.groups ?? {};
  const name = inner ?? outer;
  const path = name && [`${base}${name.trim()}`, `//${name.trim()}`].find((one) => folder.has(one));
  if (!name || !path) return undefined;
  const hash = createHash('sha256').update(`${base}/${key}/${name}`).digest('hex').slice(0, 32);
  return { from, key: hash, path, name: name.trim() };
}

/** Mentions are names or numbers. */
function writeWords({ history }: WhatsAppExport, text: string): string {
  return fromStarredText(text).replace(
    /@(?:\u2068([^\u2069\n]{1,100})\u2069|(\+?\d{7,15}))/g,
    (whole, name: string | undefined, number: string | undefined) => {
      const user = findNamed(history, (name ?? number ?? '').replace(/^~/, ''));
      return user ? writeReference('user', user.id) : whole.replace(/[\u2068\u2069]/g, '');
    },
  );
}

/** A person by name, or by number, however spaced. */
function findNamed({ accounts }: WhatsAppExport['history'], name: string) {
  const digits = name.replace(/\D/g, '');
  return (
    accounts.find(name) ??
    (digits.length > 6
      ? accounts.list().find(({ key }) => /^\+[\d\s().-]+$/.test(key) && key.replace(/\D/g, '') === digits)
      : undefined)
  );
}
