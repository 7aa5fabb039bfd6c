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
    const id = file.top('id').key('id');
    const isDirect = directTypes.includes(type);
    const place = `${isDirect ? 'user' : 'chat'}${id}`;
    if (isDirect) addDirect(source, file, { place, id });
    else addChannel(source, file, { place, isPublic: type.startsWith('public_'), isLeft });
    const chat = { place, titles: new Map(), base: file.name.slice(0, file.name.lastIndexOf('/') + 1) };
    for (const { record, length } of file.located('messages', { noun: 'messages' })) {
      onRead(length);
      faults.attempt('messages', () => readMessage(source, chat, record));
    }
  });
}

interface Named {
  place: string;
  id: string;
}

function addDirect({ history, owner }: TelegramExport, file: RecordFile, { place, id }: Named): void {
  const from = file.top('name');
  const name = from.text('name', '').trim();
  if (name !== '') history.addMember(place, userOf(history, from, `user${id}`, name));
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
  const key = record.key('id');
  const sent_at = timeOf(record, 'date') ?? record.fail('"date" is missing');
  const answered = record.has('reply_to_peer_id') ? null : record.maybeKey('reply_to_message_id');
  const topic = chat.titles.size === 0 ? null : topicOf(source, chat, answered);
  const files = filesOf(source, { record, place, key, base: chat.base });
  history.addMessage({
    from: record,
    place,
    key,
    thread: topic === null ? null : `topic ${topic}`,
    title: topicOfText(chat.titles.get(topic ?? '') ?? ''),
    sender: userOf(history, record, record.text('from_id'), record.text('from', '').trim()),
    sent_at,
    edited_at: timeOf(record, 'edited'),
    content: writeText(source, record, files),
    start: plainTextOf(record),
    answered: answered !== null && chat.titles.has(answered) ? null : answered,
    reactions: readReactions(history, record),
    files: files.flatMap(({ file }) => file ?? []),
  });
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
