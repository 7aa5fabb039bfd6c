import { visibilityPolicies } from '../../reach/topic-policy.ts';
import type { Subscription } from '../api/types.ts';
import type { Client } from '../client.ts';
import { t } from '../language/texts.ts';
import { conversationIn, conversationOf, narrowTo, topicKey } from '../store/conversation.ts';
import { isTopicMuted, topicPolicies } from '../store/unread.ts';
import { copy, markAllRead, setTopicPolicy } from './actions.ts';
import { type Command, group } from './command.ts';
import { canOpenBeside, openBeside } from './panes.ts';
import { resolveTopic, type Topic } from './resolve-topic.ts';
import { screen } from './screen.ts';
import { narrowInView } from './view-state.ts';

type TopicCommand = Command<Topic>;

const readBeside: TopicCommand = {
  label: 'commands.openBeside',
  icon: 'beside',
  isOffered: (client, topic) => canOpenBeside(client, narrowTo(topic)),
  run: (client, topic) => openBeside(client, narrowTo(topic)),
};

const markRead: TopicCommand = {
  label: 'common.markAllAsRead',
  icon: 'read',
  isOffered: (client, topic) => listUnread(client, topic).length > 0,
  run: (client, topic) => markAllRead(client, listUnread(client, topic)),
};

const mute: TopicCommand = {
  label: 'commands.muteOrUnmute',
  icon: 'mute',
  labelFor: (client, topic) => (isMuted(client, topic) ? t('common.unmute') : t('common.mute')),
  keys: ['M'],
  run: (client, topic) => {
    const unmuted = channelOf(client, topic)?.is_muted ? visibilityPolicies.unmuted : visibilityPolicies.inherit;
    setTopicPolicy(client, topic, isMuted(client, topic) ? unmuted : visibilityPolicies.muted);
  },
};

const follow: TopicCommand = {
  label: 'commands.followOrUnfollow',
  icon: 'ringing',
  labelFor: (client, topic) => (isFollowed(client, topic) ? t('commands.unfollow') : t('commands.follow')),
  run: (client, topic) =>
    setTopicPolicy(client, topic, isFollowed(client, topic) ? visibilityPolicies.inherit : visibilityPolicies.followed),
};

const copyLink: TopicCommand = {
  label: 'commands.copyLink',
  icon: 'link',
  run: (client, topic) => void copy(client, `${location.origin}/${client.linkTo(topic)}`),
};

/** The menu of a topic in the side bar, in groups. */
export const topicMenu: readonly (readonly TopicCommand[])[] = [
  [readBeside, markRead],
  [mute, follow, resolveTopic],
  [copyLink],
];

/** The same, on the topic of the page or else of the chosen message. */
export const topicCommands = group('commands.theTopic', topicMenu.flat(), (client) => {
  const target = findTopic(client);
  return target && { target };
});

function findTopic({ router, store }: Client): Topic | undefined {
  const narrow = narrowInView(router.route.value);
  const shown = narrow && conversationIn(narrow);
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
  return topicPolicies(store.read('channels').state).get(topicKey(stream_id, topic)) === visibilityPolicies.followed;
}
