import { effect } from '@preact/signals-core';
import { fetchNewest } from '../api/source.ts';
import type { Message, ServerEvent } from '../api/types.ts';
import type { Client } from '../client.ts';
import { isKeeping, keep } from '../device/kept.ts';
import { selectKept } from '../live/kept-messages.ts';

/** Number of messages in which the latest conversations are searched. */
const newest = 1000;
const pause = 5 * 60_000;

/** Stores the state and the latest conversations on this device, if the user enabled that. */
export class Keeper {
  readonly #client: Client;
  #fetched = new Map<number, Message>();
  /** Messages that events changed since the last request, whose answer may be older. */
  readonly #changed = new Set<number>();

  constructor(client: Client) {
    this.#client = client;
  }

  start(): void {
    const { store } = this.#client;
    store.follow((event) => this.#follow(event));
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'hidden') void this.#save();
    });
    effect(() => {
      if (!isKeeping.value || !this.#client.tabs.isLeader.value) return;
      void this.#renew();
      const timer = setInterval(() => void this.#renew(), pause);
      return () => clearInterval(timer);
    });
  }

  /** Fetches and stores the newest messages, including those of conversations that were not opened. */
  async #renew(): Promise<void> {
    const { call, connection } = this.#client;
    if (!connection.isOnline.peek()) return;
    this.#changed.clear();
    const page = await fetchNewest(call, newest).catch(() => undefined);
    if (!page) return;
    const unchanged = page.messages.filter(({ id }) => !this.#changed.has(id));
    this.#fetched = new Map(unchanged.map((message) => [message.id, message]));
    await this.#save();
  }

  async #save(): Promise<void> {
    const { store } = this.#client;
    if (!isKeeping.peek()) return;
    const { state, unread, messages, readable } = store.model;
    const all = [...new Map([...this.#fetched, ...messages]).values()];
    const mayRead = (message: Message) => message.type === 'private' || readable.has(message.stream_id);
    // If the browser has no space left, the earlier copy stays.
    await keep({ state, unread: [...unread], messages: selectKept(all.filter(mayRead), store.user_id) }).catch(
      () => {},
    );
  }

  /** Changes are taken from the store, which follows events, or fetched again. */
  #follow({ type, ...event }: ServerEvent): void {
    const { message_id, message_ids = [] } = event as { message_id?: number; message_ids?: number[] };
    if (type !== 'update_message' && type !== 'delete_message') return;
    for (const id of message_id === undefined ? message_ids : [message_id, ...message_ids]) {
      this.#fetched.delete(id);
      this.#changed.add(id);
    }
  }
}
