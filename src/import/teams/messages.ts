import { createHash } from 'node:crypto';
import { paragraphs } from '../../external/slack-rich-text.ts';
import { link } from '../../external/slack-text.ts';
import { escapeText } from '../../markdown/escape.ts';
import type { ArchivedUser } from '../archive.ts';
import type { Fields } from '../fields.ts';
import type { Attached, HistoryReaction } from '../history.ts';
import { fromMarkedHtml, mentionMark, textOfHtml, withoutMarks } from '../marked-html.ts';
import { emojiOfCharacter } from '../named-emoji.ts';
import { topicOfText } from '../thread-topic.ts';
import { unescaped } from '../unescaped.ts';
import { type TeamsExport, userOf } from './source.ts';

/** Whether a record is a `chatMessage`. */
export function isMessage(record: Fields): boolean {
  return record.has('messageType') || (record.has('body') && record.has('createdDateTime'));
}

/** Registers a message with its replies. */
export function readMessage(source: TeamsExport, record: Fields): void {
  const place = record.maybeRecord('channelIdentity')?.text('channelId', '') || record.text('chatId', '');
  if (place === '') record.fail('it is in no channel and no chat');
  tellOrLeave(source, record, place);
  for (const reply of record.records('replies')) {
    source.history.faults.attempt('messages', () => tellOrLeave(source, reply, place));
  }
}

function tellOrLeave(source: TeamsExport, record: Fields, place: string): void {
  const { left } = source.history;
  const type = record.or('unknown', ({ strict }) => strict.text('messageType', 'message'));
  if (record.has('deletedDateTime')) left.leave('messages', 'they were deleted', record.key('id'));
  else if (type !== 'message') left.leave('messages', 'they are notices about joins, calls and changes', type);
  else addMessage(source, record, place);
}

function readBody(record: Fields): { text: string; isHtml: boolean } {
  const body = record.record('body');
  return { text: body.text('content', ''), isHtml: body.text('contentType', 'text') === 'html' };
}

function addMessage(source: TeamsExport, record: Fields, place: string): void {
  const { history } = source;
  const key = record.key('id');
  const { text, isHtml } = readBody(record);
  const attached = attachmentsOf(source, record, { place, key, html: isHtml ? text : '' });
  const subject = record.text('subject', '').trim();
  const start = isHtml ? textOfHtml(text) : text;
  history.addMessage({
    from: record,
    place,
    key,
    thread: history.channels.has(place) ? (record.maybeKey('replyToId') ?? key) : null,
    title: topicOfText(subject || start),
    sender: senderOf(source, record),
    sent_at: record.moment('createdDateTime'),
    edited_at: record.maybeMoment('lastEditedDateTime'),
    content: paragraphs([
      subject === '' ? '' : `## ${escapeText(subject)}`,
      isHtml ? fromMarkedHtml(marked(source, record, text)) : escapeText(text),
      ...record.records('attachments').map(writeCard),
      ...attached.map((one) => writeAttached(source, one)),
    ]),
    start: start || (attached[0]?.name ?? ''),
    answered: answeredBy(record),
    reactions: readReactions(source, record),
    files: attached.flatMap(({ file }) => file ?? []),
  });
}

function senderOf(source: TeamsExport, record: Fields): ArchivedUser {
  const from = record.record('from');
  const user = from.maybeRecord('user');
  return user ? userOf(source, user) : userOf(source, from.record('application'), true);
}

/** A message that is quoted is an attachment; its text is not needed, because the message itself is there. */
function answeredBy(record: Fields): string | null {
  const [quoted] = record.records('attachments').filter((one) => one.raw('contentType') === 'messageReference');
  return quoted?.maybeKey('id') ?? null;
}

