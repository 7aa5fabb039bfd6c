import { type Signal, signal } from '@preact/signals-core';
import { type Conversation, keyOf } from './conversation.ts';

/** Something that was begun to be written. */
export interface Draft {
  conversation: Conversation;
  content: string;
  /** In UNIX milliseconds. */
  changed: number;
}

/** Where drafts outlast the page. */
export type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem'>;

/** Drafts by conversation, kept in the browser. */
export class Drafts {
  readonly all: Signal<ReadonlyMap<string, Draft>>;
  readonly #storage: Storage;
  readonly #name: string;

  constructor(storage: Storage, user_id: number) {
    this.#storage = storage;
    this.#name = `drafts:${user_id}`;
    this.all = signal(this.#load());
  }

  find(conversation: Conversation): string {
    return this.all.value.get(keyOf(conversation))?.content ?? '';
  }

  /** Keeps what was written. Nothing but spaces is no draft. */
  keep(conversation: Conversation, content: string): void {
    const all = new Map(this.all.value);
    const key = keyOf(conversation);
    if (content.trim() === '') all.delete(key);
    else all.set(key, { conversation, content, changed: Date.now() });
    this.all.value = all;
    this.#save();
  }

  #save(): void {
    try {
      this.#storage.setItem(this.#name, JSON.stringify([...this.all.value]));
    } catch {
      // Without room in the browser, drafts live as long as the page.
    }
  }

  #load(): ReadonlyMap<string, Draft> {
    try {
      return new Map(JSON.parse(this.#storage.getItem(this.#name) ?? '[]') as [string, Draft][]);
    } catch {
      return new Map();
    }
  }
}
