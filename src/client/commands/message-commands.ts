import type { Message, NarrowTerm } from '../api/types.ts';
import type { Client } from '../client.ts';
import { t } from '../language/texts.ts';
import { conversationOf, narrowTo } from '../store/conversation.ts';
import { canDelete, canEdit, canMove, canPin } from '../store/rights.ts';
import { lateIcons } from '../text/late-icons.ts';
import { copy, copySource, markUnreadFrom, toggleReaction, toggleStar } from './actions.ts';
import { type Command, group } from './command.ts';
import { canOpenBeside, openBeside } from './panes.ts';
import { pin, pinPlace, unpin } from './pins.ts';
import { reactTo, replyTo, startEdit, startQuote } from './replies.ts';
import { screen } from './screen.ts';
import { openDialog, selected } from './view-state.ts';

type MessageCommand = Command<Message>;

const reply: MessageCommand = {
  label: 'commands.reply',
  icon: lateIcons.reply,
  keys: ['r', 'Enter'],
  run: (client, message) => {
    // The way back from the composer leads to it.
    selected.value = message.id;
    replyTo(client, message);
  },
};

export const quoteMessage: MessageCommand = {
  label: 'common.quoteAndReply',
  icon: lateIcons.quote,
  keys: ['>'],
  run: (client, message) => void startQuote(client, message),
};

const forward: MessageCommand = {
  label: 'commands.forwardMessage',
  icon: lateIcons.forward,
  keys: ['<'],
  run: (_, message) => openDialog({ kind: 'forward', message }),
};

export const editMessage: MessageCommand = {
  label: 'common.edit',
  icon: 'pencil',
  keys: ['e'],
  isOffered: ({ store }, message) => canEdit(store, message),
  refusal: 'commands.cannotEdit',
  run: (_, message) => startEdit(message),
};

const like: MessageCommand = {
  label: 'commands.like',
  keys: ['+'],
  run: (client, message) =>
    toggleReaction(client, message, { emoji_name: '+1', emoji_code: '1f44d', reaction_type: 'unicode_emoji' }),
};

const join: MessageCommand = {
  label: 'commands.joinReaction',
  keys: ['='],
  run: (client, message) => {
    const [first] = message.reactions;
    if (first) toggleReaction(client, message, first);
  },
};

const react: MessageCommand = {
  label: 'common.react',
  icon: 'smile',
  keys: [':'],
  run: (client, message) => reactTo(client, message, screen.messages.shown?.rowOf(message)),
};

const star: MessageCommand = {
  label: 'commands.star',
  icon: 'star',
  labelFor: (_, { flags }) => (flags.includes('starred') ? t('commands.removeStar') : t('commands.star')),
  keys: ['Ctrl+s'],
  run: toggleStar,
};

const markUnread: MessageCommand = {
  label: 'commands.markAsUnreadFrom',
  icon: lateIcons.unread,
  keys: ['U'],
  run: (client, message) => void markUnreadFrom(client, message),
};

const pinToTopic: MessageCommand = {
  label: 'commands.pinToTheTopic',
  icon: lateIcons.pin,
  labelFor: (client, message) => (pinPlace(client, message) ? t('common.unpin') : t('commands.pinToTheTopic')),
  keys: ['P'],
  isOffered: ({ store }, message) => canPin(store, message),
  refusal: 'commands.cannotPin',
  run: (client, message) =>
    void (pinPlace(client, message) ? unpin(client, message.id) : pin(client, message.id, 'topic')),
};

const pinToChannel: MessageCommand = {
  label: 'commands.pinToTheChannel',
  icon: lateIcons.pin,
  isOffered: (client, message) => canPin(client.store, message) && pinPlace(client, message) !== 'channel',
  run: (client, message) => void pin(client, message.id, 'channel'),
};

const move: MessageCommand = {
  label: 'commands.move',
  icon: lateIcons.move,
  keys: ['m'],
  isOffered: ({ store }, message) => canMove(store, message),
  refusal: 'commands.cannotMove',
  run: (_, message) => openDialog({ kind: 'move', message, isOne: true }),
};

const goThere: MessageCommand = {
  label: 'commands.goToItsConversation',
  keys: ['s'],
  run: (client, message) => client.router.go(linkTo(client, message)),
};

const readBeside: MessageCommand = {
  label: 'commands.openConversationBeside',
  icon: 'beside',
  keys: ['o'],
  isOffered: (client, message) => canOpenBeside(client, narrowAround(client, message)),
  refusal: 'commands.cannotOpenBeside',
  run: (client, message) => openBeside(client, narrowAround(client, message), message.id),
};

const writeToSender: MessageCommand = {
  label: 'commands.writeToItsSender',
  keys: ['R'],
  run: (client, { sender_id }) => client.router.go(client.linkTo({ type: 'direct', user_ids: [sender_id] })),
};

const copyLink: MessageCommand = {
  label: 'commands.copyLink',
  icon: 'link',
  run: (client, message) => void copy(client, `${location.origin}/${linkTo(client, message)}`),
};

const remind: MessageCommand = {
  label: 'commands.remindMe',
  icon: 'alarm',
  run: (_, message) => openDialog({ kind: 'reminder', message }),
};

const copyText: MessageCommand = {
  label: 'commands.copyTheText',
  icon: lateIcons.copy,
  run: (client, message) => void copySource(client, message),
};

const showEdits: MessageCommand = {
  label: 'commands.showEdits',
  icon: lateIcons.history,
  isOffered: (_, message) => message.last_edit_timestamp !== undefined || message.last_moved_timestamp !== undefined,
  run: (_, message) => openDialog({ kind: 'history', message }),
};

const showReaders: MessageCommand = {
  label: 'commands.whoReadIt',
  icon: lateIcons.readers,
  isOffered: ({ store }) => store.model.state.realm_enable_read_receipts,
  run: (_, message) => openDialog({ kind: 'readers', message }),
};

const report: MessageCommand = {
  label: 'commands.report',
  icon: lateIcons.flag,
  // Nobody reports themselves.
  isOffered: ({ store }, { sender_id }) =>
    store.model.state.realm_moderation_request_channel_id > 0 && sender_id !== store.user_id,
  run: (_, message) => openDialog({ kind: 'report', message }),
};

const remove: MessageCommand = {
  label: 'commands.delete',
  icon: lateIcons.trash,
  isDangerous: true,
  isOffered: ({ store }, message) => canDelete(store, message),
  run: (_, message) => openDialog({ kind: 'delete', message }),
};

/** The menu of a message, in groups. */
export const messageMenu: readonly (readonly MessageCommand[])[] = [
  [reply, readBeside, quoteMessage, forward, editMessage],
  [react, star, markUnread, remind],
  [copyLink, copyText],
  [pinToTopic, pinToChannel],
  [move, showEdits, showReaders],
  [report, remove],
];

/** Those with keys, on the message that has the focus or was chosen, or else the first on screen. */
export const messageCommands = group(
  'commands.theChosenMessage',
  [
    ...[reply, quoteMessage, forward, editMessage, like, join, react, star, pinToTopic, move, markUnread],
    ...[goThere, readBeside, writeToSender],
  ],
  () => {
    const target = screen.messages.shown?.current();
    return target && { target };
  },
);

function linkTo(client: Client, message: Message): string {
  return client.linkTo(conversationOf(message, client.store.user_id), message.id);
}

function narrowAround({ store }: Client, message: Message): NarrowTerm[] {
  return narrowTo(conversationOf(message, store.user_id));
}
