import { type Signal, signal } from '@preact/signals-core';
import { type Conversation, keyOf } from './conversation.ts';

/** An unsent message. */
export interface Draft {
  conversation: Conversation;
  /** Empty if it was deleted but the server still has a copy. */
  content: string;
  /** In UNIX milliseconds. */
  changed: number;
  /** The id of the server's copy, if there is one. */
  id?: number | undefined;
  /** Whether that copy is equal. */
  isSaved?: boolean;
}

/** Storage that outlives the page. */
export type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem'>;

/** Drafts by conversation, stored in the browser. */
export class Drafts {
  readonly all: Signal<ReadonlyMap<string, Draft>>;
  /** Called after the user changed something. */
  changed: () => void = () => {};
  #entries: ReadonlyMap<string, Draft>;
  readonly #storage: Storage;
  /** The key of the storage. */
  readonly name: string;

  constructor(storage: Storage, user_id: number) {
    this.#storage = storage;
    this.name = `drafts:${user_id}`;
    this.#entries = this.#load();
    this.all = signal(written(this.#entries));
  }

  /** All drafts, including deleted ones that the server still has. */
  get entries(): ReadonlyMap<string, Draft> {
    return this.#entries;
  }

  find(conversation: Conversation): string {
    return this.all.value.get(keyOf(conversation))?.content ?? '';
  }

  /** Stores a text as a draft. Text of spaces only is no draft. */
  keep(conversation: Conversation, content: string): void {
    const key = keyOf(conversation);
    const known = this.#entries.get(key);
    const text = content.trim() === '' ? '' : content;
    if (text === (known?.content ?? '')) return;
    this.put(key, { conversation, content: text, changed: Date.now(), id: known?.id, isSaved: false });
    this.changed();
  }

  /** Takes over what another tab of this browser stored. */
  adopt(): void {
    this.#entries = this.#load();
    this.all.value = written(this.#entries);
  }

  /** Replaces a draft; undefined deletes it. */
  put(key: string, draft: Draft | undefined): void {
    const entries = new Map(this.#entries);
    if (draft && (draft.content !== '' || draft.id !== undefined)) entries.set(key, draft);
    else entries.delete(key);
    this.#entries = entries;
    this.all.value = written(entries);
    this.#save();
  }

  #save(): void {
    try {
      this.#storage.setItem(this.name, JSON.stringify([...this.#entries]));
    } catch {
      // If the browser has no space left, drafts live as long as the page.
    }
  }

  #load(): ReadonlyMap<string, Draft> {
    try {
      return new Map(JSON.parse(this.#storage.getItem(this.name) ?? '[]') as [string, Draft][]);
    } catch {
      return new Map();
    }
  }
}

function written(entries: ReadonlyMap<string, Draft>): ReadonlyMap<string, Draft> {
  return new Map([...entries].filter(([, { content }]) => content !== ''));
}
