import type { Client } from '../client.ts';
import { topicKey } from '../store/conversation.ts';
import { formatNarrow } from '../store/routes.ts';
import { isTopicMuted, topicPolicies } from '../store/unread.ts';

/** Views with which a channel can open, by the numbers of the API. */
const views = { firstTopic: 1, feed: 2, topics: 3, firstUnreadTopic: 4 } as const;

/** The address of a channel in the view of the user's setting. If there is no topic, that is its feed. */
export async function addressOfChannel(client: Client, stream_id: number): Promise<string> {
  const view = client.store.model.state.user_settings.web_channel_default_view;
  if (view === views.topics) return `#channels/${stream_id}/topics`;
  const topic = view === views.feed ? undefined : await findTopic(client, stream_id, view === views.firstUnreadTopic);
  if (topic !== undefined) return client.linkTo({ type: 'topic', stream_id, topic });
  const channelName = () => client.channelName(stream_id);
  return formatNarrow([{ operator: 'channel', operand: stream_id }], { channelName });
}

/** The latest topic that is not muted; if `isUnread`, one with unread messages if possible. */
async function findTopic(client: Client, stream_id: number, isUnread: boolean): Promise<string | undefined> {
  const { store, topics, unread } = client;
  const isChannelMuted = store.subscriptions.value.get(stream_id)?.is_muted ?? false;
  const policies = topicPolicies(store.model.state);
  const names = (await topics.load(stream_id)).map(({ name }) => name);
  const keyOf = (name: string) => topicKey(stream_id, name);
  const heard = names.filter((name) => !isTopicMuted(policies, keyOf(name), isChannelMuted));
  const waiting = isUnread ? heard.find((name) => unread.value.conversations.has(keyOf(name))) : undefined;
  return waiting ?? heard[0] ?? names[0];
}
