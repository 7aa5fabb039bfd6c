import type { Subscription } from '../api/types.ts';
import type { Client } from '../client.ts';
import { canSend } from '../store/rights.ts';
import { copy, markAllRead, setSubscription, unsubscribe } from './actions.ts';
import { type Command, group } from './command.ts';
import { nameTopic } from './replies.ts';

type ChannelCommand = Command<Subscription>;

const markRead: ChannelCommand = {
  label: 'Mark all as read',
  isOffered: (client, channel) => listUnread(client, channel).length > 0,
  run: (client, channel) => markAllRead(client, listUnread(client, channel)),
};

const mute: ChannelCommand = {
  label: 'Mute or unmute',
  labelFor: (_, { is_muted }) => (is_muted ? 'Unmute' : 'Mute'),
  run: (client, { stream_id, is_muted }) => setSubscription(client, stream_id, 'is_muted', !is_muted),
};

const pin: ChannelCommand = {
  label: 'Pin or unpin',
  labelFor: (_, { pin_to_top }) => (pin_to_top ? 'Unpin' : 'Pin'),
  run: (client, { stream_id, pin_to_top }) => setSubscription(client, stream_id, 'pin_to_top', !pin_to_top),
};

const newTopic: ChannelCommand = {
  label: 'New topic',
  keys: ['C'],
  isOffered: ({ store }, channel) => canSend(store, channel),
  refusal: 'You cannot write in this channel.',
  run: (client, { stream_id }) => nameTopic(client, stream_id),
};

const showTopics: ChannelCommand = {
  label: 'All topics',
  run: ({ router }, { stream_id }) => router.go(`#channels/${stream_id}/topics`),
};

const showSettings: ChannelCommand = {
  label: 'Channel settings',
  run: ({ router }, { stream_id }) => router.go(`#channels/${stream_id}`),
};

const leave: ChannelCommand = {
  label: 'Leave channel',
  // A user who leaves a private channel cannot return, so this is left to the channel's page, which asks first.
  isOffered: (_, { invite_only }) => !invite_only,
  run: (client, { name }) => void unsubscribe(client, name),
};

const copyLink: ChannelCommand = {
  label: 'Copy link',
  run: (client, { stream_id }) => void copy(client, `${location.origin}/${client.linkToChannel(stream_id)}`),
};

/** The menu of a channel in the side bar. */
export const channelMenu = [newTopic, markRead, mute, pin, showTopics, showSettings, copyLink, leave];

/** The same, on the channel of the page. */
export const channelCommands = group('The channel', channelMenu, ({ router, store }) => {
  const { value: route } = router.route;
  const [first] = route.page === 'messages' ? route.narrow : [];
  const target = first?.operator === 'channel' ? store.subscriptions.value.get(Number(first.operand)) : undefined;
  return target && { target };
});

function listUnread({ unread }: Client, { stream_id }: Subscription): number[] {
  const all = [...unread.value.conversations.values()];
  return all.flatMap(({ conversation, ids }) =>
    conversation.type === 'topic' && conversation.stream_id === stream_id ? ids : [],
  );
}