/** HTML with marks for mentions, and without what has another form here. */
function marked(source: TeamsExport, record: Fields, html: string): string {
  const mentions = new Map(record.records('mentions').map((one) => [String(one.raw('id')), one]));
  return withoutMarks(html)
    .replace(/<at id="(\d+)"[^<>]*>([^<]{0,300})<\/at>/gi, (_, id: string, name: string) => {
      const user = mentions.get(id)?.maybeRecord('mentioned')?.maybeRecord('user');
      return user ? mentionMark(userOf(source, user).id) : name;
    })
    .replace(/<attachment\b[^<>]*>(?:\s*<\/attachment>)?/gi, '')
    .replace(/<emoji\b[^<>]*\balt="([^"<>]*)"[^<>]*>(?:<\/emoji>)?/gi, '$1')
    .replace(/<img\b[^<>]*\bitemtype="http:\/\/schema\.skype\.com\/Emoji"[^<>]*\balt="([^"<>]*)"[^<>]*>/gi, '$1')
    .replace(/<img\b[^<>]*hostedContents[^<>]*>/gi, '')
    .replace(/<codeblock\b[^<>]*>/gi, '<pre>')
    .replace(/<\/codeblock>/gi, '</pre>');
}

/** A message that was forwarded, as a quotation, or the texts of a card. Both are JSON in a text. */
function writeCard(attachment: Fields): string {
  const type = attachment.text('contentType', '');
  const isForwarded = type === 'forwardedMessageReference';
  if (!isForwarded && !type.startsWith('application/vnd.microsoft.card.')) return '';
  const texts: string[] = [];
  const collect = (key: string, value: unknown) => {
    const isText = isForwarded ? key === 'originalMessageContent' : key === 'text' || key === 'title';
    if (isText && typeof value === 'string') texts.push(fromMarkedHtml(withoutMarks(value)));
    return value;
  };
  try {
    JSON.parse(attachment.text('content', '{}'), collect);
  } catch {
    attachment.mended('"content" is not JSON');
  }
  return isForwarded ? texts.join('\n').replace(/^/gm, '> ') : texts.join('\n\n');
}

interface LinkedFile extends Attached {
  /** Where it can be had, if the archive lacks it. */
  url: string;
}

interface Located {
  place: string;
  key: string;
  html: string;
}

/** Pictures in the text, which are hosted contents, and files, which are on SharePoint. */
function attachmentsOf({ files }: TeamsExport, record: Fields, { place, key, html }: Located): LinkedFile[] {
  const hosted = Array.from(html.matchAll(/hostedContents\/([\w=+%-]{1,500})\/\$value/g), ([, id = ''], index) => {
    const path = files.get(unescaped(id)) ?? files.get(`${key}-${index}`) ?? files.get(`${key}-${index + 1}`);
    return { name: `${key}-${index + 1}${/\.\w{1,5}$/.exec(path ?? '')?.[0] ?? '.png'}`, url: '', path };
  });
  const shared = record
    .records('attachments')
    .filter((one) => one.raw('contentType') === 'reference')
    .map((one) => {
      const name = one.text('name', '').trim() || 'file';
      return { name, url: one.text('contentUrl', ''), path: files.get(one.text('id', '')) ?? files.get(name) };
    });
  return [...hosted, ...shared].map(({ name, url, path }, index) => {
    const hash = createHash('sha256').update(`${place}/${key}/${index}`).digest('hex').slice(0, 32);
    return { name, url, file: path === undefined ? undefined : { from: record, key: hash, path, name } };
  });
}

function writeAttached({ history }: TeamsExport, attached: LinkedFile): string {
  const { name, url, file } = attached;
  const written = history.writeFile(attached);
  return file === undefined && /^https?:/.test(url) ? link(url, name) : written;
}

/** Names of reactions from before they were characters. */
const named: ReadonlyMap<string, string> = new Map(
  Object.entries({ like: '👍', heart: '❤', laugh: '😆', surprised: '😮', sad: '😢', angry: '😠' }),
);

function readReactions(source: TeamsExport, record: Fields): HistoryReaction[] {
  const { faults, left } = source.history;
  const read = (one: Fields): HistoryReaction[] => {
    const type = one.text('reactionType');
    const emoji = emojiOfCharacter(named.get(type) ?? type);
    if (!emoji) left.leave('reactions', 'the archive lacks their emoji', one.text('displayName', type));
    return emoji ? [{ ...emoji, user_id: userOf(source, one.record('user').record('user')).id }] : [];
  };
  return [...faults.each('reactions', record.records('reactions'), read)].flat();
}
