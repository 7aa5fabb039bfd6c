import { type ReadonlySignal, type Signal, useComputed, useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { useClient } from '../parts/context.ts';
import { grow } from '../parts/text-edits.ts';
import { type Conversation, keyOf } from '../store/conversation.ts';
import { joinFiles, splitFiles } from '../text/attached.ts';
import type { Tray } from './tray.ts';
import { moveTray } from './trays.ts';

const draftPause = 300;

interface DraftText {
  text: Signal<string>;
  /** The Markdown of the text and its files. */
  content: ReadonlySignal<string>;
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
  tray: Tray;
  /** Whether a changed conversation only means a new name of the topic: then the text stays. */
  isNaming: boolean;
}

/** A field and its files as the draft of a conversation: stored at every pause, and restored when the user returns. */
export function useDraft(options: Options): DraftText {
  const { conversation, isNaming, tray, field } = options;
  const client = useClient();
  const { drafts } = client;
  const key = keyOf(conversation);
  const { text, content, show, showDraft } = useWritten(options);
  const shown = useRef(conversation);
  // Only text that was written here is stored or deleted: that of another tab or device may be newer by now.
  const own = useRef({ isChanged: false, isStored: content.peek() !== '' });
  const write = (next: string) => {
    own.current.isChanged = true;
    show(next);
  };
  const keep = () => {
    if (own.current.isChanged) drafts.keep(shown.current, content.peek());
    own.current = { isChanged: false, isStored: content.peek() !== '' };
  };
  useLayoutEffect(() => {
    const previous = shown.current;
    shown.current = conversation;
    if (keyOf(previous) === key) return grow(field.current);
    if (!isNaming) return showDraft(drafts.find(conversation));
    if (own.current.isStored) drafts.keep(previous, '');
    own.current = { isChanged: content.peek() !== '', isStored: false };
    moveTray(client, tray, conversation);
  }, [key]);
  useTrayChanges(tray, () => {
    own.current.isChanged = true;
  });
  useKeeping(keep, [key, content.value]);
  useLayoutEffect(() => drafts.show(key), [key]);
  useLayoutEffect(() => drafts.onKeep(keep), [key]);
  useChangeElsewhere(drafts.all.value.get(key)?.content ?? '', key, (draft, before) => {
    if (content.peek() === joinFiles(splitFiles(before))) showDraft(draft);
  });
  return { text, content, set: write, read: () => write(field.current?.value ?? ''), keep };
}

/** The text of a field and the files of its tray. */
function useWritten({ field, conversation, tray }: Options) {
  const { drafts } = useClient();
  const text = useSignal(splitFiles(drafts.find(conversation)).text);
  const content = useComputed(() => joinFiles({ text: text.value, files: tray.uploaded.value }));
  const show = (next: string) => {
    text.value = next;
    if (field.current && field.current.value !== next) field.current.value = next;
    grow(field.current);
  };
  const showDraft = (draft: string) => {
    const written = splitFiles(draft);
    tray.take(written.files);
    show(written.text);
  };
  return { text, content, show, showDraft };
}

/** Shows a tray while its field is shown, and calls back when its uploaded files change. */
function useTrayChanges(tray: Tray, changed: () => void): void {
  useLayoutEffect(() => {
    const known = splitFiles(tray.home.find()).files;
    tray.take(known);
    tray.isShown = true;
    let before = tray.uploaded.peek();
    const end = tray.uploaded.subscribe((files) => {
      if (files !== before) changed();
      before = files;
    });
    return () => {
      tray.isShown = false;
      end();
    };
  }, [tray]);
}

/** Stores a text at every pause, and before its field or the page goes away. */
function useKeeping(keep: () => void, changes: unknown[]): void {
  useLayoutEffect(() => {
    const timer = setTimeout(keep, draftPause);
    return () => clearTimeout(timer);
  }, changes);
  // Before painting, and so before the first key.
  useLayoutEffect(() => {
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
  useLayoutEffect(() => {
    const before = known.current;
    known.current = { key, content };
    if (before.key === key && before.content !== content) changed(content, before.content);
  }, [content, key]);
}
