import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { part } from '../api/part.ts';
import type { Client } from '../client.ts';
import { leaveField, screen } from '../commands/screen.ts';
import { useClient } from '../parts/context.ts';
import { whenIdle } from '../parts/idle.ts';
import { lazy } from '../parts/lazy.tsx';
import { keyOf } from '../store/conversation.ts';
import { joinFiles, splitFiles } from '../text/attached.ts';
import { isComposing, isSending } from '../text/keyboard.ts';
import type { ComposeProps } from './compose.tsx';
import { handOver } from './handover.ts';

const compose = part('compose/compose.tsx', () => import('./compose.tsx'));

/** Ends when no word is being composed in the early field: a word would be lost with its field. */
let composed = Promise.resolve();
let endWord = (): void => {};

/** The composer. Until it is loaded, after the first messages, there is its field. */
export const Composer = lazy(
  async () => {
    await new Promise<void>((resolve) => whenIdle(resolve));
    const { Compose } = await compose();
    await composed;
    return Compose;
  },
  { Before: EarlyField },
);

/** A field that looks like the composer's, and hands over what is written. */
function EarlyField({ conversation, onClose }: ComposeProps) {
  const client = useClient();
  const field = useRef<HTMLTextAreaElement>(null);
  const sent = useRef<number>(undefined);
  const key = keyOf(conversation);
  const target = client.describe(conversation);
  const { text: initial, files } = splitFiles(client.drafts.find(conversation));
  const pressed = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    if (isSending(event, client.store.model.state.user_settings.enter_sends))
      sent.current = field.current?.value.length;
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    leaveField(field.current);
    onClose?.();
  };
  useLayoutEffect(() => takePlace(client, field, key), []);
  useLayoutEffect(() => {
    const { current } = field;
    if (!current) return;
    current.setSelectionRange(initial.length, initial.length);
    return () => endField(current, key, sent.current);
  }, []);
  return (
    <div class="compose is-early" data-keeps-text>
      <textarea
        ref={field}
        defaultValue={initial}
        rows={1}
        dir="auto"
        aria-label={`Message to ${target}`}
        placeholder={`Message ${target}`}
        onInput={({ currentTarget: { value: text } }) => client.drafts.keep(conversation, joinFiles({ text, files }))}
        onCompositionStart={beginWord}
        onCompositionEnd={() => endWord()}
        onKeyDown={pressed}
      />
    </div>
  );
}

function endField(field: HTMLTextAreaElement, key: string, sent: number | undefined): void {
  endWord();
  const { selectionStart, selectionEnd } = field;
  handOver({ key, selection: [selectionStart, selectionEnd], hasFocus: document.activeElement === field, sent });
}

function beginWord(): void {
  composed = new Promise((resolve) => {
    endWord = resolve;
  });
}

function takePlace(client: Client, field: RefObject<HTMLTextAreaElement | null>, key: string): () => void {
  const leaveDraft = client.drafts.show(key);
  const leavePlace = screen.composer.fill({
    focus: () => field.current?.focus(),
    hasFocus: () => document.activeElement === field.current,
    drop: () => client.say('The page is still being loaded. Drop the files again.'),
  });
  return () => {
    leaveDraft();
    leavePlace();
  };
}
