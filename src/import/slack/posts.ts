import type { ArchivedFlags, ArchivedMessage, ArchivedReaction } from '../archive.ts';
import type { Fields } from '../fields.ts';
import { plainMessage } from '../plain.ts';
import { type PostInOrder, readPosts } from '../post-index.ts';
import { placeOf, type SlackConversation } from './conversations.ts';
import { senderOf } from './scan.ts';
import type { SlackExport } from './source.ts';
import { writeText } from './text.ts';

/** In the order of sending. */
export function* readMessages(source: SlackExport, onRead: (bytes: number) => void): Generator<ArchivedMessage> {
  for (const [post, record] of readPosts(source.folder, source.posts.list())) {
    onRead(post.length);
    yield readMessage(source, post, record);
  }
}

function readMessage(source: SlackExport, post: PostInOrder, record: Fields): ArchivedMessage {
  const conversation = source.byId.get(post.place) as SlackConversation;
  const sender = senderOf(source, record);
  const edited = record.maybeRecord('edited');
  return plainMessage({
    from: record,
    id: post.id,
    sender_id: sender.id,
    client: 'Slack',
    sent_at: Number(post.key),
    content: writeText(source, { record, post, conversation, sender }),
    place: placeOf(conversation, sender.id, post.topic),
    edited_at: edited && Number(edited.text('ts')),
    editor_id: source.people.find(edited?.text('user', '') ?? '')?.id ?? null,
  });
}

export function* readReactions(source: SlackExport): Generator<ArchivedReaction> {
  for (const [{ id: message_id }, record] of readPosts(source.folder, source.posts.listMarked())) {
    for (const reaction of record.records('reactions')) {
      const users = reaction.texts('users');
      const emoji = source.emoji.find(reaction.text('name'));
      if (!emoji) source.left.leave('reactions', 'the archive lacks their emoji', reaction.text('name'), users.length);
      for (const user of emoji ? users : []) {
        yield {
          from: reaction,
          message_id,
          user_id: source.people.get(reaction, user).id,
          ...(emoji as NonNullable<typeof emoji>),
        };
      }
    }
  }
}

/** Pinned messages are starred for the users who pinned them. */
export function* readStars({ conversations, people, posts, left }: SlackExport): Generator<ArchivedFlags> {
  for (const { from, slack_id } of conversations) {
    for (const pin of from.records('pins')) {
      const post = posts.find(slack_id, pin.text('id'));
      const user = people.find(pin.text('user', ''));
      if (post && user)
        yield { from: pin, user_id: user.id, message_id: post.id, is_unread: false, flags: ['starred'] };
      else left.leave('pins', 'the archive lacks the message or who pinned it', pin.text('id'));
    }
  }
}
