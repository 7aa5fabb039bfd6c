import { type Signal, useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { type Conversation, keyOf } from '../store/conversation.ts';
import { useClient } from './context.ts';
import { grow } from './text-edits.ts';

const draftPause = 300;

export interface DraftText {
  text: Signal<string>;
  /** Replaces the text of the field. */
  set(text: string): void;
  /** Reads the text of the field. */
  read(): void;
  /** Stores the text at once, for instance before leaving. */
  keep(): void;
}

interface Options {
  field: RefObject<HTMLTextAreaElement | null>;
  conversation: Conversation;
  /** Whether a changed conversation only means a new name of the topic: then the text stays. */
  isNaming: boolean;
}

/** The text of a field as the draft of a conversation: stored at every pause, and restored when the user returns. */
export function useDraft({ field, conversation, isNaming }: Options): DraftText {
  const { drafts } = useClient();
  const key = keyOf(conversation);
  const text = useSignal(drafts.find(conversation));
  const shown = useRef(conversation);
  const show = (next: string) => {
    text.value = next;
    if (field.current && field.current.value !== next) field.current.value = next;
    grow(field.current);
  };
  useLayoutEffect(() => {
    const previous = shown.current;
    shown.current = conversation;
    if (keyOf(previous) === key) grow(field.current);
    else if (isNaming) drafts.keep(previous, '');
    else show(drafts.find(conversation));
  }, [key]);
  useEffect(() => {
    const timer = setTimeout(() => drafts.keep(conversation, text.value), draftPause);
    return () => clearTimeout(timer);
  }, [key, text.value]);
  useChangeElsewhere(drafts.all.value.get(key)?.content ?? '', key, (content, before) => {
    if (text.peek() === before) show(content);
  });
  const keep = () => drafts.keep(shown.current, text.peek());
  useEffect(() => keep, []);
  return { text, set: show, read: () => show(field.current?.value ?? ''), keep };
}

/**
 * Calls back when the draft of a conversation was changed elsewhere, for instance by another device, but not when the
 * conversation changes.
 */
function useChangeElsewhere(content: string, key: string, changed: (content: string, before: string) => void): void {
  const known = useRef({ key, content });
  useEffect(() => {
    const before = known.current;
    known.current = { key, content };
    if (before.key === key && before.content !== content) changed(content, before.content);
  }, [content, key]);
}
