import type { ArchivedFlags, ArchivedMessage, ArchivedPlace, ArchivedReaction, ArchivedUser } from '../archive.ts';
import type { Fields } from '../fields.ts';
import { plainMessage } from '../plain.ts';
import { type PostInOrder, readPosts } from '../post-index.ts';
import { reactionsOf, saversOf } from './scan.ts';
import { type MattermostExport, timeOf } from './source.ts';
import { writeText } from './text.ts';

/** In the order of sending. */
export function* readMessages(source: MattermostExport, onRead: (bytes: number) => void): Generator<ArchivedMessage> {
  yield* source.faults.each('messages', readPosts(source, source.posts.list()), ([post, record]) => {
    // The replies to a post are in its line.
    if (post.part === 0) onRead(post.length);
    return readMessage(source, post, partOf(post, record));
  });
}

/** A post or one of its replies, from the line of the post. */
function partOf({ part }: PostInOrder, line: Fields): Fields {
  const post = (line.maybeRecord('post') ?? line.maybeRecord('direct_post')) as Fields;
  return part === 0 ? post : (post.records('replies')[part - 1] as Fields);
}

function readMessage(source: MattermostExport, post: PostInOrder, record: Fields): ArchivedMessage {
  const sender = source.accounts.find(record.text('user')) as ArchivedUser;
  return plainMessage({
    from: record,
    id: post.id,
    sender_id: sender.id,
    client: 'Mattermost',
    sent_at: record.moment('create_at'),
    content: writeText(source, { record, post, sender }),
    place: placeOf(source, post, sender.id),
    edited_at: timeOf(record, 'edit_at'),
  });
}

function placeOf(
  { channels, directs }: MattermostExport,
  { place, topic }: PostInOrder,
  sender_id: number,
): ArchivedPlace {
  const channel = channels.get(place);
  if (channel) return { channel_id: channel.id, topic: topic ?? '' };
  return { user_ids: [...new Set([sender_id, ...(directs.get(place) ?? [])])] };
}

export function* readReactions(source: MattermostExport): Generator<ArchivedReaction> {
  for (const [post, line] of readPosts(source, source.posts.listMarked())) {
    for (const { from, name, user_id } of reactionsOf(source, partOf(post, line))) {
      const emoji = source.emoji.find(name);
      if (emoji) yield { from, message_id: post.id, user_id, ...emoji };
      else source.left.leave('reactions', 'the archive lacks their emoji', name);
    }
  }
}

/** Saved posts are starred; pinned posts are starred for their authors. */
export function* readStars(source: MattermostExport): Generator<ArchivedFlags> {
  for (const [post, line] of readPosts(source, source.posts.listMarked())) {
    const from = partOf(post, line);
    const author_id = source.accounts.find(from.text('user'))?.id as number;
    const pinners = from.bool('is_pinned', false) ? [author_id] : [];
    for (const user_id of new Set([...saversOf(source, from), ...pinners])) {
      yield { from, user_id, message_id: post.id, is_unread: false, flags: ['starred'] };
    }
  }
}
