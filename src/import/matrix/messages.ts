import { createHash } from 'node:crypto';
import { paragraphs } from '../../external/slack-rich-text.ts';
import { escapeText } from '../../markdown/escape.ts';
import type { Fields } from '../fields.ts';
import type { Attached, HistoryReaction } from '../history.ts';
import { fromMarkedHtml, mentionMark, withoutMarks } from '../marked-html.ts';
import { emojiOfCharacter } from '../named-emoji.ts';
import { topicOfText } from '../thread-topic.ts';
import { unescaped } from '../unescaped.ts';
import { idOf } from './event-id.ts';
import { relatedTo, roomOf } from './rooms.ts';
import { type MatrixExport, userOf } from './source.ts';

/** The second pass: messages, in the version of their last edit. */
export function readEvent(source: MatrixExport, event: Fields, unnamed: string): void {
  const { history } = source;
  const type = event.text('type');
  const written = event.maybeRecord('content');
  const isMessage = writtenTypes.includes(type);
  // What was noted in the first pass is part of another message.
  if (type === 'm.reaction' || type === 'm.room.redaction' || (written && relatedTo(written, 'm.replace') !== null))
    return;
  const reason = isMessage ? reasonToLeave(source, event, written) : reasonOfType(type);
  if (reason === undefined && written) addMessage(source, event, { original: written, unnamed });
  else history.left.leave('messages', reason ?? 'they were deleted', type);
}

/** Of a poll, the text for programs that know none comes along. */
const writtenTypes = ['m.room.message', 'm.sticker', 'm.poll.start', 'org.matrix.msc3381.poll.start'];

const textFields = ['body', 'org.matrix.msc1767.text', 'm.text'];

function reasonOfType(type: string): string {
  if (type === 'm.room.encrypted') return 'they are encrypted';
  return type.startsWith('m.room.') ? 'they are notices about joins, leaves and changes' : 'chatd has no equivalent';
}

function reasonToLeave({ marks }: MatrixExport, event: Fields, content: Fields | undefined): string | undefined {
  const isRedacted = event.maybeRecord('unsigned')?.has('redacted_because') || event.has('redacted_because');
  const isEmpty = !['msgtype', ...textFields].some((name) => content?.has(name));
  const type = content?.text('msgtype', '') ?? '';
  if (type === 'm.bad.encrypted') return 'they are encrypted';
  if (type.startsWith('m.key.verification.')) return 'they are notices about joins, leaves and changes';
  if (isRedacted || isEmpty || marks.list(idOf(event), 'redaction').length > 0) return 'they were deleted';
  return undefined;
}

interface Content {
  original: Fields;
  /** Stands for the id of the room of an event without one. */
  unnamed: string;
}

function addMessage(source: MatrixExport, event: Fields, { original, unnamed }: Content): void {
  const { history } = source;
  const key = idOf(event);
  const place = roomOf(source, event.text('room_id', unnamed)).id;
  const sender = userOf(source, event, event.text('sender'));
  const edit = lastEdit(source, event, key);
  const content = edit?.content ?? original;
  const thread = relatedTo(original, 'm.thread');
  const answered = original.maybeRecord('m.relates_to')?.maybeRecord('m.in_reply_to')?.maybeText('event_id') ?? null;
  const isFallback = thread !== null && original.maybeRecord('m.relates_to')?.bool('is_falling_back', false) === true;
  const file = fileOf(source, event, { content: original, key });
  const start = plainBody(content);
  history.addMessage({
    from: event,
    place,
    key,
    thread: thread ?? key,
    title: topicOfText(start),
    sender,
    sent_at: event.moment('origin_server_ts'),
    edited_at: edit?.at,
    content: paragraphs([file === undefined ? '' : history.writeFile(file), writeBody(source, content, file?.name)]),
    isAction: content.text('msgtype', '') === 'm.emote',
    start: start || (file?.name ?? ''),
    answered: isFallback ? null : answered,
    reactions: readReactions(source, event, key),
    files: file?.file ? [file.file] : [],
  });
}

interface Edit {
  at: number;
  content: Fields;
}

