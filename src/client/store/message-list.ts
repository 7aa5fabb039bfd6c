import { batch, type Signal, signal } from '@preact/signals-core';
import type { Anchor, MessageSource, PageRequest } from '../api/source.ts';
import type { Message, MessagePage, NarrowTerm, ServerEvent } from '../api/types.ts';
import { fits } from './narrow.ts';
import type { Store } from './store.ts';

export const pageSize = 100;

/** The fields of an event by which messages can come to belong to a list. */
interface Adoption {
  message_ids?: number[];
  messages?: number[];
  op?: string;
  flag?: string;
}

/** The fetched messages of a narrow: a range without gaps, by id, ascending. */
export class MessageList {
  readonly narrow: readonly NarrowTerm[];
  readonly ids: Signal<readonly number[]> = signal([]);
  readonly status: Signal<'loading' | 'ready' | 'failed'> = signal('loading');
  /** Whether other messages will replace these. */
  readonly isOpening: Signal<boolean> = signal(false);
  /** The reason why nothing could be fetched. */
  readonly problem: Signal<string> = signal('');
  /** Whether the list contains the oldest, or newest, message of the narrow. */
  readonly hasOldest: Signal<boolean> = signal(false);
  readonly hasNewest: Signal<boolean> = signal(false);
  /** Whether the list shows messages stored on this device, because the server could not be reached. */
  readonly isKept: Signal<boolean> = signal(false);
  /** The message around which the list is fetched again, at the top of the screen; undefined for the newest. */
  anchor: number | undefined;
  /** The first message that was unread when the list was opened. */
  readonly firstUnread: Signal<number | undefined> = signal(undefined);
  /** Whether messages may be missing that no event will add. */
  isStale = false;
  readonly #store: Store;
  readonly #source: MessageSource;
  // Answers to requests of an earlier generation are ignored.
  #generation = 0;
  #isFetching = { older: false, newer: false };

  constructor(store: Store, source: MessageSource, narrow: readonly NarrowTerm[]) {
    this.#store = store;
    this.#source = source;
    this.narrow = narrow;
  }

  /** Fetches the messages around an anchor, and replaces the present ones. */
  async open(anchor: Anchor): Promise<void> {
    this.#generation += 1;
    const generation = this.#generation;
    this.#isFetching = { older: false, newer: false };
    this.isStale = false;
    this.isOpening.value = true;
    const half = pageSize / 2;
    try {
      const page = await this.#source.fetchPage({ narrow: this.narrow, anchor, num_before: half, num_after: half });
      if (generation === this.#generation) this.#begin(page, anchor);
    } catch (error) {
      if (generation !== this.#generation) return;
      batch(() => {
        this.problem.value = error instanceof Error ? error.message : String(error);
        this.status.value = 'failed';
        this.isOpening.value = false;
      });
    }
  }

  #begin(page: MessagePage, anchor: Anchor): void {
    batch(() => {
      this.#store.addMessages(page.messages);
      this.ids.value = page.messages.map(({ id }) => id);
      this.hasOldest.value = page.found_oldest;
      this.hasNewest.value = page.found_newest;
      this.anchor = anchor === 'newest' ? undefined : page.anchor;
      this.firstUnread.value = page.messages.find(({ flags }) => !flags.includes('read'))?.id;
      this.isKept.value = page.isKept ?? false;
      this.isStale ||= this.isKept.value;
      this.status.value = 'ready';
      this.isOpening.value = false;
    });
  }

  /** Returns whether a page was fetched. */
  async fetchOlder(): Promise<boolean> {
    const anchor = this.ids.value[0];
    if (this.hasOldest.value || anchor === undefined) return false;
    return this.#extend('older', { narrow: this.narrow, anchor, num_before: pageSize, num_after: 0 });
  }

  /** Returns whether a page was fetched. */
  async fetchNewer(): Promise<boolean> {
    const anchor = this.ids.value.at(-1);
    if (this.hasNewest.value || anchor === undefined) return false;
    return this.#extend('newer', { narrow: this.narrow, anchor, num_before: 0, num_after: pageSize });
  }

  async #extend(side: 'older' | 'newer', request: PageRequest): Promise<boolean> {
    if (this.#isFetching[side]) return false;
    const generation = this.#generation;
    this.#isFetching[side] = true;
    try {
      const page = await this.#source.fetchPage({ ...request, include_anchor: false });
      const isCurrent = generation === this.#generation;
      if (isCurrent) this.#join(side, page);
      return isCurrent;
    } catch {
      // Further scrolling retries.
      return false;
    } finally {
      if (generation === this.#generation) this.#isFetching[side] = false;
    }
  }

  #join(side: 'older' | 'newer', { messages, found_oldest, found_newest }: MessagePage): void {
    batch(() => {
      this.#store.addMessages(messages);
      this.#insert(messages.map(({ id }) => id));
      if (side === 'older') this.hasOldest.value = found_oldest;
      else this.hasNewest.value = found_newest;
    });
  }

  #insert(ids: readonly number[]): void {
    const all = new Set([...this.ids.value, ...ids]);
    this.ids.value = [...all].sort((a, b) => a - b);
  }

