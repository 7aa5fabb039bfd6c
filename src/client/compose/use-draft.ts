import { type Signal, useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { useClient } from '../parts/context.ts';
import { grow } from '../parts/text-edits.ts';
import { type Conversation, keyOf } from '../store/conversation.ts';

const draftPause = 300;

interface DraftText {
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
  // Only text that was written here is stored or deleted: that of another tab or device may be newer by now.
  const own = useRef({ isChanged: false, isStored: text.peek() !== '' });
  const show = (next: string) => {
    text.value = next;
    if (field.current && field.current.value !== next) field.current.value = next;
    grow(field.current);
  };
  const write = (next: string) => {
    own.current.isChanged = true;
    show(next);
  };
  const keep = () => {
    if (own.current.isChanged) drafts.keep(shown.current, text.peek());
    own.current = { isChanged: false, isStored: text.peek() !== '' };
  };
  useLayoutEffect(() => {
    const previous = shown.current;
    shown.current = conversation;
    if (keyOf(previous) === key) return grow(field.current);
    if (!isNaming) return show(drafts.find(conversation));
    if (own.current.isStored) drafts.keep(previous, '');
    own.current = { isChanged: text.peek() !== '', isStored: false };
  }, [key]);
  useKeeping(keep, [key, text.value]);
  useLayoutEffect(() => drafts.show(key), [key]);
  useEffect(() => drafts.onKeep(keep), [key]);
  useChangeElsewhere(drafts.all.value.get(key)?.content ?? '', key, (content, before) => {
    if (text.peek() === before) show(content);
  });
  return { text, set: write, read: () => write(field.current?.value ?? ''), keep };
}

/** Stores a text at every pause, and before its field or the page goes away. */
function useKeeping(keep: () => void, changes: unknown[]): void {
  useEffect(() => {
    const timer = setTimeout(keep, draftPause);
    return () => clearTimeout(timer);
  }, changes);
  useEffect(() => {
    addEventListener('pagehide', keep);
    return () => {
      removeEventListener('pagehide', keep);
      keep();
    };
  }, []);
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
