import { type Signal, signal } from '@preact/signals-core';
import type { Call } from '../api/call.ts';
import type { ChannelMessage, Message, ServerEvent } from '../api/types.ts';
import type { Store } from './store.ts';

export interface Topic {
  name: string;
  max_id: number;
}

interface TopicList {
  topics: Signal<readonly Topic[] | undefined>;
  /** The request under way. */
  fetching: Promise<void> | undefined;
  /** Whether the topics must be fetched again. */
  isOutdated: boolean;
  /** The messages that arrived during the request: its answer may be older. */
  arrived: ChannelMessage[];
}

/** The topics of channels, latest first, fetched on demand. */
export class Topics {
  readonly #lists = new Map<number, TopicList>();
  readonly #call: Call;

  constructor(store: Store, call: Call) {
    this.#call = call;
    store.follow((event) => this.#follow(event));
  }

  /** The topics of a channel; undefined until they are fetched. */
  in(stream_id: number): readonly Topic[] | undefined {
    return this.#open(stream_id).topics.value;
  }

  /** The topics of a channel once they are fetched; empty if that fails. */
  async load(stream_id: number): Promise<readonly Topic[]> {
    const { topics, fetching } = this.#open(stream_id);
    if (!topics.peek()) await fetching;
    return topics.peek() ?? [];
  }

  /** Fetches all lists again. */
  restart(): void {
    for (const [stream_id, list] of this.#lists) this.#refresh(stream_id, list);
  }

  /** Fetches the lists again that could not be fetched. */
  refreshOutdated(): void {
    for (const stream_id of this.#lists.keys()) this.#open(stream_id);
  }

  /** The list of a channel; it is fetched if it is new, or could not be fetched before. */
  #open(stream_id: number): TopicList {
    const list: TopicList = this.#lists.get(stream_id) ?? {
      topics: signal(undefined),
      fetching: undefined,
      isOutdated: true,
      arrived: [],
    };
    this.#lists.set(stream_id, list);
    if (list.isOutdated) this.#refresh(stream_id, list);
    return list;
  }

  #refresh(stream_id: number, list: TopicList): void {
    list.isOutdated = true;
    list.fetching ??= this.#fetch(stream_id, list).finally(() => {
      list.fetching = undefined;
    });
  }

  async #fetch(stream_id: number, list: TopicList): Promise<void> {
    const params = { allow_empty_topic_name: true };
    try {
      while (list.isOutdated) {
        list.isOutdated = false;
        list.arrived = [];
        const { topics } = await this.#call<{ topics: Topic[] }>('GET', `/users/me/${stream_id}/topics`, params);
        list.topics.value = list.arrived.reduce<readonly Topic[]>(withLatest, topics);
      }
    } catch {
      // Fetched again at the next access or connection.
      list.isOutdated = true;
    }
  }

  #follow(event: ServerEvent): void {
    if (event.type === 'message') this.#receive((event as ServerEvent & { message: Message }).message);
    const isMove = event.type === 'update_message' && ('subject' in event || 'new_stream_id' in event);
    if (!isMove && event.type !== 'delete_message') return;
    const { stream_id, new_stream_id } = event as ServerEvent & { stream_id?: number; new_stream_id?: number };
    for (const id of [stream_id, new_stream_id]) {
      const list = id === undefined ? undefined : this.#lists.get(id);
      if (list && id !== undefined) this.#refresh(id, list);
    }
  }

  #receive(message: Message): void {
    if (message.type !== 'stream') return;
    const list = this.#lists.get(message.stream_id);
    if (!list) return;
    list.arrived.push(message);
    if (list.topics.value) list.topics.value = withLatest(list.topics.value, message);
  }
}

/** The topics after another message. */
function withLatest(topics: readonly Topic[], { id, subject }: ChannelMessage): readonly Topic[] {
  const isSame = ({ name }: Topic) => name.toLowerCase() === subject.toLowerCase();
  const name = topics.find(isSame)?.name ?? subject;
  return [{ name, max_id: id }, ...topics.filter((one) => !isSame(one))];
}
