import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { noteWritten } from '../accounts.ts';
import type { Fields } from '../fields.ts';
import type { Located } from '../record-file.ts';
import { topicOfText } from '../thread-topic.ts';
import { readDirect } from './channels.ts';
import { channelPlace, findFile, type MattermostExport, timeOf } from './source.ts';

type Found = Located & { file: string };

/** Registers a post of a channel with its replies, authors, files and reactions. */
export function scanPost(source: MattermostExport, post: Fields, found: Found): void {
  const place = channelPlace(post.text('team'), post.text('channel'));
  if (!source.channels.has(place)) post.fail(`there is no channel ${place}`);
  scanThread(source, post, { place, ...found });
}

export function scanDirectPost(source: MattermostExport, post: Fields, found: Found): void {
  scanThread(source, post, { place: readDirect(source, post), ...found });
}

type Placed = Found & { place: string };

function scanThread(source: MattermostExport, post: Fields, placed: Placed): void {
  const replies = post.records('replies');
  const root = keyOf(placed.start, 0);
  for (const [part, one] of [post, ...replies].entries()) {
    scanOne(source, one, { ...placed, part, thread: replies.length > 0 ? root : null });
  }
}

/** Exports contain no ids: a post is identified by its position in the file. */
export function keyOf(start: number, part: number): string {
  return `${start}.${part}`;
}

function scanOne(
  source: MattermostExport,
  post: Fields,
  { place, file, start, length, part, thread }: Placed & { part: number; thread: string | null },
): void {
  const { accounts, posts, left } = source;
  const text = post.text('message', '');
  const sent_at = timeOf(post, 'create_at') ?? post.fail('"create_at" is missing');
  const sender = accounts.get(post, post.text('user'));
  if (post.text('type', '').startsWith('system_')) {
    left.leave('messages', 'they are notices about joins, leaves and changes', text);
    return;
  }
  noteWritten(sender, sent_at);
  const key = keyOf(start, part);
  const title = thread === null ? '' : topicOfText(text.replace(/[*`~]+|^(?:#+|>) /gm, ''));
  const isMarked = scanMarks(source, post);
  posts.add({ place, key, thread, sent_at, title, file, start, length, part, isMarked });
  scanFiles(source, post, { place, key, owner_id: sender.id, created_at: Math.floor(sent_at) });
  timeOf(post, 'edit_at');
}

function scanMarks({ accounts, left }: MattermostExport, post: Fields): boolean {
  const reactions = post.records('reactions');
  for (const reaction of reactions) {
    reaction.text('emoji_name');
    accounts.get(reaction, reaction.text('user'));
  }
  const savers = post.texts('flagged_by');
  for (const name of savers) accounts.get(post, name);
  const isPinned = post.bool('is_pinned', false);
  if (isPinned)
    left.change(
      'pins',
      'the archive does not name who pinned them: the authors get the stars',
      post.text('message', ''),
    );
  return reactions.length + savers.length > 0 || isPinned;
}

interface Sharing {
  place: string;
  key: string;
  owner_id: number;
  created_at: number;
}

function scanFiles({ folder, files, left }: MattermostExport, post: Fields, { place, key, ...shared }: Sharing): void {
  for (const from of post.records('attachments')) {
    const written = from.text('path');
    const path = findFile(folder, written);
    if (path === undefined) left.leave('files', 'the archive lacks their content', written);
    else files.note({ from, key: fileKey(written), path, name: basename(written), ...shared }, { place, key });
  }
}

/** The key of an attached file, derived from its path. */
export function fileKey(path: string): string {
  return createHash('sha256').update(path).digest('hex').slice(0, 32);
}
