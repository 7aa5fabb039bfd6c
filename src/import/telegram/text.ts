import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { paragraphs } from '../../external/slack-rich-text.ts';
import { link } from '../../external/slack-text.ts';
import { escapeText, silenceMentions } from '../../markdown/escape.ts';
import { fenced } from '../dialect.ts';
import type { Fields } from '../fields.ts';
import type { Attached } from '../history.ts';
import { writeReference } from '../references.ts';
import type { TelegramExport } from './source.ts';

interface Located {
  record: Fields;
  place: string;
  key: string;
  /** The folder to which paths of files are relative. */
  base: string;
}

/** The Markdown of a message with its files. */
export function writeText(source: TelegramExport, record: Fields, files: readonly Attached[]): string {
  const forwarded = record.text('forwarded_from', '').trim();
  const text = partsOf(record)
    .map((part) => writePart(source, part))
    .join('');
  return paragraphs([
    forwarded === '' ? '' : `*${escapeText(`Forwarded from ${forwarded}`)}*`,
    text.trim(),
    writePoll(record.maybeRecord('poll')),
    writeOther(record),
    files.map((file) => source.history.writeFile(file)).join('\n'),
  ]);
}

/** The text without marks. */
export function plainTextOf(record: Fields): string {
  const text = partsOf(record)
    .map(({ type, text }) => (type === 'spoiler' ? '…' : text))
    .join('');
  return text.trim() || (record.has('photo') ? 'Photo' : basename(record.text('file_name', record.text('file', ''))));
}

interface Part {
  type: string;
  text: string;
  href: string;
  language: string;
  user: string | null;
}

/** A text is one string, or a list of strings and of parts with their kind; newer files have all parts with their kind. */
function partsOf(record: Fields): Part[] {
  const entities = record.records('text_entities');
  if (entities.length > 0) return entities.map(partOf);
  const raw = record.raw('text');
  if (!Array.isArray(raw)) return [plain(record.strict.text('text', ''))];
  return raw.flatMap((one) => {
    if (typeof one === 'string') return plain(one.replaceAll('\0', '').toWellFormed());
    return partOf(record.part('text', one));
  });
}

const plain = (text: string): Part => ({ type: 'plain', text, href: '', language: '', user: null });

function partOf(from: Fields): Part {
  return {
    type: from.text('type', 'plain'),
    text: from.text('text', ''),
    href: from.text('href', ''),
    language: from.text('language', ''),
    user: from.maybeKey('user_id'),
  };
}

type Writing = (part: Part, source: TelegramExport) => string;

const styles = new Map<string, Writing>(
  Object.entries({
    bold: ({ text }) => styled(text, '**'),
    italic: ({ text }) => styled(text, '*'),
    underline: ({ text }) => styled(text, '**'),
    strikethrough: ({ text }) => styled(text, '~~'),
    spoiler: ({ text }) => `\n\`\`\`spoiler\n${escapeText(text)}\n\`\`\`\n`,
    code: ({ text }) => (text.includes('\n') ? block(text, '') : `\`${text.replaceAll('`', '\u02cb')}\``),
    pre: ({ text, language }) => block(text, language),
    blockquote: ({ text }) => `\n${escapeText(text).replace(/^/gm, '> ')}\n\n`,
    text_link: ({ text, href }) => link(href, text),
    link: ({ text }) => text,
    mention_name: ({ text, user }, { history }) => {
      const known = user === null ? undefined : history.accounts.find(`user${user}`);
      return known ? writeReference('user', known.id) : escapeText(text);
    },
  } satisfies Record<string, Writing>),
);

function writePart(source: TelegramExport, part: Part): string {
  return silenceMentions(styles.get(part.type)?.(part, source) ?? escapeText(part.text));
}

function block(text: string, language: string): string {
  return `\n${fenced(text.replace(/^\n+|\s+$/g, ''), /^[\w+#.-]{0,30}$/.test(language) ? language : '')}\n`;
}

/** Marks stand at words, and never around several lines. */
function styled(text: string, mark: string): string {
  return escapeText(text).replace(
    /^([^\S\n]*)(\S(?:.*\S)?)([^\S\n]*)$/gm,
    (_, before: string, words: string, after: string) => {
      return `${before}${mark}${words}${mark}${after}`;
    },
  );
}

function writePoll(poll: Fields | undefined): string {
  if (!poll) return '';
  const answers = poll
    .records('answers')
    .map((one) => `- ${escapeText(one.text('text', ''))}: ${one.whole('voters', 0)}`);
  return [`**${escapeText(poll.text('question', 'Poll'))}**`, ...answers].join('\n');
}

/** A contact, a place, a game or an invoice. */
function writeOther(record: Fields): string {
  const contact = record.maybeRecord('contact_information');
  const at = record.maybeRecord('location_information');
  const lines = [
    ...['first_name', 'last_name', 'phone_number'].map((name) => contact?.text(name, '') ?? ''),
    ...['place_name', 'address', 'game_title', 'game_description'].map((name) => record.text(name, '')),
    record.maybeRecord('invoice_information')?.text('title', '') ?? '',
  ].filter(Boolean);
  const map = at
    ? link(`https://www.openstreetmap.org/?mlat=${at.raw('latitude')}&mlon=${at.raw('longitude')}`, 'Location')
    : '';
  return [...lines.map(escapeText), map].filter(Boolean).join('\n');
}

const fileFields = ['photo', 'file', 'contact_vcard'];

/** The files of a message. Where one is missing, its path is a sentence that says why. */
export function filesOf({ folder }: TelegramExport, { record, place, key, base }: Located): Attached[] {
  return fileFields
    .filter((field) => record.has(field))
    .map((field) => {
      const written = record.text(field, '');
      const isMissing = /(?:^|\s)\(File [^)]*\)$/.test(written);
      const name = record.text('file_name', '') || (isMissing ? field : basename(written));
      const names = [`${base}${written}`, `//${written}`, `//${base}${written}`];
      const path = isMissing ? undefined : names.find((one) => folder.has(one));
      const hash = createHash('sha256').update(`${place}/${key}/${written}`).digest('hex').slice(0, 32);
      return { name, file: path === undefined ? undefined : { from: record, key: hash, path, name } };
    });
}
