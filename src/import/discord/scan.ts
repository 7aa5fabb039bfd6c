import { noteWritten } from '../accounts.ts';
import type { ArchivedUser } from '../archive.ts';
import type { Fields } from '../fields.ts';
import type { Located } from '../record-file.ts';
import { type ChannelFile, type DiscordExport, findFile } from './source.ts';

/** Registers a message with its author, files and reactions. */
export function scanPost(source: DiscordExport, channel: ChannelFile, { record, start, length }: Located): void {
  const { place, name: file } = channel;
  const key = record.text('id');
  const sent_at = secondsOf(record, 'timestamp') ?? record.fail('"timestamp" is missing');
  const sender = readUser(source, record.maybeRecord('author') ?? record.fail('"author" is missing'), file);
  for (const one of record.records('mentions')) readUser(source, one, file);
  const text = record.text('content', '');
  if (!isWritten(record)) {
    scanPin(source, record, sender.id);
    source.left.leave('messages', 'they are notices about joins, calls and changes', text);
    return;
  }
  noteWritten(sender, sent_at);
  source.writers.get(place)?.add(sender.id);
  secondsOf(record, 'timestampEdited');
  // The message that began a thread has the thread's id.
  const own = channel.thread ?? (source.threads.has(key) ? key : null);
  const [thread, title] = own === null ? [null, ''] : [`thread ${own}`, source.threads.get(own) ?? ''];
  const isMarked = scanReactions(source, record, file) || record.bool('isPinned', false);
  if (!source.posts.add({ place, key, thread, sent_at, title, file, start, length, part: 0, isMarked })) {
    source.left.leave('messages', 'they occur twice', text);
    return;
  }
  scanFiles(source, record, { place, key, file, owner_id: sender.id, created_at: Math.floor(sent_at) });
}

/** Records who pinned which message, if this is a message about pinning. */
function scanPin({ pinners }: DiscordExport, record: Fields, user_id: number): void {
  const pinned = record.text('type') === 'ChannelPinnedMessage' ? record.maybeRecord('reference') : undefined;
  const key = pinned?.maybeText('messageId') ?? null;
  if (key !== null) pinners.set(key, user_id);
}

/** A time in ISO 8601 as UNIX seconds with a fraction; undefined if it is missing. */
export function secondsOf(record: Fields, name: string): number | undefined {
  const text = record.maybeText(name);
  if (text === null) return undefined;
  const seconds = Date.parse(text) / 1000;
  return seconds >= 0 ? seconds : record.fail(`"${name}" is no time`);
}

/**
 * Whether the message was written by a person or program. Newer kinds have numbers: 20 and 23 are answers to commands.
 */
function isWritten(record: Fields): boolean {
  return ['Default', 'Reply', '20', '23', 'ChatInputCommand', 'ContextMenuCommand'].includes(record.text('type'));
}

/** The account of a user, as described in every message that mentions or was sent by them. */
export function readUser({ accounts, roles, folder, left }: DiscordExport, from: Fields, file: string): ArchivedUser {
  const id = from.text('id');
  if (!/^\d{1,20}$/.test(id)) from.fail(`"${id}" is no id of a user`);
  const name = from.text('name');
  const isBot = from.bool('isBot', false);
  const known = accounts.find(id);
  const picture = known ? undefined : findFile(folder, file, from.text('avatarUrl', ''));
  const full_name = from.text('nickname', '').trim() || name;
  if (!known && !isBot) left.change('users', addressless, full_name);
  const avatars = picture === undefined ? [] : [picture];
  const user = known ?? accounts.add(id, { from, email: undefined, full_name, is_active: true, isBot, avatars });
  for (const role of from.records('roles')) takeRole(roles, role, user.id);
  return user;
}

const addressless = 'the archive has no e-mail address for them: they get one that receives no mail';

function takeRole(all: DiscordExport['roles'], from: Fields, user_id: number): void {
  const id = from.text('id');
  const role = all.get(id) ?? { from, id: all.size + 1, name: from.text('name'), member_ids: new Set() };
  all.set(id, role);
  role.member_ids.add(user_id);
}

function scanReactions(source: DiscordExport, record: Fields, file: string): boolean {
  const reactions = record.records('reactions');
  for (const reaction of reactions) {
    const emoji = reaction.maybeRecord('emoji') ?? reaction.fail('"emoji" is missing');
    const name = emoji.text('name');
    for (const user of reaction.records('users')) readUser(source, user, file);
    if (!emoji.text('id', '')) continue;
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
  for (const from of listAttached(record)) {
    const { id, name, url } = partsOf(from);
    const path = findFile(source.folder, file, url);
    if (path === undefined) source.left.leave('files', 'the archive lacks their content', name);
    else source.files.note({ from, key: id, path, name, ...shared }, { place, key });
  }
}

/** Attachments and stickers, including those of a forwarded message. */
export function listAttached(record: Fields): Fields[] {
  const forwarded = record.maybeRecord('forwardedMessage');
  return [record, ...(forwarded ? [forwarded] : [])].flatMap((one) => [
    ...one.records('attachments'),
    ...one.records('stickers'),
  ]);
}

/** The properties of an attachment or a sticker. */
export function partsOf(from: Fields): { id: string; name: string; url: string } {
  const id = from.text('id');
  if (!/^\d{1,20}$/.test(id)) from.fail(`"${id}" is no id of a file`);
  if (from.has('fileName')) return { id, name: from.text('fileName'), url: from.text('url', '') };
  const url = from.text('sourceUrl', '');
  const ending = /\.(?:png|gif|apng|webp|jpe?g)$/i.exec(url)?.[0] ?? '';
  return { id, name: `${from.text('name')}${ending}`, url };
}
