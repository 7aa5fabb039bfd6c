import type { Anchor, MessageSource } from '../api/source.ts';
import type { NarrowTerm, ServerEvent } from '../api/types.ts';
import { MessageList } from '../store/message-list.ts';
import { narrowKey } from '../store/narrow.ts';
import type { Store } from '../store/store.ts';

const maxLists = 20;
const maxKept = 300;
/** Messages beyond this number that are in no list are removed, many at a time. */
const maxMessages = 3000;
const spare = 500;

/**
 * The most recently shown lists, the newest at the end. All are kept up to date by events, so that going back fetches
 * nothing.
 */
export class MessageLists {
  readonly #store: Store;
  readonly #source: MessageSource;
  readonly #lists = new Map<string, MessageList>();
  #shown: MessageList | undefined;
  #limit = maxMessages;

  constructor(store: Store, source: MessageSource) {
    this.#store = store;
    this.#source = source;
    store.follow((event) => this.#follow(event));
  }

  /** The list of a narrow. It is fetched unless it exists and contains the anchor. */
  open(narrow: readonly NarrowTerm[], anchor: Anchor): MessageList {
    const key = narrowKey(narrow);
    const known = this.#lists.get(key);
    const list = known ?? new MessageList(this.#store, this.#source, narrow);
    this.#lists.delete(key);
    this.#lists.set(key, list);
    this.#shown = list;
    if (!known || known.isStale || known.status.value === 'failed' || !has(known, anchor)) void list.open(anchor);
    else if (anchor === 'first_unread') list.enter();
    this.#trim();
    return list;
  }

  /** No list is on screen. */
  close(): void {
    this.#shown = undefined;
  }

  /** Fetches the shown list again, and deletes all others. */
  restart(): void {
    for (const [key, list] of this.#lists) if (list !== this.#shown) this.#lists.delete(key);
    this.#shown?.refresh();
  }

  /** Fetches the shown list again. */
  refresh(): void {
    this.#shown?.refresh();
  }

  /** Fetches the shown list again if messages may be missing there. */
  refreshStale(): void {
    if (this.#shown?.isStale && this.#shown.status.value === 'ready') this.#shown.refresh();
  }

  #follow(event: ServerEvent): void {
    const { arrived, refetched } = this.#store.model;
    for (const list of this.#lists.values()) {
      list.follow(event);
      if (refetched.size > 0) list.isStale = true;
    }
    arrived.clear();
    refetched.clear();
    this.refreshStale();
    if (event.type === 'message' && this.#store.model.messages.size > this.#limit) this.#dropMessages();
  }

  #trim(): void {
    for (const [key, list] of this.#lists) {
      if (list !== this.#shown) list.shrink(maxKept);
      if (this.#lists.size > maxLists) this.#lists.delete(key);
    }
    if (this.#store.model.messages.size > this.#limit) this.#dropMessages();
  }

  #dropMessages(): void {
    const shown = new Set([...this.#lists.values()].flatMap(({ ids }) => ids.value));
    this.#store.dropMessages((id) => shown.has(id));
    this.#limit = Math.max(maxMessages, this.#store.model.messages.size + spare);
  }
}

function has({ ids, hasNewest }: MessageList, anchor: Anchor): boolean {
  if (typeof anchor === 'number') return ids.value.includes(anchor);
  return anchor === 'first_unread' || hasNewest.value;
}
