import type { ArchivedFlags, ArchivedMessage, ArchivedReaction } from '../archive.ts';
import type { Fields } from '../fields.ts';
import { plainMessage } from '../plain.ts';
import { type PostInOrder, readPosts } from '../post-index.ts';
import { placeOf, type SlackConversation } from './conversations.ts';
import { reactionsOf, senderOf, timestampOf } from './scan.ts';
import type { SlackExport } from './source.ts';
import { writeText } from './text.ts';

/** In the order of sending. */
export function* readMessages(source: SlackExport, onRead: (bytes: number) => void): Generator<ArchivedMessage> {
  yield* source.faults.each('messages', readPosts(source, source.posts.list()), ([post, record]) => {
    onRead(post.length);
    return readMessage(source, post, record);
  });
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
    edited_at: edited?.or(undefined, () => edited.moment('ts')),
    editor_id: source.people.find(edited?.text('user', '') ?? '')?.id ?? null,
  });
}

export function* readReactions(source: SlackExport): Generator<ArchivedReaction> {
  for (const [{ id: message_id }, record] of readPosts(source, source.posts.listMarked())) {
    for (const { from, name, user_ids } of reactionsOf(source, record)) {
      const emoji = source.emoji.find(name);
      if (!emoji) source.left.leave('reactions', 'the archive lacks their emoji', name, user_ids.length);
      for (const user_id of emoji ? user_ids : []) {
        yield { from, message_id, user_id, ...(emoji as NonNullable<typeof emoji>) };
      }
    }
  }
}

/** Pinned messages are starred for the users who pinned them. */
export function* readStars({ conversations, people, posts, left }: SlackExport): Generator<ArchivedFlags> {
  for (const { from, slack_id } of conversations) {
    for (const pin of from.records('pins')) {
      const key = pin.or(null, () => timestampOf(pin, 'id')) ?? '';
      const post = posts.find(slack_id, key);
      const user = people.find(pin.text('user', ''));
      if (post && user)
        yield { from: pin, user_id: user.id, message_id: post.id, is_unread: false, flags: ['starred'] };
      else left.leave('pins', 'the archive lacks the message or who pinned it', key || pin.place.text());
    }
  }
}
