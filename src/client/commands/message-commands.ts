import type { Message } from '../api/types.ts';
import type { Client } from '../client.ts';
import { conversationOf } from '../store/conversation.ts';
import { canDelete, canEdit, canMove } from '../store/rights.ts';
import { lateIcons } from '../text/late-icons.ts';
import { copy, copySource, markUnreadFrom, toggleReaction, toggleStar } from './actions.ts';
import { type Command, group } from './command.ts';
import { reactTo, replyTo, startEdit, startQuote } from './replies.ts';
import { screen } from './screen.ts';
import { openDialog } from './view-state.ts';

type MessageCommand = Command<Message>;

const reply: MessageCommand = { label: 'Reply', icon: lateIcons.reply, keys: ['r', 'Enter'], run: replyTo };

export const quoteMessage: MessageCommand = {
  label: 'Quote and reply',
  icon: 'quote',
  keys: ['>'],
  run: (client, message) => void startQuote(client, message),
};

const forward: MessageCommand = {
  label: 'Forward…',
  icon: lateIcons.forward,
  keys: ['<'],
  run: (_, message) => openDialog({ kind: 'forward', message }),
};

export const editMessage: MessageCommand = {
  label: 'Edit',
  icon: 'pencil',
  keys: ['e'],
  isOffered: ({ store }, message) => canEdit(store, message),
  refusal: 'This message cannot be edited.',
  run: (_, message) => startEdit(message),
};

const like: MessageCommand = {
  label: 'React with 👍',
  keys: ['+'],
  run: (client, message) =>
    toggleReaction(client, message, { emoji_name: '+1', emoji_code: '1f44d', reaction_type: 'unicode_emoji' }),
};

const join: MessageCommand = {
  label: 'Add the first reaction of others, or remove it',
  keys: ['='],
  run: (client, message) => {
    const [first] = message.reactions;
    if (first) toggleReaction(client, message, first);
  },
};

const react: MessageCommand = {
  label: 'React',
  icon: 'smile',
  keys: [':'],
  run: (client, message) => reactTo(client, message, screen.messages.shown?.rowOf(message)),
};

const star: MessageCommand = {
  label: 'Star',
  icon: 'star',
  labelFor: (_, { flags }) => (flags.includes('starred') ? 'Remove star' : 'Star'),
  keys: ['Ctrl+s'],
  run: toggleStar,
};

const markUnread: MessageCommand = {
  label: 'Mark as unread from here',
  icon: lateIcons.unread,
  keys: ['U'],
  run: (client, message) => void markUnreadFrom(client, message),
};

const move: MessageCommand = {
  label: 'Move…',
  icon: lateIcons.move,
  keys: ['m'],
  isOffered: ({ store }, message) => canMove(store, message),
  refusal: 'This message cannot be moved.',
  run: (_, message) => openDialog({ kind: 'move', message, isOne: true }),
};

const goThere: MessageCommand = {
  label: 'Go to its conversation',
  keys: ['s'],
  run: (client, message) => client.router.go(linkTo(client, message)),
};

const writeToSender: MessageCommand = {
  label: 'Write to its sender',
  keys: ['R'],
  run: (client, { sender_id }) => client.router.go(client.linkTo({ type: 'direct', user_ids: [sender_id] })),
};

const copyLink: MessageCommand = {
  label: 'Copy link',
  icon: 'link',
  run: (client, message) => void copy(client, `${location.origin}/${linkTo(client, message)}`),
};

const remind: MessageCommand = {
  label: 'Remind me…',
  icon: lateIcons.alarm,
  run: (_, message) => openDialog({ kind: 'reminder', message }),
};

const copyText: MessageCommand = {
  label: 'Copy the text',
  icon: lateIcons.copy,
  run: (client, message) => void copySource(client, message),
};

const showEdits: MessageCommand = {
  label: 'Show edits',
  icon: lateIcons.history,
  isOffered: (_, message) => message.last_edit_timestamp !== undefined || message.last_moved_timestamp !== undefined,
  run: (_, message) => openDialog({ kind: 'history', message }),
};

const showReaders: MessageCommand = {
  label: 'Who read it',
  icon: lateIcons.readers,
  isOffered: ({ store }) => store.model.state.realm_enable_read_receipts,
  run: (_, message) => openDialog({ kind: 'readers', message }),
};

const report: MessageCommand = {
  label: 'Report…',
  icon: lateIcons.flag,
  // Nobody reports themselves.
  isOffered: ({ store }, { sender_id }) =>
    store.model.state.realm_moderation_request_channel_id > 0 && sender_id !== store.user_id,
  run: (_, message) => openDialog({ kind: 'report', message }),
};

const remove: MessageCommand = {
  label: 'Delete…',
  icon: lateIcons.trash,
  isDangerous: true,
  isOffered: ({ store }, message) => canDelete(store, message),
  run: (_, message) => openDialog({ kind: 'delete', message }),
};

/** The menu of a message, in groups. */
export const messageMenu: readonly (readonly MessageCommand[])[] = [
  [reply, quoteMessage, forward, editMessage],
  [react, star, markUnread, remind],
  [copyLink, copyText],
  [move, showEdits, showReaders],
  [report, remove],
];

/** Those with keys, on the message that has the focus or was chosen, or else the first on screen. */
export const messageCommands = group(
  'The chosen message',
  [reply, quoteMessage, forward, editMessage, like, join, react, star, move, markUnread, goThere, writeToSender],
  () => {
    const target = screen.messages.shown?.current();
    return target && { target };
  },
);

function linkTo(client: Client, message: Message): string {
  return client.linkTo(conversationOf(message, client.store.user_id), message.id);
}
