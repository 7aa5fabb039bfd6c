import { copy, fetchSource, markUnreadFrom, toggleReaction, toggleStar } from '../actions.ts';
import type { Message } from '../api/types.ts';
import type { Client } from '../client.ts';
import { codeOf, type ReactionEmoji } from '../frequent-emoji.ts';
import { conversationOf } from '../store/conversation.ts';
import { canDelete, canEdit, canMove } from '../store/rights.ts';
import { useClient } from './context.ts';
import { Icon } from './icon.tsx';
import { Menu, MenuItem } from './menu.tsx';
import { EmojiPicture, reactTo } from './reactions.tsx';
import { replyTo, startEdit, startQuote } from './replies.ts';
import { type OpenDialog, openDialog } from './view-state.ts';

// The number of emoji in the toolbar of a message; all others are one click further away.
const mostAtOnce = 3;

/** Actions on a message, shown beside it while it is pointed at or has the focus. */
export function MessageActions({ message }: { message: Message }) {
  const client = useClient();
  if (client.isSpectator) return null;
  return (
    <div class="actions" role="toolbar" aria-label="Message actions">
      {listFrequent(client)
        .slice(0, mostAtOnce)
        .map((emoji) => (
          <EmojiButton key={codeOf(emoji)} message={message} emoji={emoji} label={`React with ${wordsOf(emoji)}`} />
        ))}
      <button
        type="button"
        class="tool"
        aria-label="React"
        title="React"
        aria-haspopup="dialog"
        onClick={({ currentTarget }) => reactTo(client, message, currentTarget)}
      >
        <Icon name="smile" />
      </button>
      <button
        type="button"
        class="tool"
        aria-label="Quote and reply"
        title="Quote and reply"
        onClick={() => startQuote(client, message)}
      >
        <Icon name="quote" />
      </button>
      {canEdit(client.store, message) && (
        <button type="button" class="tool" aria-label="Edit" title="Edit" onClick={() => startEdit(message)}>
          <Icon name="pencil" />
        </button>
      )}
      <Menu label="More actions" icon="more">
        {(close) => <MorePanel message={message} close={close} />}
      </Menu>
    </div>
  );
}

interface PanelProps {
  message: Message;
  close: () => void;
}

interface EmojiProps {
  message: Message;
  emoji: ReactionEmoji;
  label: string;
}

function EmojiButton({ message, emoji, label }: EmojiProps) {
  const client = useClient();
  return (
    <button
      type="button"
      class="tool emoji"
      aria-label={label}
      title={label}
      onClick={() => toggleReaction(client, message, emoji)}
    >
      <EmojiPicture emoji={emoji} />
    </button>
  );
}

function listFrequent({ frequentEmoji, store }: Client): ReactionEmoji[] {
  return frequentEmoji.list(store.read('realm').state.realm_emoji);
}

function wordsOf({ emoji_name }: ReactionEmoji): string {
  return emoji_name.replaceAll('_', ' ');
}

function MorePanel({ message, close }: PanelProps) {
  const client = useClient();
  const items = moreItems(client, message);
  return (
    <ul class="menu">
      {items.map(([label, act]) => (
        <MenuItem key={label} label={label} act={act} close={close} />
      ))}
    </ul>
  );
}

type Item = [label: string, act: () => void];

function moreItems(client: Client, message: Message): Item[] {
  const { realm_enable_read_receipts, user_id } = client.store.model.state;
  const conversation = conversationOf(message, user_id);
  const link = `${location.origin}/${client.linkTo(conversation, message.id)}`;
  const open = (opened: OpenDialog) => () => openDialog(opened);
  const isChanged = message.last_edit_timestamp !== undefined || message.last_moved_timestamp !== undefined;
  return [
    ['Reply', () => replyTo(client, message)],
    ['Copy link', () => void copy(client, link)],
    [message.flags.includes('starred') ? 'Remove star' : 'Star', () => toggleStar(client, message)],
    ['Mark as unread from here', () => void markUnreadFrom(client, message)],
    ['Remind me…', open({ kind: 'reminder', message })],
    ['Copy the text', () => void copySource(client, message)],
    ...when(canMove(client.store, message), 'Move…', open({ kind: 'move', message, isOne: true })),
    ...when(isChanged, 'Show edits', open({ kind: 'history', message })),
    ...when(realm_enable_read_receipts, 'Who read it', open({ kind: 'readers', message })),
    ...when(canReport(client, message), 'Report…', open({ kind: 'report', message })),
    ...when(canDelete(client.store, message), 'Delete…', open({ kind: 'delete', message })),
  ];
}

/** Whether the organization takes reports. Nobody reports themselves. */
function canReport({ store }: Client, { sender_id }: Message): boolean {
  return store.model.state.realm_moderation_request_channel_id > 0 && sender_id !== store.user_id;
}

function when(isWanted: boolean, ...item: Item): Item[] {
  return isWanted ? [item] : [];
}

async function copySource(client: Client, message: Message): Promise<void> {
  await client.attempt(fetchSource(client, message).then((text) => copy(client, text)));
}
