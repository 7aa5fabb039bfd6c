import { type Signal, signal } from '@preact/signals-core';
import type { Call } from '../api/call.ts';
import type { Message, ServerEvent } from '../api/types.ts';
import type { Store } from './store.ts';

export interface Topic {
  name: string;
  max_id: number;
}

/** The topics of channels, latest first, fetched on demand. */
export class Topics {
  readonly #lists = new Map<number, Signal<readonly Topic[] | undefined>>();
  readonly #call: Call;

  constructor(store: Store, call: Call) {
    this.#call = call;
    store.follow((event) => this.#follow(event));
  }

  /** The topics of a channel; undefined until they are fetched. */
  in(stream_id: number): readonly Topic[] | undefined {
    const known = this.#lists.get(stream_id);
    if (known) return known.value;
    const list = this.#add(stream_id);
    void this.#fetch(stream_id, list);
    return list.value;
  }

  /** The topics of a channel once they are fetched; empty if that fails. */
  async load(stream_id: number): Promise<readonly Topic[]> {
    const list = this.#lists.get(stream_id) ?? this.#add(stream_id);
    if (!list.peek()) await this.#fetch(stream_id, list);
    return list.peek() ?? [];
  }

  #add(stream_id: number): Signal<readonly Topic[] | undefined> {
    const list = signal<readonly Topic[] | undefined>(undefined);
    this.#lists.set(stream_id, list);
    return list;
  }

  restart(): void {
    for (const [stream_id, list] of this.#lists) void this.#fetch(stream_id, list);
  }

  async #fetch(stream_id: number, list: Signal<readonly Topic[] | undefined>): Promise<void> {
    try {
      const params = { allow_empty_topic_name: true };
      const { topics } = await this.#call<{ topics: Topic[] }>('GET', `/users/me/${stream_id}/topics`, params);
      list.value = topics;
    } catch {
      // Fetched again at the next access.
      this.#lists.delete(stream_id);
    }
  }

  #follow(event: ServerEvent): void {
    if (event.type === 'message') this.#receive((event as ServerEvent & { message: Message }).message);
    const isMove = event.type === 'update_message' && ('subject' in event || 'new_stream_id' in event);
    if (!isMove && event.type !== 'delete_message') return;
    const { stream_id, new_stream_id } = event as ServerEvent & { stream_id?: number; new_stream_id?: number };
    for (const id of [stream_id, new_stream_id]) {
      const list = id === undefined ? undefined : this.#lists.get(id);
      if (list && id !== undefined) void this.#fetch(id, list);
    }
  }

  #receive(message: Message): void {
    if (message.type !== 'stream') return;
    const list = this.#lists.get(message.stream_id);
    if (!list?.value) return;
    const isSame = ({ name }: Topic) => name.toLowerCase() === message.subject.toLowerCase();
    const name = list.value.find(isSame)?.name ?? message.subject;
    list.value = [{ name, max_id: message.id }, ...list.value.filter((one) => !isSame(one))];
  }
}
