import { addressless } from '../accounts.ts';
import type { ArchivedUser } from '../archive.ts';
import type { Fields } from '../fields.ts';
import type { History, HistoryReaction } from '../history.ts';
import { emojiOfCharacter } from '../named-emoji.ts';
import type { RecordFile } from '../record-file.ts';
import { topicOfText } from '../thread-topic.ts';
import type { TelegramExport } from './source.ts';
import { filesOf, plainTextOf, writeText } from './text.ts';

interface Chat {
  place: string;
  /** The titles of its topics by the ids of the notices that began them; empty if it has none. */
  titles: Map<string, string>;
  /** The folder of the file in the archive, with a trailing slash. */
  base: string;
}

interface Passing {
  onRead(bytes: number): void;
  /** Whether the account has left the chat. */
  isLeft: boolean;
}

const directTypes = ['personal_chat', 'bot_chat', 'saved_messages', 'replies', 'verification_codes'];

/** Registers a chat and its messages. */
export function readChat(source: TelegramExport, file: RecordFile, { onRead, isLeft }: Passing): void {
  const { faults } = source.history;
  faults.attempt('chats', () => {
    const type = file.top('type').text('type');
    const isDirect = directTypes.includes(type);
    const place = placeOf(file, isDirect ? 'user' : 'chat');
    if (isDirect) addDirect(source, file, place);
    else addChannel(source, file, { place, isPublic: type.startsWith('public_'), isLeft });
    const chat = { place, titles: new Map(), base: file.name.slice(0, file.name.lastIndexOf('/') + 1) };
    for (const { record, length } of file.located('messages', { noun: 'messages' })) {
      onRead(length);
      faults.attempt('messages', () => readMessage(source, chat, record));
    }
  });
}

function placeOf(file: RecordFile, kind: 'user' | 'chat'): string {
  const id = plainId(file.top('id'));
  const [first] = file.records('messages');
  const isShifted = ['from_id', 'actor_id'].some((name) => typeof first?.raw(name) === 'number');
  return isShifted ? `${kind}${BigInt(id) % idsOfAKind}` : `${kind}${id}`;
}

/** Programs that use Telegram's bot API write ids of chats with a minus, and of supergroups and channels with -100. */
function plainId(top: Fields): string {
  const written = String(top.raw('id'));
  return /^-\d{1,20}$/.test(written) ? written.replace(/^-(?:100(?=\d{10}))?/, '') : top.key('id');
}

/** Files of before 2021 have numbers as ids, which are those of users after 2^32, and of chats after 2^33. */
const idsOfAKind = 2n ** 32n;

/** The id of a sender as newer files have it, such as `user12`. */
function senderId(record: Fields): string {
  if (typeof record.raw('from_id') !== 'number') return record.text('from_id');
  const id = BigInt(record.key('from_id'));
  return `${id < 2n * idsOfAKind ? 'user' : 'chat'}${id % idsOfAKind}`;
}

/** The id of a message. Those of a group from before it became a supergroup have negative ids. */
function messageId(record: Fields, name: 'id' | 'reply_to_message_id'): string {
  return String(record.whole(name));
}

function addDirect({ history, owner }: TelegramExport, file: RecordFile, place: string): void {
  const from = file.top('name');
  const name = from.text('name', '').trim();
  if (name !== '') history.addMember(place, userOf(history, from, place, name));
  const own = owner?.maybeKey('user_id');
  if (owner === undefined || !own) return;
  const names = ['first_name', 'last_name'].map((one) => owner.text(one, '').trim());
  history.addMember(place, userOf(history, owner, `user${own}`, names.filter(Boolean).join(' ')));
}

interface Opened {
  place: string;
  isPublic: boolean;
  isLeft: boolean;
}

function addChannel({ history }: TelegramExport, file: RecordFile, { place, isPublic, isLeft }: Opened): void {
  const from = file.top('name');
  const name = from.text('name', '').trim() || `Chat ${place.slice('chat'.length)}`;
  const parts = { from, name, description: '', created_at: 0, is_archived: isLeft };
  history.addChannel(place, { ...parts, invite_only: !isPublic });
  if (!isPublic) {
    history.left.change(
      'channels',
      'no export lists their readers: they are private, with their authors as members',
      name,
    );
  }
}

