import type { Subscription } from '../api/types.ts';
import type { Client } from '../client.ts';
import { type Conversation, conversationIn, conversationOf, topicKey } from '../store/conversation.ts';
import { canResolve } from '../store/rights.ts';
import { isTopicMuted, topicPolicies, visibility } from '../store/unread.ts';
import { copy, isResolved, markAllRead, setTopicPolicy, toggleResolved } from './actions.ts';
import { type Command, group } from './command.ts';
import { screen } from './screen.ts';

type Topic = Extract<Conversation, { type: 'topic' }>;

type TopicCommand = Command<Topic>;

const markRead: TopicCommand = {
  label: 'Mark all as read',
  isOffered: (client, topic) => listUnread(client, topic).length > 0,
  run: (client, topic) => markAllRead(client, listUnread(client, topic)),
};

const mute: TopicCommand = {
  label: 'Mute or unmute',
  labelFor: (client, topic) => (isMuted(client, topic) ? 'Unmute' : 'Mute'),
  keys: ['M'],
  run: (client, topic) => {
    const unmuted = channelOf(client, topic)?.is_muted ? visibility.unmuted : visibility.inherit;
    setTopicPolicy(client, topic, isMuted(client, topic) ? unmuted : visibility.muted);
  },
};

const follow: TopicCommand = {
  label: 'Follow or unfollow',
  labelFor: (client, topic) => (isFollowed(client, topic) ? 'Unfollow' : 'Follow'),
  run: (client, topic) =>
    setTopicPolicy(client, topic, isFollowed(client, topic) ? visibility.inherit : visibility.followed),
};

export const resolveTopic: TopicCommand = {
  label: 'Resolve or reopen',
  labelFor: (_, { topic }) => (isResolved(topic) ? 'Reopen' : 'Resolve'),
  isOffered: ({ store }, { stream_id, topic }) => {
    const channel = store.channels.value.get(stream_id);
    return topic !== '' && channel !== undefined && canResolve(store, channel);
  },
  run: (client, topic) => void toggleResolved(client, topic),
};

const copyLink: TopicCommand = {
  label: 'Copy link',
  run: (client, topic) => void copy(client, `${location.origin}/${client.linkTo(topic)}`),
};

/** The menu of a topic in the side bar. */
export const topicMenu = [markRead, mute, follow, resolveTopic, copyLink];

/** The same, on the topic of the page or else of the chosen message. */
export const topicCommands = group('The topic', topicMenu, (client) => {
  const target = findTopic(client);
  return target && { target };
});

function findTopic({ router, store }: Client): Topic | undefined {
  const { value: route } = router.route;
  const shown = route.page === 'messages' ? conversationIn(route.narrow) : undefined;
  const message = screen.messages.shown?.current();
  const found = shown ?? (message && conversationOf(message, store.user_id));
  return found?.type === 'topic' ? found : undefined;
}

function listUnread(client: Client, { stream_id, topic }: Topic): readonly number[] {
  return client.unread.value.conversations.get(topicKey(stream_id, topic))?.ids ?? [];
}

function channelOf({ store }: Client, { stream_id }: Topic): Subscription | undefined {
  return store.subscriptions.value.get(stream_id);
}

function isMuted(client: Client, topic: Topic): boolean {
  const policies = topicPolicies(client.store.read('channels').state);
  return isTopicMuted(policies, topicKey(topic.stream_id, topic.topic), channelOf(client, topic)?.is_muted ?? false);
}

function isFollowed({ store }: Client, { stream_id, topic }: Topic): boolean {
  return topicPolicies(store.read('channels').state).get(topicKey(stream_id, topic)) === visibility.followed;
}
