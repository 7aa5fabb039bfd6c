import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Message } from '../api/types.ts';
import type { Client } from '../client.ts';
import { toggleReaction } from '../commands/actions.ts';
import { menuOf } from '../commands/command.ts';
import { messageMenu } from '../commands/message-commands.ts';
import { reactTo, startEdit, startQuote } from '../commands/replies.ts';
import { codeOf, type ReactionEmoji } from '../device/frequent-emoji.ts';
import { hasSingleKeys } from '../device/single-keys.ts';
import { useClient } from '../parts/context.ts';
import { Menu, MenuItem } from '../parts/menu.tsx';
import { Tool } from '../parts/tool.tsx';
import { canEdit } from '../store/rights.ts';
import { EmojiPicture } from './reactions.tsx';

// The number of emoji in the toolbar of a message; all others are one click further away.
const mostAtOnce = 3;

/** Actions on a message, shown beside it while it is pointed at or has the focus. */
export function MessageActions({ message }: { message: Message }) {
  const client = useClient();
  const bar = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => floatOnTouch(bar.current), []);
  if (client.isSpectator) return null;
  return (
    <div ref={bar} class="actions" role="toolbar" aria-label="Message actions">
      {listFrequent(client)
        .slice(0, mostAtOnce)
        .map((emoji) => (
          <EmojiButton key={codeOf(emoji)} message={message} emoji={emoji} label={`React with ${wordsOf(emoji)}`} />
        ))}
      <Tool
        name="React"
        icon="smile"
        aria-haspopup="dialog"
        onClick={({ currentTarget }) => reactTo(client, message, currentTarget)}
      />
      <Tool name="Quote and reply" icon="quote" onClick={() => startQuote(client, message)} />
      {canEdit(client.store, message) && <Tool name="Edit" icon="pencil" onClick={() => startEdit(message)} />}
      <Menu label="More actions" icon="more">
        {(close) => <MorePanel message={message} close={close} />}
      </Menu>
    </div>
  );
}

/** Beside the message, controls of the size of a thumb would cover text: they stand at the lower edge of the window. */
function floatOnTouch(bar: HTMLElement | null): void {
  if (!bar || !matchMedia('(hover: none), (pointer: coarse)').matches) return;
  bar.popover = 'manual';
  bar.showPopover();
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
  const groups = messageMenu.map((commands) => menuOf(client, commands, message)).filter(({ length }) => length > 0);
  return (
    <>
      {groups.map((lines) => (
        <ul key={lines[0]?.label} class="menu">
          {lines.map(({ key, ...line }) => (
            <MenuItem key={line.label} {...line} shortcut={hasSingleKeys.value ? key : undefined} close={close} />
          ))}
        </ul>
      ))}
    </>
  );
}