/** The account of a user, channel or deleted account by its id in a record, such as `user12`. */
function userOf(history: History, from: Fields, key: string, name: string): ArchivedUser {
  const known = history.accounts.find(key);
  if (known) return known;
  if (!/^(?:user|chat|channel)\d{1,20}$/.test(key)) from.fail(`"${key.slice(0, 100)}" is no id of a user`);
  const isDeleted = name === '';
  const full_name = isDeleted ? `Deleted account ${key.replace(/^\D+/, '')}` : name;
  history.left.change('users', addressless, full_name);
  return history.accounts.add(key, {
    from,
    email: undefined,
    full_name,
    is_active: !isDeleted,
    isBot: !key.startsWith('user'),
  });
}

function readMessage(source: TelegramExport, chat: Chat, record: Fields): void {
  const { left } = source.history;
  const type = record.text('type');
  if (type === 'service') readService(source, chat, record);
  else if (type === 'unsupported') left.leave('messages', 'Telegram Desktop could not export them', record.key('id'));
  else if (type === 'message') addMessage(source, chat, record);
  else record.fail(`"${type.slice(0, 100)}" is no type of a message`);
}

function addMessage(source: TelegramExport, chat: Chat, record: Fields): void {
  const { history } = source;
  const { place } = chat;
  const key = messageId(record, 'id');
  const sent_at = timeOf(record, 'date') ?? record.fail('"date" is missing');
  const answered = answeredBy(record);
  const topic = chat.titles.size === 0 ? null : topicOf(source, chat, answered);
  const files = filesOf(source, { record, place, key, base: chat.base });
  history.addMessage({
    from: record,
    place,
    key,
    thread: topic === null ? null : `topic ${topic}`,
    title: topicOfText(chat.titles.get(topic ?? '') ?? ''),
    sender: userOf(history, record, senderId(record), record.text('from', '').trim()),
    sent_at,
    edited_at: editedAt(record, sent_at),
    content: writeText(source, record, files),
    start: plainTextOf(record),
    answered: answered !== null && chat.titles.has(answered) ? null : answered,
    reactions: readReactions(history, record),
    files: files.flatMap(({ file }) => file ?? []),
  });
}

/** The id of the message in the same chat that a message answers. */
function answeredBy(record: Fields): string | null {
  const isAnswer = record.has('reply_to_message_id') && !record.has('reply_to_peer_id');
  return isAnswer ? record.or(null, ({ strict }) => messageId(strict, 'reply_to_message_id')) : null;
}

/** The topic of a message, by what it answers; null in the general topic, which no notice began. */
function topicOf({ history }: TelegramExport, { titles, place }: Chat, answered: string | null): string | null {
  if (answered === null) return null;
  if (titles.has(answered)) return answered;
  return history.posts.threadOf(place, answered)?.slice('topic '.length) ?? null;
}

/** A notice: one that begins a topic names it, all others are left out. */
function readService({ history }: TelegramExport, { titles }: Chat, record: Fields): void {
  const action = record.text('action', '');
  if (action === 'topic_created') titles.set(record.key('id'), record.text('title', ''));
  const count = action === 'topic_created' ? 0 : 1;
  const example = `${record.text('actor', '')} ${action}`.trim();
  history.left.leave('messages', 'they are notices about joins, calls and changes', example, count);
}

/** UNIX seconds; files of before 2022 have no other time than the local one. */
function timeOf(record: Fields, name: 'date' | 'edited'): number | undefined {
  return record.maybeMoment(`${name}_unixtime`) || record.maybeMoment(name) || undefined;
}

/** Older files have a time of 1970 for what was never edited. */
function editedAt(record: Fields, sent_at: number): number | undefined {
  const time = timeOf(record, 'edited');
  return time !== undefined && time > sent_at ? time : undefined;
}

/** Reactions whose users are named; of many, the export names only the latest. */
function readReactions(history: History, record: Fields): HistoryReaction[] {
  const read = [
    ...history.faults.each('reactions', record.records('reactions'), (one) => {
      const written = one.text('emoji', '');
      const found = emojiOfCharacter(written);
      const users = one
        .records('recent')
        .map((user) => userOf(history, user, user.text('from_id'), user.text('from', '')));
      if (!found)
        history.left.leave(
          'reactions',
          'the archive lacks their emoji',
          written || one.text('type', ''),
          one.whole('count', 1),
        );
      else
        history.left.leave(
          'reactions',
          'the archive does not name their users',
          written,
          Math.max(0, one.whole('count', 0) - users.length),
        );
      return found ? users.map(({ id }) => ({ ...found, user_id: id })) : [];
    }),
  ];
  return read.flat();
}
