import { computed, type ReadonlySignal } from '@preact/signals-core';
import { mutesTopic, visibilityPolicies } from '../../reach/topic-policy.ts';
import type { State } from '../api/types.ts';
import { type Conversation, conversationAt, keyOf, topicKey } from './conversation.ts';
import type { Mention, Place } from './fold/model.ts';
import type { Store } from './store.ts';

/** Unread messages of a conversation. */
export interface UnreadConversation {
  conversation: Conversation;
  ids: number[];
  newest: number;
  mentions: number;
  /** Not counted elsewhere, because the user muted the topic or its channel. */
  isMuted: boolean;
}

/**
 * Numbers of unread messages by conversation, by channel, and in total. Muted ones count only in their conversation.
 */
export interface UnreadCounts {
  conversations: ReadonlyMap<string, UnreadConversation>;
  channels: ReadonlyMap<number, { count: number; mentions: number }>;
  total: number;
  direct: number;
  mentions: number;
  /** Unread messages that mention the user. */
  mentionIds: readonly number[];
}

export function createUnread(store: Store): ReadonlySignal<UnreadCounts> {
  return computed(() => {
    const { state, unread } = store.read('marks', 'channels', 'personal');
    return count(unread, store, topicPolicies(state), new Set(state.muted_users.map(({ id }) => id)));
  });
}

/** Visibility policies by the key of the topic. */
export function topicPolicies(state: Pick<State, 'user_topics'>): ReadonlyMap<string, number> {
  return new Map(state.user_topics.map((one) => [topicKey(one.stream_id, one.topic_name), one.visibility_policy]));
}

/** Whether a topic is muted. */
export function isTopicMuted(policies: ReadonlyMap<string, number>, key: string, isChannelMuted: boolean): boolean {
  return mutesTopic(policies.get(key) ?? visibilityPolicies.inherit, isChannelMuted);
}

function count(
  unread: ReadonlyMap<number, Place>,
  store: Store,
  policies: ReadonlyMap<string, number>,
  mutedUsers: ReadonlySet<number>,
): UnreadCounts {
  const conversations = new Map<string, UnreadConversation>();
  const mentionIds: number[] = [];
  // There may be thousands of messages, but few places.
  const found = new Map<Place, UnreadConversation | undefined>();
  const find = (place: Place) => {
    if (!found.has(place)) found.set(place, conversationWith(place, conversations, { store, policies, mutedUsers }));
    return found.get(place);
  };
  for (const [id, place] of unread) {
    const conversation = find(place);
    if (!conversation) continue;
    conversation.ids.push(id);
    conversation.newest = Math.max(conversation.newest, id);
    if (!counts(place.mention, conversation.isMuted)) continue;
    conversation.mentions += 1;
    mentionIds.push(id);
  }
  return { conversations, ...totals(conversations), mentions: mentionIds.length, mentionIds };
}

interface Muting {
  store: Store;
  policies: ReadonlyMap<string, number>;
  mutedUsers: ReadonlySet<number>;
}

/** The conversation of a place, added to the others; undefined in a channel without a subscription. */
function conversationWith(
  place: Place,
  conversations: Map<string, UnreadConversation>,
  { store, policies, mutedUsers }: Muting,
): UnreadConversation | undefined {
  const subscription = place.stream_id === undefined ? undefined : store.subscriptions.value.get(place.stream_id);
  if (place.stream_id !== undefined && !subscription) return undefined;
  const conversation = conversationAt(place);
  const key = keyOf(conversation);
  const isMuted =
    conversation.type === 'topic'
      ? isTopicMuted(policies, key, subscription?.is_muted ?? false)
      : conversation.user_ids.length === 1 && mutedUsers.has(conversation.user_ids[0] ?? 0);
  const known = conversations.get(key) ?? { conversation, ids: [], newest: 0, mentions: 0, isMuted };
  conversations.set(key, known);
  return known;
}

/** Whether a mention counts: wildcards do not in muted topics. */
function counts(mention: Mention | undefined, isMuted: boolean): boolean {
  return mention === 'personal' || (mention === 'wildcard' && !isMuted);
}

function totals(conversations: ReadonlyMap<string, UnreadConversation>) {
  const channels = new Map<number, { count: number; mentions: number }>();
  let total = 0;
  let direct = 0;
  for (const { conversation, ids, mentions, isMuted } of conversations.values()) {
    const heard = isMuted ? 0 : ids.length;
    total += heard;
    if (conversation.type === 'direct') direct += heard;
    else {
      const before = channels.get(conversation.stream_id) ?? { count: 0, mentions: 0 };
      channels.set(conversation.stream_id, { count: before.count + heard, mentions: before.mentions + mentions });
    }
  }
  return { channels, total, direct };
}