  /** Updates the list after an event that is already in the store. */
  follow(event: ServerEvent): void {
    if (this.status.value !== 'ready') return;
    if (event.type === 'message') {
      this.#receive((event as ServerEvent & { message: Message }).message.id);
    } else if (event.type === 'update_message' || event.type === 'update_message_flags') {
      this.#adopt(event as ServerEvent & Adoption);
    }
    this.#dropLost();
  }

  #receive(id: number): void {
    const message = this.#store.model.messages.get(id);
    if (!message || !this.hasNewest.value) return;
    const found = fits(this.narrow, message, this.#store.user_id);
    if (found) this.#insert([id]);
    if (found === undefined) void this.#ask(id);
  }

  async #ask(id: number): Promise<void> {
    const generation = this.#generation;
    const found = await this.#source.findMatching(this.narrow, [id]).catch(() => []);
    if (generation === this.#generation && this.hasNewest.value && found.length > 0) this.#join('newer', pageOf(found));
  }

  /**
   * Adds messages that belong to the list since an event moved or flagged them: those of the history are in the feed
   * while they are unread.
   */
  #adopt({ message_ids = [], messages = [], op, flag }: Adoption): void {
    const reopens = op === 'remove' && flag === 'read';
    const first = this.ids.value[0] ?? Number.POSITIVE_INFINITY;
    const last = this.ids.value.at(-1) ?? 0;
    const listed = new Set(this.ids.value);
    for (const id of [...message_ids, ...messages]) {
      const message = this.#store.model.messages.get(id);
      const isInside = (id > first || this.hasOldest.value) && (id < last || this.hasNewest.value);
      if (!message) this.isStale ||= message_ids.length > 0 || (reopens && isInside);
      else if (isInside && !listed.has(id) && fits(this.narrow, message, this.#store.user_id)) this.#insert([id]);
    }
  }

  /**
   * Removes messages that were deleted or no longer belong here. Messages whose star was removed stay until the list is
   * closed.
   */
  #dropLost(): void {
    const { messages } = this.#store.model;
    const places = this.narrow.filter(({ operator }) => operator !== 'is');
    const kept = this.ids.value.filter((id) => {
      const message = messages.get(id);
      return message && fits(places, message, this.#store.user_id) !== false;
    });
    if (kept.length < this.ids.value.length) this.ids.value = kept;
  }

  /** Fetches the messages on screen again, because some may be missing. */
  refresh(): void {
    void this.open(this.anchor ?? 'newest');
  }

  /** Marks the position of the first unread message when the user returns to the list. */
  enter(): void {
    const { unread } = this.#store.model;
    this.firstUnread.value = this.ids.value.find((id) => unread.has(id));
    if (this.firstUnread.value !== undefined) this.anchor = this.firstUnread.value;
  }

  /** Keeps only the newest messages, once the list is no longer shown. */
  shrink(most: number): void {
    if (this.ids.value.length <= most) return;
    batch(() => {
      this.ids.value = this.ids.value.slice(-most);
      this.hasOldest.value = false;
    });
  }
}

function pageOf(messages: Message[]): MessagePage {
  return { messages, anchor: 0, found_anchor: true, found_oldest: false, found_newest: true, history_limited: false };
}
