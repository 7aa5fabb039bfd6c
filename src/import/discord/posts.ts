import type { ArchivedFlags, ArchivedMessage, ArchivedPlace, ArchivedReaction, ArchivedUser } from '../archive.ts';
import type { Fields } from '../fields.ts';
import { emojiOfCharacter, type NamedEmoji } from '../named-emoji.ts';
import { plainMessage } from '../plain.ts';
import { type PostInOrder, readPosts } from '../post-index.ts';
import { reactionsOf } from './scan.ts';
import type { DiscordExport } from './source.ts';
import { writeText } from './text.ts';

/** In the order of sending. */
export function* readMessages(source: DiscordExport, onRead: (bytes: number) => void): Generator<ArchivedMessage> {
  yield* source.faults.each('messages', readPosts(source, source.posts.list()), ([post, record]) => {
    onRead(post.length);
    return readMessage(source, post, record);
  });
}

function readMessage(source: DiscordExport, post: PostInOrder, record: Fields): ArchivedMessage {
  const sender = source.accounts.find(record.record('author').key('id')) as ArchivedUser;
  return plainMessage({
    from: record,
    id: post.id,
    sender_id: sender.id,
    client: 'Discord',
    sent_at: record.moment('timestamp'),
    content: writeText(source, { record, post, sender }),
    place: placeOf(source, post),
    edited_at: record.maybeMoment('timestampEdited'),
  });
}

/** Exports do not list the members of direct conversations, so all authors in one are its members. */
function placeOf({ channels, writers }: DiscordExport, { place, topic }: PostInOrder): ArchivedPlace {
  const channel = channels.get(place);
  return channel ? { channel_id: channel.id, topic: topic ?? '' } : { user_ids: [...(writers.get(place) ?? [])] };
}

export function* readReactions(source: DiscordExport): Generator<ArchivedReaction> {
  for (const [{ id: message_id, file }, record] of readPosts(source, source.posts.listMarked())) {
    for (const { from, name, user_ids, emoji: written } of reactionsOf(source, record, file)) {
      const lost = from.whole('count', user_ids.length) - user_ids.length;
      const emoji = findEmoji(source, written);
      if (!emoji) source.left.leave('reactions', 'the archive lacks their emoji', name, user_ids.length);
      if (lost > 0) source.left.leave('reactions', 'the archive does not name their users', name, lost);
      for (const user_id of emoji ? user_ids : []) {
        yield { from, message_id, user_id, ...(emoji as NonNullable<typeof emoji>) };
      }
    }
  }
}

function findEmoji({ emoji }: DiscordExport, from: Fields): ReturnType<NamedEmoji['find']> {
  const name = from.text('name');
  if (from.maybeKey('id')) return emoji.find(name.toLowerCase());
  return emojiOfCharacter(name) ?? emoji.find(from.text('code', ''));
}

/** Pinned messages are starred for the users who pinned them, or for their authors if no message shows who did. */
export function* readStars({
  folder,
  faults,
  posts,
  accounts,
  pinners,
  left,
}: DiscordExport): Generator<ArchivedFlags> {
  for (const [{ id: message_id, key }, from] of readPosts({ folder, faults }, posts.listMarked())) {
    if (!from.bool('isPinned', false)) continue;
    const pinner = pinners.get(key);
    const author = accounts.find(from.record('author').key('id'))?.id as number;
    if (pinner === undefined) left.change('pins', unknownPinner, from.text('content', ''));
    yield { from, user_id: pinner ?? author, message_id, is_unread: false, flags: ['starred'] };
  }
}

const unknownPinner = 'the archive does not name who pinned them: the authors get the stars';
