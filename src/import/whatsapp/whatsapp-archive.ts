import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { addressless } from '../accounts.ts';
import type { Archive, ArchivedUser, Reading } from '../archive.ts';
import type { ArchiveFolder } from '../archive-folder.ts';
import { History } from '../history.ts';
import { archiveOf } from '../history-archive.ts';
import { type Source, UnusableArchive } from '../unusable-archive.ts';
import { convertUtf16 } from '../utf16.ts';
import { type Entry, readEntries } from './lines.ts';
import type { Chat, WhatsAppExport } from './source.ts';
import { isOfApp, readContent } from './text.ts';
import { DateOrder, secondsOf } from './times.ts';
import { introduction } from './words.ts';

/**
 * The text files that the phone app exports, one for each chat, with its media beside it. The files have no ids, no
 * zone, and dates in the form of the phone's language, so a chat is known by its name and a message by its minute,
 * sender and text. Throws UnusableArchive.
 */
export function readWhatsAppArchive(folder: ArchiveFolder, reading: Reading): Archive {
  const history = new History('whatsapp', reading);
  try {
    const chats = openChats(folder, reading, history);
    const total = chats.reduce((sum, { path }) => sum + statSync(path).size, 0);
    let done = 0;
    const onRead = (bytes: number) => {
      done += bytes;
      reading.onProgress(done, 2 * total);
    };
    for (const chat of chats) readChat({ history, folder }, chat, onRead);
    history.finish();
    return archiveOf(history, { client: 'WhatsApp', source: '' });
  } catch (error) {
    history.posts.close();
    throw error;
  }
}

function openChats(folder: ArchiveFolder, { scratch, file }: Reading, { left }: History): Chat[] {
  const chats = folder.list(/^(?!\/\/).*\.txt$/i).flatMap((name, index) => {
    const path = convertUtf16(folder.find(name) as string, join(scratch, `chat-${index}.txt`));
    const { dates, authors } = survey(path);
    if (authors.size === 0) {
      left.leave('files of the export', 'they hold no chats', name);
      return [];
    }
    const base = name.slice(0, name.lastIndexOf('/') + 1);
    const title = nameOf(name, file);
    if (dates.isGuessed) left.change('chats', `their dates can be read in two ways: read ${dates.order}`, title);
    return { name: title, file: name, path, base, order: dates.order, authors };
  });
  if (chats.length === 0)
    throw new UnusableArchive(
      'The archive holds no exported chat: no line of a text file begins with a date and a name.',
    );
  return chats;
}

function survey(path: string): { dates: DateOrder; authors: Set<string> } {
  const dates = new DateOrder();
  const authors = new Set<string>();
  for (const { stamp, sender, text } of readEntries(path)) {
    dates.add(stamp);
    if (sender !== undefined && !isOfApp(text)) authors.add(sender);
  }
  return { dates, authors };
}

/** The name of a chat, from the name of its file, or of the archive with a `_chat.txt`. */
function nameOf(name: string, archive: string): string {
  const own = basename(name, '.txt');
  const [, folder = basename(archive)] = /([^/]+)\/[^/]*$/.exec(name) ?? [];
  const written = own === '_chat' ? folder.replace(/\.(?:zip|tar|tar\.gz|tgz|txt)$/i, '') : own;
  const plain = written
    .replace(/ \(\d+\)$/, '')
    .normalize('NFC')
    .trim();
  return plain.replace(introduction, '').trim() || plain;
}

function readChat(source: WhatsAppExport, chat: Chat, onRead: (bytes: number) => void): void {
  const { history } = source;
  const from = sourceOf(chat, 1);
  // Two chats of one name are one: a later export of it, most of the time.
  const place = `chat ${chat.name}`;
  // All authors at first, because messages mention people who write later.
  for (const name of chat.authors) userOf(history, from, name);
  if (chat.authors.size > 2) addGroup(history, place, chat, from);
  else
    for (const name of [chat.name, ...chat.authors]) addPartner(history, { place, from, name, authors: chat.authors });
  const reader = { source, chat, place, numbers: new Numbers() };
  for (const entry of readEntries(chat.path)) {
    onRead(entry.bytes);
    history.faults.attempt('messages', () => readMessage(reader, entry));
  }
}

function sourceOf({ file }: Chat, line: number): Source {
  return {
    fail(problem) {
      throw new UnusableArchive(`${file}, line ${line}: ${problem}.`, problem);
    },
  };
}

function addGroup(history: History, place: string, { name }: Chat, from: Source): void {
  history.addChannel(place, { from, name, description: '', created_at: 0, invite_only: true });
  history.left.change(
    'channels',
    'no export lists their readers: they are private, with their authors as members',
    name,
  );
}

interface Partner {
  place: string;
  from: Source;
  name: string;
  authors: ReadonlySet<string>;
}

/** The other person of a chat is called like the chat. If two others wrote, it is called otherwise. */
function addPartner(history: History, { place, from, name, authors }: Partner): void {
  if (authors.size < 2 || authors.has(name)) history.addMember(place, userOf(history, from, name));
}

function userOf({ accounts, left }: History, from: Source, name: string): ArchivedUser {
  const known = accounts.find(name);
  if (known) return known;
  left.change('users', addressless, name);
  return accounts.add(name, { from, email: undefined, full_name: name, is_active: true, isBot: false });
}

/** Numbers messages of one sender with the same time and text, which have no other difference. */
class Numbers {
  #sent_at = 0;
  readonly #counts = new Map<string, number>();

  next(sent_at: number, key: string): number {
    if (sent_at !== this.#sent_at) this.#counts.clear();
    this.#sent_at = sent_at;
    const number = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, number);
    return number;
  }
}

interface Reader {
  source: WhatsAppExport;
  chat: Chat;
  place: string;
  numbers: Numbers;
}

function readMessage({ source, chat, place, numbers }: Reader, entry: Entry): void {
  const { history } = source;
  const { stamp, sender, text, line, isGarbled } = entry;
  if (sender === undefined || isOfApp(text)) {
    history.left.leave('messages', 'they are notices about joins, calls and changes', text);
    return;
  }
  const from = sourceOf(chat, line);
  const sent_at = secondsOf(stamp, chat.order) ?? from.fail('there is no such time');
  const hash = createHash('sha256')
    .update(JSON.stringify([sent_at, sender, text]))
    .digest('base64url');
  const key = `${hash} ${numbers.next(sent_at, hash)}`;
  const content = readContent(source, chat, { from, text, key });
  if (content === undefined) return;
  if (isGarbled) history.left.change('messages', 'they are not in UTF-8, so characters are missing', text);
  const author = userOf(history, from, sender);
  history.addMessage({ from, place, key, thread: null, sent_at, title: '', sender: author, written: text, ...content });
}
