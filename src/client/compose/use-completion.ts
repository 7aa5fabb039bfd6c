import { type ReadonlySignal, type Signal, useComputed, useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useClient } from '../parts/context.ts';
import { replaceBefore } from '../parts/text-edits.ts';
import type { Completion } from '../text/ranking.ts';
import { complete } from './completions.ts';

interface CompletionState {
  /** Undefined if there are no completions. */
  options: ReadonlySignal<readonly Completion[] | undefined>;
  active: Signal<number>;
  /** Reads the text before the caret. */
  look(): void;
  choose(index: number): void;
  close(): void;
  /** Handles a key; returns whether it was meant for the list. */
  steer(event: KeyboardEvent): boolean;
}

/** The completions of the text before the caret of a field. */
export function useCompletion(field: RefObject<HTMLTextAreaElement | null>): CompletionState {
  const client = useClient();
  const before = useSignal<string | undefined>(undefined);
  const active = useSignal(0);
  // Names may arrive from the server a moment later.
  const found = useComputed(() => (before.value === undefined ? undefined : complete(client, before.value)));
  const options = useComputed(() => found.value?.options);
  const close = () => {
    before.value = undefined;
  };
  const look = () => {
    const { current } = field;
    const isCaret = current && current.selectionStart === current.selectionEnd;
    before.value = isCaret ? current.value.slice(0, current.selectionStart) : undefined;
    active.value = 0;
  };
  const choose = (index: number) => {
    const option = found.value?.options[index];
    if (option && field.current) replaceBefore(field.current, found.value?.length ?? 0, option.text);
  };
  const steer = (event: KeyboardEvent) => {
    const count = options.value?.length ?? 0;
    if (count === 0) return false;
    if (event.key === 'ArrowDown') active.value = (active.value + 1) % count;
    else if (event.key === 'ArrowUp') active.value = (active.value + count - 1) % count;
    else if (event.key === 'Enter' || event.key === 'Tab') choose(active.value);
    // A space after a channel means the channel itself and none of its topics.
    else if (event.key === ' ' && options.value?.[0]?.isEndedBySpace) choose(0);
    else if (event.key === 'Escape') close();
    else return false;
    return true;
  };
  return { options, active, look, choose, close, steer };
}
