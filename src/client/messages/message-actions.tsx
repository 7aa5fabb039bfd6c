import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Message } from '../api/types.ts';
import type { Client } from '../client.ts';
import { toggleReaction } from '../commands/actions.ts';
import { messageMenu } from '../commands/message-commands.ts';
import { reactTo, startEdit, startQuote } from '../commands/replies.ts';
import { codeOf, type ReactionEmoji } from '../device/frequent-emoji.ts';
import { t } from '../language/texts.ts';
import { CommandMenu } from '../parts/command-menu.tsx';
import { useClient } from '../parts/context.ts';
import { Menu } from '../parts/menu.tsx';
import { Tool } from '../parts/tool.tsx';
import { canEdit } from '../store/rights.ts';
import { isTyping } from '../text/keyboard.ts';
import { lateIcons } from '../text/late-icons.ts';
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
    <div ref={bar} class="actions" role="toolbar" aria-label={t('messages.messageActions')}>
      {listFrequent(client)
        .slice(0, mostAtOnce)
        .map((emoji) => (
          <EmojiButton key={codeOf(emoji)} message={message} emoji={emoji} />
        ))}
      <Tool
        name={t('common.react')}
        icon="smile"
        aria-haspopup="dialog"
        onClick={({ currentTarget }) => reactTo(client, message, currentTarget)}
      />
      <Tool name={t('common.quoteAndReply')} icon={lateIcons.quote} onClick={() => startQuote(client, message)} />
      {canEdit(client.store, message) && (
        <Tool name={t('common.edit')} icon="pencil" onClick={() => startEdit(message)} />
      )}
      <Menu label={t('messages.moreActions')} icon="more">
        {(close) => <CommandMenu groups={messageMenu} target={message} close={close} />}
      </Menu>
    </div>
  );
}

/** Beside the message, controls of the size of a thumb would cover text: they stand at the lower edge of the window. */
function floatOnTouch(bar: HTMLElement | null): (() => void) | undefined {
  const row = bar?.parentElement;
  if (!row || !matchMedia('(hover: none), (pointer: coarse)').matches) return undefined;
  bar.popover = 'manual';
  bar.showPopover();
  const pressed = (event: KeyboardEvent) => closeByEscape(event, bar);
  row.addEventListener('keydown', pressed);
  return () => row.removeEventListener('keydown', pressed);
}

/** It is shown as long as its message has the focus. Escape would leave the conversation, but here it lies above that. */
function closeByEscape(event: KeyboardEvent, bar: HTMLElement): void {
  const { key, target } = event;
  if (key !== 'Escape' || !(target instanceof HTMLElement) || isTyping(target)) return;
  if (bar.querySelector(':popover-open')) return;
  event.preventDefault();
  target.blur();
}

interface EmojiProps {
  message: Message;
  emoji: ReactionEmoji;
  onChosen?: () => void;
}

/** Adds a reaction, or takes it back. */
export function EmojiButton({ message, emoji, onChosen }: EmojiProps) {
  const client = useClient();
  const label = t('messages.reactWith', { emoji: wordsOf(emoji) });
  const choose = () => {
    onChosen?.();
    toggleReaction(client, message, emoji);
  };
  return (
    <button type="button" class="tool emoji" aria-label={label} title={label} onClick={choose}>
      <EmojiPicture emoji={emoji} />
    </button>
  );
}

/** The emoji that the user reacts with most. */
export function listFrequent({ frequentEmoji, store }: Client): ReactionEmoji[] {
  return frequentEmoji.list(store.read('realm').state.realm_emoji);
}

function wordsOf({ emoji_name }: ReactionEmoji): string {
  return emoji_name.replaceAll('_', ' ');
}
