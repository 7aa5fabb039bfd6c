import { noteWritten } from '../accounts.ts';
import type { ArchivedUser } from '../archive.ts';
import type { Fields } from '../fields.ts';
import type { Located } from '../record-file.ts';
import { type ChannelFile, type DiscordExport, findFile } from './source.ts';

/** Registers a message with its author, files and reactions. */
export function scanPost(source: DiscordExport, channel: ChannelFile, { record, start, length }: Located): void {
  const { place, name: file } = channel;
  const key = record.key('id');
  const sent_at = record.moment('timestamp');
  const text = record.strict.text('content', '');
  const isPost = isWritten(record);
  const sender = readUser(source, record.record('author'), file);
  mentionsOf(source, record, file);
  if (!isPost) {
    scanPin(source, record, sender.id);
    // Who called in a direct conversation is in it.
    if (!source.channels.has(place)) source.writers.get(place)?.add(sender.id);
    source.left.leave('messages', 'they are notices about joins, calls and changes', text);
    return;
  }
  // The message that began a thread has the thread's id.
  const own = channel.thread ?? (source.threads.has(key) ? key : null);
  const [thread, title] = own === null ? [null, ''] : [`thread ${own}`, source.threads.get(own) ?? ''];
  const isMarked = scanReactions(source, record, file) || record.bool('isPinned', false);
  if (!source.posts.add({ place, key, thread, sent_at, title, file, start, length, part: 0, isMarked })) {
    source.left.leave('messages', 'they occur twice', text);
    return;
  }
  noteWritten(sender, sent_at);
  source.writers.get(place)?.add(sender.id);
  scanFiles(source, record, { place, key, file, owner_id: sender.id, created_at: Math.floor(sent_at) });
}

/** Records who pinned which message, if this is a message about pinning. */
function scanPin({ pinners }: DiscordExport, record: Fields, user_id: number): void {
  const pinned = record.key('type') === 'ChannelPinnedMessage' ? record.maybeRecord('reference') : undefined;
  const key = pinned?.maybeKey('messageId') ?? null;
  if (key !== null) pinners.set(key, user_id);
}

/** Whether the message was written by a person or program. Kinds that the exporter does not know are numbers. */
function isWritten(record: Fields): boolean {
  return writtenTypes.includes(record.key('type'));
}

const writtenTypes = ['Default', 'Reply', '0', '19', '20', '23', 'ChatInputCommand', 'ContextMenuCommand'];

/** The mentioned users, without broken records. */
export function mentionsOf(
  source: DiscordExport,
  record: Fields,
  file: string,
): { from: Fields; user: ArchivedUser }[] {
  const read = (from: Fields) => ({ from, user: readUser(source, from, file) });
  return [...source.faults.each('mentions', record.records('mentions'), read)];
}

/** The account of a user, as described in every message that mentions or was sent by them. */
function readUser(source: DiscordExport, from: Fields, file: string): ArchivedUser {
  const { accounts, folder, left } = source;
  const id = from.key('id');
  if (!/^\d{1,20}$/.test(id)) from.fail(`"${id.slice(0, 100)}" is no id of a user`);
  const name = from.text('name', '').trim() || `Unknown ${id}`;
  const isBot = from.bool('isBot', false);
  const known = accounts.find(id);
  const picture = known ? undefined : findFile(folder, file, from.text('avatarUrl', ''));
  const full_name = from.text('nickname', '').trim() || name;
  if (!known && !isBot) left.change('users', addressless, full_name);
  const avatars = picture === undefined ? [] : [picture];
  const user = known ?? accounts.add(id, { from, email: undefined, full_name, is_active: true, isBot, avatars });
  for (const role of from.records('roles')) source.faults.attempt('roles', () => takeRole(source.roles, role, user.id));
  return user;
}

const addressless = 'the archive has no e-mail address for them: they get one that receives no mail';

function takeRole(all: DiscordExport['roles'], from: Fields, user_id: number): void {
  const id = from.key('id');
  const role = all.get(id) ?? { from, id: all.size + 1, key: id, name: from.text('name'), member_ids: new Set() };
  all.set(id, role);
  role.member_ids.add(user_id);
}

interface DiscordReaction {
  from: Fields;
  emoji: Fields;
  name: string;
  user_ids: number[];
}

/** The reactions to a message, without broken ones. */
export function reactionsOf(source: DiscordExport, record: Fields, file: string): Iterable<DiscordReaction> {
  const idOf = (user: Fields) => readUser(source, user, file).id;
  return source.faults.each('reactions', record.records('reactions'), (from) => {
    const emoji = from.record('emoji');
    const name = emoji.text('name');
    return { from, emoji, name, user_ids: [...source.faults.each('reactions', from.records('users'), idOf)] };
  });
}

function scanReactions(source: DiscordExport, record: Fields, file: string): boolean {
  const reactions = [...reactionsOf(source, record, file)];
  for (const { emoji, name } of reactions) {
    if (!emoji.maybeKey('id')) continue;
    const path = findFile(source.folder, file, emoji.text('imageUrl', ''));
    source.emoji.add({ from: emoji, name: name.toLowerCase(), path }, source.left);
  }
  return reactions.length > 0;
}

interface Sharing {
  place: string;
  key: string;
  file: string;
  owner_id: number;
  created_at: number;
}

function scanFiles(source: DiscordExport, record: Fields, { place, key, file, ...shared }: Sharing): void {
  for (const { from, id, name, url } of listAttached(source, record)) {
    const path = findFile(source.folder, file, url);
    if (path === undefined) source.left.leave('files', 'the archive lacks their content', name);
    else source.files.note({ from, key: id, path, name, ...shared }, { place, key });
  }
}

export interface Attached {
  from: Fields;
  id: string;
  name: string;
  url: string;
}

/** Attachments and stickers, including those of a forwarded message, without broken ones. */
export function listAttached({ faults }: DiscordExport, record: Fields): Iterable<Attached> {
  const forwarded = record.maybeRecord('forwardedMessage');
  const all = [record, ...(forwarded ? [forwarded] : [])].flatMap((one) => [
    ...one.records('attachments'),
    ...one.records('stickers'),
  ]);
  return faults.each('files', all, partsOf);
}

/** The properties of an attachment or a sticker. */
function partsOf(from: Fields): Attached {
  const id = from.key('id');
  if (!/^\d{1,20}$/.test(id)) from.fail(`"${id.slice(0, 100)}" is no id of a file`);
  if (from.has('fileName')) return { from, id, name: from.text('fileName'), url: from.text('url', '') };
  const url = from.text('sourceUrl', '');
  const ending = /\.(?:png|gif|apng|webp|jpe?g)$/i.exec(url)?.[0] ?? '';
  return { from, id, name: `${from.text('name')}${ending}`, url };
}
