import { type Signal, signal } from '@preact/signals-core';
import type { ServerEvent, State } from '../api/types.ts';
import type { Client } from '../client.ts';

type Items<Item> = readonly Item[] | undefined;

interface Listed<Item> {
  items: Signal<Items<Item>>;
  /** The newest request. Answers of earlier ones, which may come later, say what was. */
  request?: Promise<readonly Item[]>;
}

/** Lists that each channel has: fetched when they are shown first, and again after events that name the channel. */
export class ChannelLists<Item> {
  #type: string;
  #fetchItems: (client: Client, stream_id: number) => Promise<readonly Item[]>;
  // A new registration brings a new state: events were missed.
  #known = new WeakMap<State, Map<number, Listed<Item>>>();

  /** `type` is that of the events. */
  constructor(type: string, fetchItems: (client: Client, stream_id: number) => Promise<readonly Item[]>) {
    this.#type = type;
    this.#fetchItems = fetchItems;
  }

  /** The list of a channel; undefined until it is fetched. */
  read(client: Client, stream_id: number): Items<Item> {
    this.#follow(client);
    const lists = this.#listsOf(client.store.read('realm').state);
    const list = lists.get(stream_id) ?? { items: signal<Items<Item>>(undefined) };
    if (!lists.has(stream_id)) {
      lists.set(stream_id, list);
      void this.#load(client, stream_id);
    }
    return list.items.value;
  }

  #follow(client: Client): void {
    client.store.follow((event) => {
      const { type, stream_id } = event as ServerEvent & { stream_id: number };
      if (type === this.#type) void this.#load(client, stream_id);
    }, this);
  }

  async #load(client: Client, stream_id: number): Promise<void> {
    const lists = this.#listsOf(client.store.model.state);
    const list = lists.get(stream_id);
    if (!list) return;
    const request = this.#fetchItems(client, stream_id);
    list.request = request;
    try {
      const items = await request;
      if (list.request === request) list.items.value = items;
    } catch {
      // Fetched again when the channel is opened the next time.
      if (list.request === request) lists.delete(stream_id);
    }
  }

  #listsOf(state: State): Map<number, Listed<Item>> {
    const lists = this.#known.get(state) ?? new Map<number, Listed<Item>>();
    this.#known.set(state, lists);
    return lists;
  }
}
