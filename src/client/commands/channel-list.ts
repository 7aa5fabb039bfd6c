import { type Signal, signal } from '@preact/signals-core';
import type { ServerEvent, State } from '../api/types.ts';
import type { Client } from '../client.ts';

type Items<Item> = readonly Item[] | undefined;

/** Lists that each channel has: fetched when they are shown first, and again after events that name the channel. */
export class ChannelLists<Item> {
  #type: string;
  #fetchItems: (client: Client, stream_id: number) => Promise<readonly Item[]>;
  // A new registration brings a new state: events were missed.
  #known = new WeakMap<State, Map<number, Signal<Items<Item>>>>();

  /** `type` is that of the events. */
  constructor(type: string, fetchItems: (client: Client, stream_id: number) => Promise<readonly Item[]>) {
    this.#type = type;
    this.#fetchItems = fetchItems;
  }

  /** The list of a channel; undefined until it is fetched. */
  read(client: Client, stream_id: number): Items<Item> {
    this.#follow(client);
    const lists = this.#listsOf(client.store.read('realm').state);
    const list = lists.get(stream_id) ?? signal<Items<Item>>(undefined);
    if (!lists.has(stream_id)) {
      lists.set(stream_id, list);
      void this.#load(client, stream_id);
    }
    return list.value;
  }

  #follow(client: Client): void {
    client.store.follow((event) => {
      const { type, stream_id } = event as ServerEvent & { stream_id: number };
      if (type !== this.#type) return;
      if (this.#listsOf(client.store.model.state).has(stream_id)) void this.#load(client, stream_id);
    }, this);
  }

  async #load(client: Client, stream_id: number): Promise<void> {
    const lists = this.#listsOf(client.store.model.state);
    try {
      const items = await this.#fetchItems(client, stream_id);
      const list = lists.get(stream_id);
      if (list) list.value = items;
    } catch {
      // Fetched again when the channel is opened the next time.
      lists.delete(stream_id);
    }
  }

  #listsOf(state: State): Map<number, Signal<Items<Item>>> {
    const lists = this.#known.get(state) ?? new Map<number, Signal<Items<Item>>>();
    this.#known.set(state, lists);
    return lists;
  }
}