/** The last edit by the sender that was not taken back; nobody else may edit. */
function lastEdit({ marks }: MatrixExport, event: Fields, key: string): Edit | undefined {
  const edits = marks.list(key, 'edit') as { sender: string; at: number; content: unknown }[];
  const [last] = edits.filter(({ sender }) => sender === event.text('sender', '')).sort((a, b) => b.at - a.at);
  return last && { at: last.at, content: event.part('m.new_content', last.content) };
}

/** The text without the quotation that older clients put before an answer. */
function plainBody(content: Fields): string {
  const [body = ''] = textFields.filter((name) => content.has(name)).map((name) => textIn(content, name));
  const isAnswer = content.maybeRecord('m.relates_to')?.has('m.in_reply_to') ?? false;
  return (isAnswer ? body.replace(/^(?:> .*\n)+\n?/, '') : body).trim();
}

/** A text, or the first of a list of its forms. */
function textIn(content: Fields, name: string): string {
  return Array.isArray(content.raw(name)) ? (content.records(name)[0]?.text('body', '') ?? '') : content.text(name, '');
}

/** The Markdown of a text; of a file, only a caption. */
function writeBody(source: MatrixExport, content: Fields, fileName: string | undefined): string {
  const type = content.text('msgtype', 'm.text');
  const isCaption =
    fileName !== undefined && content.has('filename') && content.text('filename', '') !== content.text('body', '');
  if (fileName !== undefined && !isCaption) return '';
  const isHtml = content.text('format', '') === 'org.matrix.custom.html' && content.has('formatted_body');
  const text = isHtml ? fromHtml(source, content.text('formatted_body')) : escapeText(plainBody(content));
  return type === 'm.location' ? paragraphs([text, content.text('geo_uri', '')]) : text;
}

function fromHtml(source: MatrixExport, html: string): string {
  const marked = withoutMarks(html)
    .replace(/<mx-reply>[\s\S]*?<\/mx-reply>/i, '')
    .replace(/<a [^<>]*href="https:\/\/matrix\.to\/#\/([^"/?]+)"[^<>]*>[^<>]*<\/a>/gi, (whole, target: string) => {
      const user = source.history.accounts.find(unescaped(target));
      return user ? mentionMark(user.id) : whole;
    })
    .replace(/<span data-mx-spoiler[^>]*>([\s\S]{0,5000}?)<\/span>/gi, '<blockquote>$1</blockquote>');
  return fromMarkedHtml(marked);
}

const fileTypes = ['m.image', 'm.video', 'm.audio', 'm.file'];

/** The file of a message, if it is one: the next of that name that no message has. */
function fileOf(
  { media, folder }: MatrixExport,
  event: Fields,
  { content, key }: { content: Fields; key: string },
): Attached | undefined {
  const isSticker = event.text('type') === 'm.sticker';
  if (!isSticker && !fileTypes.includes(content.text('msgtype', ''))) return undefined;
  const name = (content.text('filename', '') || content.text('body', '') || 'file').replaceAll('/', '-');
  const id = mediaId(content);
  const named = [media.get(name)?.shift(), id && `//${id}`, id && `media/${id}`, `//${name}`];
  const path = named.find((one) => one && folder.has(one));
  const hash = createHash('sha256').update(key).digest('hex').slice(0, 32);
  return { name, file: path ? { from: event, key: hash, path, name } : undefined };
}

/** The id of a file on its server, in the address of plain or encrypted media. */
function mediaId(content: Fields): string {
  const address = content.text('url', '') || (content.maybeRecord('file')?.text('url', '') ?? '');
  return /^mxc:\/\/[^/]+\/([\w-]+)$/.exec(address)?.[1] ?? '';
}

/** Reactions that were not taken back; a key can be any text. */
function readReactions(source: MatrixExport, event: Fields, key: string): HistoryReaction[] {
  const { marks, history } = source;
  const all = marks.list(key, 'reaction') as { sender: string; key: string }[];
  return all.flatMap(({ sender, key: character }) => {
    const emoji = emojiOfCharacter(character);
    if (!emoji) history.left.leave('reactions', 'the archive lacks their emoji', character);
    return emoji ? { ...emoji, user_id: userOf(source, event, sender).id } : [];
  });
}
