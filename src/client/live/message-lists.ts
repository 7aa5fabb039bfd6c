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
  /** The lists on screen, by the pane that shows them. */
  readonly #shown = new Map<string, MessageList>();
  #limit = maxMessages;

  constructor(store: Store, source: MessageSource) {
    this.#store = store;
    this.#source = source;
    store.follow((event) => this.#follow(event));
  }

  /** The list of a narrow, for a pane. It is fetched unless it exists and contains the anchor. */
  open(narrow: readonly NarrowTerm[], anchor: Anchor, pane = 'main'): MessageList {
    const key = narrowKey(narrow);
    const known = this.#lists.get(key);
    const list = known ?? new MessageList(this.#store, this.#source, narrow);
    this.#lists.delete(key);
    this.#lists.set(key, list);
    this.#shown.set(pane, list);
    if (!known || known.isStale || known.status.value === 'failed' || !has(known, anchor)) void list.open(anchor);
    else if (anchor === 'first_unread') list.enter();
    this.#trim();
    return list;
  }

  /** A pane shows no list any more. */
  close(pane = 'main'): void {
    this.#shown.delete(pane);
  }

  /** Fetches the shown lists again, and deletes all others. */
  restart(): void {
    const shown = this.#listShown();
    for (const [key, list] of this.#lists) if (!shown.has(list)) this.#lists.delete(key);
    this.refresh();
  }

  /** Fetches the shown lists again. */
  refresh(): void {
    for (const list of this.#listShown()) list.refresh();
  }

  /** Fetches the shown lists again if messages may be missing there. */
  refreshStale(): void {
    for (const list of this.#listShown()) if (list.isStale && list.status.value === 'ready') list.refresh();
  }

  #listShown(): ReadonlySet<MessageList> {
    return new Set(this.#shown.values());
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
    const shown = this.#listShown();
    for (const [key, list] of this.#lists) {
      if (shown.has(list)) continue;
      list.shrink(maxKept);
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
