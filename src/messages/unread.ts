import { isTopicMuted } from '../channels/user-topic.ts';
import type { Context } from '../context.ts';
import { type Conversation, listConversations, memberIds, presentTopic } from '../conversations/conversation.ts';
import { countIds, firstId, lastId, readIds } from '../conversations/id-list.ts';
import { listMentions } from '../conversations/mentioning.ts';
import { listUnreadByConversation, type UnreadMessages } from '../conversations/read-state.ts';
import { countUntil } from '../conversations/sorted-ids.ts';
import { RawJson } from '../http/endpoint.ts';
import type { User } from '../users/user.ts';
import type { MessageVariant } from './message-writer.ts';

const maxUnread = 50_000;

/**
 * A user's unread messages, at most the newest 50,000, grouped by conversation for `POST /register`. Muted messages are
 * listed but not counted, and appear in `mentions` only if they name the user.
 */
export function presentUnread(app: Context, user: User, variant: Pick<MessageVariant, 'empty_topic_name'>): RawJson {
  const all = listUnreadByConversation(app.db, user.id);
  const recent = newestOf(all);
  const places = placesOf(app, user, recent);
  const written: Record<Kind, string[]> = { pms: [], streams: [], huddles: [] };
  for (const { conversation, ids } of places) {
    const [kind, fields] = presentConversation(conversation, user, variant);
    written[kind].push(`{${JSON.stringify(fields).slice(1, -1)},"unread_message_ids":${ids}}`);
  }
  const lists = Object.entries(written).map(([kind, list]) => `"${kind}":[${list.join()}]`);
  const summary = {
    mentions: listUnreadMentions(app, user, places),
    count: countOf(places.filter(({ isMuted }) => !isMuted)),
    old_unreads_missing: recent !== all,
  };
  return new RawJson(`{${lists.join()},${JSON.stringify(summary).slice(1)}`);
}

/** Unread messages of a conversation. */
interface Place extends UnreadMessages {
  conversation: Conversation;
  isMuted: boolean;
}

function placesOf({ db }: Context, user: User, unread: readonly UnreadMessages[]): Place[] {
  const ids = unread.map(({ conversation_id }) => conversation_id);
  const conversations = new Map(listConversations(db, ids).map((one) => [one.id, one]));
  return unread.map((messages) => {
    const conversation = conversations.get(messages.conversation_id) as Conversation;
    const { channel_id, topic } = conversation;
    const isMuted = channel_id !== null && isTopicMuted(db, user.id, channel_id, topic ?? '');
    return { ...messages, conversation, isMuted };
  });
}

/** The newest of the messages; the same list if there are no more. */
function newestOf(unread: readonly UnreadMessages[]): readonly UnreadMessages[] {
  if (countOf(unread) <= maxUnread) return unread;
  const groups = unread.map(({ conversation_id, ids }) => ({ conversation_id, ids: readIds(ids) }));
  const all = groups.flatMap(({ ids }) => ids).sort((a, b) => a - b);
  const first = all.at(-maxUnread) as number;
  const newest = groups.map(({ conversation_id, ids }) => ({
    conversation_id,
    ids: ids.slice(countUntil(ids, first - 1)),
  }));
  return newest
    .filter(({ ids }) => ids.length > 0)
    .map(({ conversation_id, ids }) => ({ conversation_id, ids: JSON.stringify(ids) }));
}

function countOf(unread: readonly UnreadMessages[]): number {
  return unread.reduce((sum, { ids }) => sum + countIds(ids), 0);
}

/** Direct conversations of two, topics, and larger direct conversations. */
type Kind = 'pms' | 'streams' | 'huddles';

function presentConversation(
  conversation: Conversation,
  user: User,
  variant: Pick<MessageVariant, 'empty_topic_name'>,
): [kind: Kind, fields: object] {
  const { channel_id, topic } = conversation;
  if (channel_id !== null) return ['streams', { stream_id: channel_id, topic: presentTopic(topic ?? '', variant) }];
  const members = memberIds(conversation);
  if (members.length > 2) return ['huddles', { user_ids_string: members.join() }];
  const other_user_id = members.find((id) => id !== user.id) ?? user.id;
  return ['pms', { other_user_id, sender_id: other_user_id }];
}

/** Ids of the unread messages that mention the user, ascending. */
function listUnreadMentions({ db }: Context, user: User, places: readonly Place[]): number[] {
  const first = places.reduce((least, { ids }) => Math.min(least, firstId(ids)), Number.MAX_SAFE_INTEGER);
  const last = places.reduce((most, { ids }) => Math.max(most, lastId(ids)), 0);
  const mentions = Map.groupBy(listMentions(db, user, { first, last }), ({ conversation_id }) => conversation_id);
  const unread = places.flatMap(({ conversation_id, ids, isMuted }) => {
    const there = (mentions.get(conversation_id) ?? []).filter(({ is_by_name }) => is_by_name === 1 || !isMuted);
    const own = there.length > 0 ? new Set(readIds(ids)) : undefined;
    return there.flatMap(({ id }) => (own?.has(id) ? id : []));
  });
  return unread.sort((a, b) => a - b);
}
