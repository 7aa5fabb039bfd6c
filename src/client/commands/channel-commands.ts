import type { NarrowTerm, Subscription } from '../api/types.ts';
import type { Client } from '../client.ts';
import { t } from '../language/texts.ts';
import { canSend } from '../store/rights.ts';
import { lateIcons } from '../text/late-icons.ts';
import { copy, markAllRead, setSubscription, unsubscribe } from './actions.ts';
import { type Command, group } from './command.ts';
import { neighborOf, stepChannel } from './own-sections.ts';
import { canOpenBeside, openBeside } from './panes.ts';
import { nameTopic } from './replies.ts';
import { narrowInView, openDialog } from './view-state.ts';

type ChannelCommand = Command<Subscription>;

const readBeside: ChannelCommand = {
  label: 'commands.openBeside',
  icon: 'beside',
  isOffered: (client, channel) => canOpenBeside(client, narrowOf(channel)),
  run: (client, channel) => openBeside(client, narrowOf(channel)),
};

const markRead: ChannelCommand = {
  label: 'common.markAllAsRead',
  icon: 'read',
  isOffered: (client, channel) => listUnread(client, channel).length > 0,
  run: (client, channel) => markAllRead(client, listUnread(client, channel)),
};

const mute: ChannelCommand = {
  label: 'commands.muteOrUnmute',
  icon: 'mute',
  labelFor: (_, { is_muted }) => (is_muted ? t('common.unmute') : t('common.mute')),
  run: (client, { stream_id, is_muted }) => setSubscription(client, stream_id, 'is_muted', !is_muted),
};

const pin: ChannelCommand = {
  label: 'commands.pinOrUnpin',
  icon: lateIcons.pin,
  labelFor: (_, { pin_to_top }) => (pin_to_top ? t('common.unpin') : t('common.pin')),
  run: (client, { stream_id, pin_to_top }) => setSubscription(client, stream_id, 'pin_to_top', !pin_to_top),
};

const moveToSection: ChannelCommand = {
  label: 'commands.moveToSection',
  icon: lateIcons.folder,
  run: (_, channel) => openDialog({ kind: 'section', channel }),
};

const moveUp: ChannelCommand = {
  label: 'common.moveUp',
  icon: 'up',
  isOffered: (client, { stream_id }) => neighborOf(client, stream_id, -1) !== undefined,
  run: (client, { stream_id }) => stepChannel(client, stream_id, -1),
};

const moveDown: ChannelCommand = {
  ...moveUp,
  label: 'common.moveDown',
  icon: 'down',
  isOffered: (client, { stream_id }) => neighborOf(client, stream_id, 1) !== undefined,
  run: (client, { stream_id }) => stepChannel(client, stream_id, 1),
};

export const newTopic: ChannelCommand = {
  label: 'commands.newTopic',
  icon: 'topic',
  keys: ['C'],
  isOffered: ({ store }, channel) => canSend(store, channel),
  refusal: 'commands.cannotWriteInChannel',
  run: (client, { stream_id }) => nameTopic(client, stream_id),
};

const showTopics: ChannelCommand = {
  label: 'commands.allTopics',
  icon: 'list',
  run: ({ router }, { stream_id }) => router.go(`#channels/${stream_id}/topics`),
};

const showSettings: ChannelCommand = {
  label: 'commands.channelSettings',
  icon: 'sliders',
  run: ({ router }, { stream_id }) => router.go(`#channels/${stream_id}`),
};

const leave: ChannelCommand = {
  label: 'commands.leaveChannel',
  icon: lateIcons.leave,
  // A user who leaves a private channel cannot return, so this is left to the channel's page, which asks first.
  isOffered: (_, { invite_only }) => !invite_only,
  run: (client, { name }) => void unsubscribe(client, name),
};

const copyLink: ChannelCommand = {
  label: 'commands.copyLink',
  icon: 'link',
  run: (client, { stream_id }) => void copy(client, `${location.origin}/${client.linkToChannel(stream_id)}`),
};

/** The menu of a channel in the side bar, in groups. */
export const channelMenu: readonly (readonly ChannelCommand[])[] = [
  [newTopic, readBeside],
  [markRead, mute],
  [pin, moveToSection, moveUp, moveDown],
  [showTopics, showSettings, copyLink],
  [leave],
];

/** The same, on the channel of the page. */
export const channelCommands = group('commands.theChannel', channelMenu.flat(), ({ router, store }) => {
  const [first] = narrowInView(router.route.value) ?? [];
  const target = first?.operator === 'channel' ? store.subscriptions.value.get(Number(first.operand)) : undefined;
  return target && { target };
});

function narrowOf({ stream_id }: Subscription): NarrowTerm[] {
  return [{ operator: 'channel', operand: stream_id }];
}

function listUnread({ unread }: Client, { stream_id }: Subscription): number[] {
  const all = [...unread.value.conversations.values()];
  return all.flatMap(({ conversation, ids }) =>
    conversation.type === 'topic' && conversation.stream_id === stream_id ? ids : [],
  );
}
