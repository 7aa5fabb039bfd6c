import { paragraphs } from '../../external/slack-rich-text.ts';
import { link } from '../../external/slack-text.ts';
import { escapeText } from '../../markdown/escape.ts';
import type { ArchivedUser } from '../archive.ts';
import { fromStarredText } from '../dialect.ts';
import type { Fields } from '../fields.ts';
import type { Attached, HistoryReaction } from '../history.ts';
import { sayName } from '../plain.ts';
import { writeReference } from '../references.ts';
import { topicOfText } from '../thread-topic.ts';
import { type RocketChatDump, userOf } from './source.ts';

export function readMessage(source: RocketChatDump, record: Fields): void {
  const { history } = source;
  const place = record.key('rid');
  const reason = reasonToLeave(source, record, place);
  if (reason === undefined) addMessage(source, record, place);
  else history.left.leave('messages', reason, record.text('msg', ''));
}

function addMessage(source: RocketChatDump, record: Fields, place: string): void {
  const { history } = source;
  const key = record.key('_id');
  const answer = answerOf(record.strict.text('msg', ''));
  const text = answer.rest;
  const sender = userOf(source, record.record('u'));
  const files = filesOf(source, record);
  history.addMessage({
    from: record,
    place,
    key,
    thread: record.maybeKey('tmid') ?? key,
    title: topicOfText(plainText(text)),
    sender,
    sent_at: record.moment('ts'),
    edited_at: record.maybeMoment('editedAt'),
    content: paragraphs([
      sayName(record.text('alias', ''), sender),
      writeText(source, text, place),
      ...record.records('blocks').map((one) => writeText(source, textOfBlock(one), place)),
      ...record.records('attachments').map((one) => writeAttachment(source, one, place)),
      ...files.map((file) => history.writeFile(file)),
    ]),
    isAction: record.text('t', '') === 'me',
    start: plainText(text) || (files[0]?.name ?? ''),
    answered: answer.key,
    reactions: readReactions(source, record),
    starred_by: readStars(source, record, sender),
    files: files.flatMap(({ file }) => file ?? []),
  });
}

/** Messages that somebody starred, and pinned ones for whoever pinned them. */
function readStars(source: RocketChatDump, record: Fields, sender: ArchivedUser): number[] {
  const { accounts } = source.history;
  const starred = record.records('starred').flatMap((one) => accounts.find(one.text('_id', ''))?.id ?? []);
  if (!record.bool('pinned', false)) return starred;
  const pinner = record.maybeRecord('pinnedBy');
  return [...starred, pinner ? userOf(source, pinner).id : sender.id];
}

/** Notices have a type; these do not. */
const writtenTypes = ['', 'me', 'discussion'];

function reasonToLeave({ history }: RocketChatDump, { strict }: Fields, place: string): string | undefined {
  if (!history.channels.has(place) && !history.members.has(place)) return 'they are in no channel that comes along';
  const type = strict.text('t', '');
  if (type === 'e2e') return 'they are encrypted';
  if (type === 'rm') return 'they were deleted';
  if (!writtenTypes.includes(type)) return 'they are notices about joins, leaves and changes';
  return strict.bool('_hidden', false) ? 'they are earlier versions of others' : undefined;
}

/** An answer begins with an empty link to the message that it quotes. */
function answerOf(text: string): { key: string | null; rest: string } {
  const [all = '', key = null] = /^\s*\[ \]\([^()\s]*[?&]msg=([\w-]{1,64})[^()\s]*\)\s*/.exec(text) ?? [];
  return { key, rest: text.slice(all.length) };
}

function plainText(text: string): string {
  return text.replace(/^> ?|[*`~]+/gm, '').replace(/\[([^\][\n]*)\]\([^()\s]*\)/g, '$1');
}

/** The Markdown of a text, with references to users and channels. Names of private channels are not for everybody. */
function writeText({ byName, rooms, closed, history }: RocketChatDump, text: string, place: string): string {
  return fromStarredText(text)
    .replace(/(?<![\w@/])@([\w.-]{0,99}\w)/g, (whole, name: string) => {
      if (name === 'all' || name === 'here') return '@**all**';
      const user = byName.get(name.toLowerCase());
      return user ? writeReference('user', user.id) : whole;
    })
    .replace(/(?<![\w#/&])#([\w.-]{0,99}\w)/g, (whole, name: string) => {
      const called = rooms.get(name.toLowerCase());
      const channel =
        called === undefined || (closed.has(called) && called !== place) ? undefined : history.channels.get(called);
      return channel ? writeReference('channel', channel.id) : whole;
    });
}

/** The text in a block of an app; those with a call or with buttons alone have none. */
function textOfBlock(block: Fields): string {
  return block.maybeRecord('text')?.text('text', '') ?? '';
}

/** A card of a program. Quotations have a link to their message, and files one to their content: both are said otherwise. */
function writeAttachment(source: RocketChatDump, from: Fields, place: string): string {
  if (from.has('message_link') || from.raw('type') === 'file') {
    const description = from.text('description', '');
    return description === '' ? '' : writeText(source, description, place);
  }
  const title = from.text('title', '');
  const url = from.text('title_link', '');
  return paragraphs([
    escapeText(from.text('author_name', '')),
    title === '' ? '' : `## ${url === '' ? escapeText(title) : link(url, title)}`,
    writeText(source, from.text('text', ''), place),
    from
      .records('fields')
      .map((one) => `**${escapeText(one.text('title', ''))}**: ${writeText(source, one.text('value', ''), place)}`)
      .join('\n'),
    /^https?:/.test(from.text('image_url', '')) ? link(from.text('image_url', ''), title || 'image') : '',
  ]);
}

/** The files of a message, without the thumbnails that the server made. */
function filesOf({ uploads }: RocketChatDump, record: Fields): Attached[] {
  const listed = record.records('files');
  const single = record.maybeRecord('file');
  const all = listed.length > 0 ? listed : single ? [single] : [];
  return all
    .filter((one, index) => index === 0 || !one.text('name', '').startsWith('thumb-'))
    .flatMap((from) => {
      const key = from.maybeKey('_id');
      if (key === null) return [];
      const upload = uploads.get(key);
      const name = upload?.name ?? from.text('name', key);
      const path = /^[\w-]{1,64}$/.test(key) ? upload?.path : undefined;
      return { name, file: path === undefined ? undefined : { from, key, path, name } };
    });
}

/** Reactions by `:name:`, each with the names of users. */
function readReactions({ history, byName }: RocketChatDump, record: Fields): HistoryReaction[] {
  const all = record.maybeRecord('reactions');
  return (all?.names ?? []).flatMap((written) => {
    const users = all?.maybeRecord(written)?.texts('usernames') ?? [];
    const emoji = history.emoji.find(written.replace(/^:|:$/g, ''));
    if (!emoji) history.left.leave('reactions', 'the archive lacks their emoji', written, users.length);
    const known = users.flatMap((name) => byName.get(name.toLowerCase())?.id ?? []);
    history.left.leave(
      'reactions',
      'the archive does not name their users',
      written,
      emoji ? users.length - known.length : 0,
    );
    return emoji ? known.map((user_id) => ({ ...emoji, user_id })) : [];
  });
}
