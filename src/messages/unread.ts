import { isTopicMuted } from '../channels/user-topic.ts';
import type { Context } from '../context.ts';
import { type Conversation, listConversations, memberIds, presentTopic } from '../conversations/conversation.ts';
import { listMentioning, listNaming } from '../conversations/mentioning.ts';
import { countUntil } from '../conversations/sorted-ids.ts';
import { listUnreadByConversation, type UnreadMessages } from '../conversations/unread-messages.ts';
import type { User } from '../users/user.ts';
import type { MessageVariant } from './message-writer.ts';

const maxUnread = 50_000;

/** Of their list, in bytes of JSON. Fifty thousand conversations of one message would have 15 MB with long topics. */
const maxBytes = 4 * 1024 * 1024;

/**
 * A user's unread messages, at most the newest 50,000 and 4 MiB of JSON, grouped by conversation for `POST /register`.
 * Muted messages are listed but not counted, and appear in `mentions` only if they name the user.
 */
export function presentUnread(app: Context, user: User, variant: Pick<MessageVariant, 'empty_topic_name'>): object {
  const all = listUnreadByConversation(app.db, user.id);
  if (all.length === 0) return nothingUnread;
  const counted = newestOf(all);
  const ids = counted.map(({ conversation_id }) => conversation_id);
  const conversations = new Map(listConversations(app.db, ids).map((one) => [one.id, one]));
  const recent = fittingOf(counted, (id) => sizeOf(conversations.get(id) as Conversation));
  const pms: object[] = [];
  const huddles: object[] = [];
  const streams: object[] = [];
  const heard: number[][] = [];
  const muted: number[][] = [];
  for (const { conversation_id, ids: unread_message_ids } of recent) {
    const conversation = conversations.get(conversation_id) as Conversation;
    (isMuted(app, user, conversation) ? muted : heard).push(unread_message_ids);
    if (conversation.channel_id !== null) {
      const topic = presentTopic(conversation.topic ?? '', variant);
      streams.push({ stream_id: conversation.channel_id, topic, unread_message_ids });
    } else {
      addDirect(pms, huddles, user, memberIds(conversation), unread_message_ids);
    }
  }
  const mentions = [...listMentioning(app.db, user, heard), ...listNaming(app.db, user, muted.flat())];
  return {
    pms,
    streams,
    huddles,
    mentions: mentions.sort((a, b) => a - b),
    count: countOf(heard),
    old_unreads_missing: recent !== all,
  };
}

const nothingUnread = { pms: [], streams: [], huddles: [], mentions: [], count: 0, old_unreads_missing: false };

/** The newest of the messages; the same list if there are no more. */
function newestOf(unread: readonly UnreadMessages[]): readonly UnreadMessages[] {
  if (countOf(unread.map(({ ids }) => ids)) <= maxUnread) return unread;
  const all = unread.flatMap(({ ids }) => ids).sort((a, b) => a - b);
  return since(unread, all.at(-maxUnread) as number);
}

/** The newest of the messages whose list has at most maxBytes; the same list if it has no more. */
function fittingOf(
  unread: readonly UnreadMessages[],
  sizeOf: (conversation_id: number) => number,
): readonly UnreadMessages[] {
  const sizes = unread.map(({ conversation_id, ids }) => sizeOf(conversation_id) + ids.length * idSize);
  if (sizes.reduce((sum, size) => sum + size, 0) <= maxBytes) return unread;
  const newestFirst = unread
    .flatMap(({ conversation_id, ids }) => ids.map((id) => ({ id, conversation_id })))
    .sort((one, other) => other.id - one.id);
  const listed = new Set<number>();
  let bytes = 0;
  const surplus = newestFirst.find(({ conversation_id }) => {
    bytes += idSize + (listed.has(conversation_id) ? 0 : sizeOf(conversation_id));
    listed.add(conversation_id);
    return bytes > maxBytes;
  });
  return since(unread, (surplus?.id ?? 0) + 1);
}

/** In bytes: an id and its comma. */
const idSize = 12;

/** In bytes: the entry of a conversation without its ids. A name may contain quotes, which JSON escapes. */
function sizeOf({ topic, members_key }: Conversation): number {
  return 60 + Buffer.byteLength(JSON.stringify(topic ?? members_key));
}

/** The messages from an id on. */
function since(unread: readonly UnreadMessages[], first: number): UnreadMessages[] {
  const newest = unread.map(({ conversation_id, ids }) => ({
    conversation_id,
    ids: ids.slice(countUntil(ids, first - 1)),
  }));
  return newest.filter(({ ids }) => ids.length > 0);
}

function countOf(lists: readonly (readonly number[])[]): number {
  return lists.reduce((sum, { length }) => sum + length, 0);
}

function isMuted(app: Context, user: User, { channel_id, topic }: Conversation): boolean {
  return channel_id !== null && isTopicMuted(app.db, user.id, channel_id, topic ?? '');
}

function addDirect(
  pms: object[],
  huddles: object[],
  user: User,
  members: readonly number[],
  unread_message_ids: readonly number[],
): void {
  if (members.length > 2) {
    huddles.push({ user_ids_string: members.join(','), unread_message_ids });
    return;
  }
  const other_user_id = members.find((id) => id !== user.id) ?? user.id;
  pms.push({ other_user_id, sender_id: other_user_id, unread_message_ids });
}
