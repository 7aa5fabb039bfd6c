import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals-core';
import type { ServerEvent } from '../api/types.ts';
import { type Conversation, keyOf } from './conversation.ts';
import { placeAfter } from './moves.ts';
import { type Storage, StoredList } from './stored-list.ts';

/** An unsent message. */
export interface Draft {
  conversation: Conversation;
  /** Empty if it was deleted but the server still has a copy. */
  content: string;
  /** In UNIX milliseconds of the server's clock, as times of moves are. */
  changed: number;
  /** The id of the server's copy, if there is one. */
  id?: number | undefined;
  /** Whether that copy is equal. */
  isSaved?: boolean;
  /** A message of the conversation, which tells where its topic is if events are missed. */
  near?: number | undefined;
}

/** How far a device may misjudge the server's time, in milliseconds. */
const clockError = 60_000;

/** Drafts by conversation, stored in the browser. */
export class Drafts {
  readonly all: Signal<ReadonlyMap<string, Draft>>;
  /** The keys of the conversations whose composers are on screen. */
  readonly #shown: Signal<readonly string[]> = signal([]);
  /** The number of those that are not on screen: a number that changes while one writes would distract. */
  readonly countElsewhere: ReadonlySignal<number> = computed(
    () => [...this.all.value.keys()].filter((key) => !this.#shown.value.includes(key)).length,
  );
  /** Called after the user changed something. */
  changed: () => void = () => {};
  /** Called after a draft followed its topic, with both keys. */
  moved: (from: string, to: string) => void = () => {};
  #entries: ReadonlyMap<string, Draft>;
  /** Store what is written in fields at present. */
  readonly #keepers = new Set<() => void>();
  readonly #stored: StoredList<[string, Draft]>;
  /** Finds the newest known message of a conversation. */
  near: ((conversation: Conversation) => number | undefined) | undefined;
  readonly #now: () => number;

  /** `now`: the server's time in UNIX seconds; without it, the device's. */
  constructor(storage: Storage, user_id: number, now = () => Date.now() / 1000) {
    this.#now = now;
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
    const near = known?.near ?? this.near?.(conversation);
    this.put(key, { conversation, content: text, changed: this.#now() * 1000, id: known?.id, isSaved: false, near });
    this.changed();
  }

  /** Adds a text to the draft of a conversation. */
  add(conversation: Conversation, text: string): void {
    const known = this.find(conversation);
    this.keep(conversation, known === '' ? text : `${known}\n\n${text}`);
  }

  /** Notes that the composer of a conversation is on screen. Returns a function that ends this. */
  show(key: string): () => void {
    this.#shown.value = [...this.#shown.peek(), key];
    return () => {
      this.#shown.value = this.#shown.peek().toSpliced(this.#shown.peek().indexOf(key), 1);
    };
  }

  /** Calls back when a field must store its text at once. Returns a function that ends this. */
  onKeep(keep: () => void): () => void {
    this.#keepers.add(keep);
    return () => this.#keepers.delete(keep);
  }

  /** Moves drafts along with their topics, unless there is another draft. */
  follow(event: ServerEvent): void {
    if (event.type !== 'update_message') return;
    for (const keep of this.#keepers) keep();
    for (const [key, draft] of this.#entries) this.#move(key, draft, event);
  }

  #move(key: string, draft: Draft, event: ServerEvent): void {
    const { edit_timestamp = 0 } = event as ServerEvent & { edit_timestamp?: number };
    const conversation = placeAfter(event, draft.conversation);
    // A tab that was hidden gets events late, which may be older than the draft.
    if (!conversation || edit_timestamp * 1000 < draft.changed - clockError) return;
    const next = keyOf(conversation);
    if (next !== key && this.all.value.has(next)) return;
    this.put(key, undefined);
    this.put(next, { ...draft, conversation, isSaved: false });
    if (next !== key) this.moved(key, next);
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
