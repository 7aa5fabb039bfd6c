import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { noteWritten } from '../accounts.ts';
import type { Fields } from '../fields.ts';
import type { Post } from '../post-index.ts';
import { topicOfText } from '../thread-topic.ts';
import { readDirect } from './channels.ts';
import { type Line, recordOf } from './lines.ts';
import { accountOf, channelPlace, findFile, isGone, type MattermostExport, timeOf } from './source.ts';

/** Registers a post of a channel with its replies, authors, files and reactions. */
export function scanPost(source: MattermostExport, line: Line): void {
  scanThread(source, line, 'post', (root, one) => {
    const place = channelPlace(root.text('team'), root.text('channel'));
    return source.channels.has(place) ? place : one.fail(`there is no channel ${place.slice(0, 100)}`);
  });
}

export function scanDirectPost(source: MattermostExport, line: Line): void {
  scanThread(source, line, 'direct_post', (root) => readDirect(source, root));
}

/** The place of a post in the thread of `root`. Throws UnusableArchive. */
type FindPlace = (root: Fields, one: Fields) => string;

function scanThread(source: MattermostExport, line: Line, type: string, findPlace: FindPlace): void {
  const { faults } = source;
  const root = faults.attempt('messages', () => recordOf(line, type));
  if (!root) return;
  const replies = root.records('replies');
  const thread = replies.length > 0 ? keyOf(root) : null;
  const { file, start, length } = line;
  for (const [part, one] of [root, ...replies].entries()) {
    faults.attempt('messages', () => {
      scanOne(source, one, { place: findPlace(root, one), thread, file, start, length, part });
    });
  }
}

/** Exports contain no ids. A post is identified by its content, so that a repeated line is found. */
function keyOf(post: Fields): string {
  const parts = ['user', 'create_at', 'message', 'attachments', 'props'].map((name) => post.raw(name));
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

type Placed = Pick<Post, 'place' | 'thread' | 'file' | 'start' | 'length' | 'part'>;

function scanOne(source: MattermostExport, post: Fields, placed: Placed): void {
  const text = post.strict.text('message', '');
  const sent_at = timeOf(post.strict, 'create_at') ?? post.fail('"create_at" is missing');
  const sender = accountOf(source, post, post.text('user'));
  if (post.strict.text('type', '').startsWith('system_')) {
    source.left.leave('messages', 'they are notices about joins, leaves and changes', text);
    return;
  }
  if (isGone(post, 'delete_at')) {
    source.left.leave('messages', 'they were deleted', text);
    return;
  }
  const { place, thread } = placed;
  const key = keyOf(post);
  const title = thread === null ? '' : topicOfText(text.replace(/[*`~]+|^(?:#+|>) /gm, ''));
  const isMarked = scanMarks(source, post);
  const steady = `${Math.round(1000 * sent_at)} ${post.text('user')}`;
  if (!source.posts.add({ ...placed, key, steady, sent_at, title, isMarked })) {
    source.left.leave('messages', 'they occur twice', text);
    return;
  }
  if (isEmpty(post)) source.left.change('messages', 'their program shows what chatd has no form for', place);
  noteWritten(sender, sent_at);
  scanFiles(source, post, { place, key, owner_id: sender.id, created_at: Math.floor(sent_at) });
}

/** Whether a post says nothing in words, cards or files, as those of some plugins. */
function isEmpty(post: Fields): boolean {
  const cards = post.maybeRecord('props')?.records('attachments') ?? [];
  return post.text('message', '').trim() === '' && cards.length + post.records('attachments').length === 0;
}

function scanMarks(source: MattermostExport, post: Fields): boolean {
  const reactions = [...reactionsOf(source, post)];
  const savers = [...saversOf(source, post)];
  const isPinned = post.bool('is_pinned', false);
  if (isPinned) source.left.change('pins', unknownPinner, post.text('message', ''));
  return reactions.length + savers.length > 0 || isPinned;
}

const unknownPinner = 'the archive does not name who pinned them: the authors get the stars';

interface MattermostReaction {
  from: Fields;
  name: string;
  user_id: number;
}

/** The reactions to a post, without broken ones. */
export function reactionsOf(source: MattermostExport, post: Fields): Iterable<MattermostReaction> {
  return source.faults.each('reactions', post.records('reactions'), (from) => ({
    from,
    name: from.text('emoji_name'),
    user_id: accountOf(source, from, from.text('user')).id,
  }));
}

/** The ids of users who saved a post. */
export function saversOf(source: MattermostExport, post: Fields): Iterable<number> {
  return source.faults.each('saved posts', post.texts('flagged_by'), (name) => accountOf(source, post, name).id);
}

interface Sharing {
  place: string;
  key: string;
  owner_id: number;
  created_at: number;
}

function scanFiles(source: MattermostExport, post: Fields, { place, key, ...shared }: Sharing): void {
  const { files, left } = source;
  for (const { from, path: written } of attachmentsOf(source, post)) {
    const path = findFile(source, written);
    if (path === undefined) left.leave('files', 'the archive lacks their content', written);
    else files.note({ from, key: fileKey(written), path, name: basename(written), ...shared }, { place, key });
  }
}

/** The files of a post, without broken ones. */
export function attachmentsOf({ faults }: MattermostExport, post: Fields): Iterable<{ from: Fields; path: string }> {
  return faults.each('files', post.records('attachments'), (from) => ({ from, path: from.text('path') }));
}

/** The key of an attached file, derived from its path. */
export function fileKey(path: string): string {
  return createHash('sha256').update(path).digest('hex').slice(0, 32);
}
