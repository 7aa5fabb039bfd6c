import { useComputed, useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { toggleReaction } from '../actions.ts';
import type { Message } from '../api/types.ts';
import type { Client } from '../client.ts';
import { characterOf, type Emoji } from '../emoji.ts';
import { codeOf } from '../frequent-emoji.ts';
import { useClient } from './context.ts';
import { Dialog } from './dialog.tsx';

const most = 400;

/** All emoji, to react with. */
export function EmojiDialog({ message, onClose }: { message: Message; onClose: () => void }) {
  const client = useClient();
  const react = (emoji: Emoji) => {
    onClose();
    toggleReaction(client, message, emoji);
  };
  return (
    <Dialog title="React" onClose={onClose} class="emoji-dialog">
      <EmojiGrid onChoose={react} />
    </Dialog>
  );
}

/** Emoji, filtered by a part of their names. */
export function EmojiGrid({ onChoose }: { onChoose: (emoji: Emoji) => void }) {
  const client = useClient();
  const written = useSignal('');
  const field = useRef<HTMLInputElement>(null);
  const grid = useRef<HTMLDivElement>(null);
  const shown = useComputed(() => {
    const wanted = written.value.trim().toLowerCase().replaceAll(' ', '_');
    return listEmoji(client)
      .filter(({ names }) => names.some((name) => name.includes(wanted)))
      .slice(0, most);
  });
  return (
    <>
      <input
        ref={field}
        class="field"
        type="search"
        aria-label="Find emoji"
        placeholder="Find emoji"
        onInput={({ currentTarget }) => {
          written.value = currentTarget.value;
        }}
        onKeyDown={(event) => {
          const [first] = shown.value;
          if (event.key === 'Enter' && first) onChoose(first);
          if (event.key === 'ArrowDown') grid.current?.querySelector('button')?.focus();
        }}
      />
      {shown.value.length === 0 && <p class="quiet">No emoji has this name.</p>}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the buttons inside take keys themselves */}
      <div ref={grid} class="emoji-grid" onKeyDown={(event) => moveInGrid(event, field.current)}>
        {shown.value.map((emoji, index) => (
          <EmojiButton key={codeOf(emoji)} emoji={emoji} onChoose={onChoose} isFirst={index === 0} />
        ))}
      </div>
    </>
  );
}

/** Moves the focus by arrow keys, and up to the field: the tab key would take hundreds of steps. */
function moveInGrid(event: KeyboardEvent, field: HTMLElement | null): void {
  const { currentTarget: grid, key } = event;
  if (!(grid instanceof HTMLElement)) return;
  const all = [...grid.querySelectorAll<HTMLElement>('button')];
  const width = all.filter(({ offsetTop }) => offsetTop === all[0]?.offsetTop).length;
  const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: width, ArrowUp: -width }[key];
  if (step === undefined) return;
  event.preventDefault();
  const at = all.findIndex((one) => one.matches(':focus')) + step;
  const next = key === 'ArrowUp' && at < 0 ? field : all[at];
  next?.focus();
}

/** All emoji, the user's frequent ones first. */
function listEmoji({ emoji, frequentEmoji, store }: Client): Emoji[] {
  const { realm_emoji } = store.read('realm').state;
  const ranks = new Map(frequentEmoji.list(realm_emoji).map((one, rank) => [codeOf(one), rank]));
  const rankOf = (one: Emoji) => ranks.get(codeOf(one)) ?? ranks.size;
  return emoji.list(realm_emoji).toSorted((one, other) => rankOf(one) - rankOf(other));
}

interface EmojiProps {
  emoji: Emoji;
  /** Only the first one is reached by the tab key. */
  isFirst: boolean;
  onChoose: (emoji: Emoji) => void;
}

function EmojiButton({ emoji, isFirst, onChoose }: EmojiProps) {
  const { emoji_name, emoji_code, url } = emoji;
  return (
    <button
      type="button"
      class="tool emoji"
      tabIndex={isFirst ? 0 : -1}
      aria-label={emoji_name.replaceAll('_', ' ')}
      title={emoji_name}
      onClick={() => onChoose(emoji)}
    >
      {url ? <img src={url} alt="" width="22" height="22" loading="lazy" /> : characterOf(emoji_code)}
    </button>
  );
}
