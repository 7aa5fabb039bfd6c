import { type Signal, signal } from '@preact/signals-core';
import { type Conversation, keyOf } from './conversation.ts';
import { type Storage, StoredList } from './stored-list.ts';

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

/** Drafts by conversation, stored in the browser. */
export class Drafts {
  readonly all: Signal<ReadonlyMap<string, Draft>>;
  /** Called after the user changed something. */
  changed: () => void = () => {};
  #entries: ReadonlyMap<string, Draft>;
  readonly #stored: StoredList<[string, Draft]>;

  constructor(storage: Storage, user_id: number) {
    this.#stored = new StoredList(storage, `drafts:${user_id}`);
    this.#entries = new Map(this.#stored.load());
    this.all = signal(written(this.#entries));
  }

  /** The key of the storage. */
  get name(): string {
    return this.#stored.name;
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
    this.#entries = new Map(this.#stored.load());
    this.all.value = written(this.#entries);
  }

  /** Replaces a draft; undefined deletes it. */
  put(key: string, draft: Draft | undefined): void {
    const entries = new Map(this.#entries);
    if (draft && (draft.content !== '' || draft.id !== undefined)) entries.set(key, draft);
    else entries.delete(key);
    this.#entries = entries;
    this.all.value = written(entries);
    this.#stored.save([...entries]);
  }
}

function written(entries: ReadonlyMap<string, Draft>): ReadonlyMap<string, Draft> {
  return new Map([...entries].filter(([, { content }]) => content !== ''));
}
