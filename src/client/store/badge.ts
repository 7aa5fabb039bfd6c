import { computed, type ReadonlySignal } from '@preact/signals-core';
import { visibilityPolicies } from '../../reach/topic-policy.ts';
import type { Store } from './store.ts';
import { topicPolicies, type UnreadConversation, type UnreadCounts } from './unread.ts';

// The counted messages, by the value of the setting.
const all = 1;
const personalAndFollowed = 2;
const nothing = 4;

/**
 * The number on the icon and in the title: unread messages of the kinds that the user wants counted, and none while
 * they are not to be disturbed.
 */
export function createBadge(
  store: Store,
  unread: ReadonlySignal<UnreadCounts>,
  isQuiet: ReadonlySignal<boolean>,
): ReadonlySignal<number> {
  return computed(() => {
    if (isQuiet.value) return 0;
    const { state } = store.read('personal', 'channels');
    const kind = state.user_settings.desktop_icon_count_display ?? all;
    if (kind === nothing) return 0;
    if (kind === all) return unread.value.total;
    const policies = topicPolicies(state);
    const isFollowed = (key: string) =>
      kind === personalAndFollowed && policies.get(key) === visibilityPolicies.followed;
    const counts = [...unread.value.conversations].map(([key, one]) => countIn(one, isFollowed(key)));
    return counts.reduce((sum, one) => sum + one, 0);
  });
}

/** Counts direct messages, mentions in topics, and all messages of followed topics. */
function countIn({ conversation, ids, mentions, isMuted }: UnreadConversation, isFollowed: boolean): number {
  if (conversation.type === 'direct') return isMuted ? 0 : ids.length;
  return isFollowed ? ids.length : mentions;
}
