import type { RefObject } from 'preact';
import { useContext, useLayoutEffect, useRef } from 'preact/hooks';
import { part } from '../api/part.ts';
import { leaveField, screen } from '../commands/screen.ts';
import { t } from '../language/texts.ts';
import { PaneContext, useClient } from '../parts/context.ts';
import { whenIdle } from '../parts/idle.ts';
import { lazy } from '../parts/lazy.tsx';
import { keyOf } from '../store/conversation.ts';
import { joinFiles, splitFiles } from '../text/attached.ts';
import { isComposing, isSending } from '../text/keyboard.ts';
import { handOver } from './handover.ts';
import { useLastEdit } from './last-edit.ts';
import type { ComposeProps } from './target.tsx';

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
function EarlyField({ conversation, onTopic, onClose }: ComposeProps) {
  const client = useClient();
  const field = useRef<HTMLTextAreaElement>(null);
  const sent = useRef<number>(undefined);
  const key = keyOf(conversation);
  const target = client.describe(conversation);
  const { text: initial, files } = splitFiles(client.drafts.find(conversation));
  const editLast = useLastEdit(field);
  const pressed = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    editLast(event);
    if (isSending(event, client.store.model.state.user_settings.enter_sends))
      sent.current = field.current?.value.length;
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    leaveField(field.current);
    onClose?.();
  };
  usePlace(field, key);
  const end = (current: HTMLTextAreaElement) => endField(current, key, sent.current);
  useLayoutEffect(() => beginField(field.current, initial.length, end), []);
  const hasTarget = Boolean(onTopic || onClose);
  return (
    <div class={`compose is-early ${hasTarget ? 'has-target' : ''}`} data-keeps-text>
      <textarea
        ref={field}
        defaultValue={initial}
        rows={1}
        dir="auto"
        aria-label={t('compose.messageTo', { conversation: target })}
        placeholder={hasTarget ? t('compose.form') : t('compose.placeholder', { conversation: target })}
        onInput={({ currentTarget: { value: text } }) => client.drafts.keep(conversation, joinFiles({ text, files }))}
        onCompositionStart={beginWord}
        onCompositionEnd={() => endWord()}
        onKeyDown={pressed}
      />
    </div>
  );
}

/** Puts the caret at the end. Returns what ends the field. */
function beginField(field: HTMLTextAreaElement | null, caret: number, end: (field: HTMLTextAreaElement) => void) {
  if (!field) return undefined;
  field.setSelectionRange(caret, caret);
  return () => end(field);
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

/** Lets commands find the field, and the draft stand for what is on screen. */
function usePlace(field: RefObject<HTMLTextAreaElement | null>, key: string): void {
  const client = useClient();
  const pane = useContext(PaneContext);
  useLayoutEffect(() => {
    const leaveDraft = client.drafts.show(key);
    const view = {
      focus: () => field.current?.focus(),
      hasFocus: () => document.activeElement === field.current,
      drop: () => client.say(t('compose.dropAgain')),
    };
    const leavePlace = screen.composer.fill(view, pane);
    return () => {
      leaveDraft();
      leavePlace();
    };
  }, []);
}
