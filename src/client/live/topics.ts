import { batch, computed, type ReadonlySignal, type Signal, signal } from '@preact/signals-core';
import type { Call } from '../api/call.ts';
import type { ChannelMessage, Message, ServerEvent } from '../api/types.ts';
import type { Store } from '../store/store.ts';

interface Topic {
  name: string;
  max_id: number;
}

interface TopicList {
  topics: Signal<readonly Topic[] | undefined>;
  /** The request under way. */
  fetching: Promise<void> | undefined;
  /** Whether the topics must be fetched again. */
  isOutdated: boolean;
  /** Whether a view shows the channel's topics. Other lists are fetched again when all topics are wanted. */
  isOpened: boolean;
  /** The messages that arrived during the request: its answer may be older. */
  arrived: ChannelMessage[];
}

const params = { allow_empty_topic_name: true };

/** The number of channels whose topics one request fetches. */
const channelsAtOnce = 50;

/** The topics of channels, latest first, fetched on demand. */
export class Topics {
  readonly #lists = new Map<number, TopicList>();
  /** Counts the changes of the table of lists. */
  readonly #revision = signal(0, {
    watched: () => {
      this.#isWatched = true;
    },
    unwatched: () => {
      this.#isWatched = false;
    },
  });
  /** Whether a view shows all known topics. */
  #isWatched = false;
  readonly #call: Call;

  /** The topics that were fetched so far, by channel. */
  readonly known: ReadonlySignal<readonly (readonly [stream_id: number, topics: readonly Topic[]])[]> = computed(() => {
    this.#revision.value;
    return [...this.#lists].map(([stream_id, { topics }]) => [stream_id, topics.value ?? []] as const);
  });

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

  /** Fetches the topics of channels as far as they are not known. Throws if that fails. */
  async loadAll(stream_ids: readonly number[]): Promise<void> {
    const missing = stream_ids.filter((id) => this.#list(id).isOutdated && !this.#list(id).fetching);
    for (let at = 0; at < missing.length; at += channelsAtOnce)
      await this.#loadSome(missing.slice(at, at + channelsAtOnce));
    await Promise.all(stream_ids.map((id) => this.#lists.get(id)?.fetching));
  }

  /** Fetches the lists on screen again, and forgets the others. */
  restart(): void {
    for (const [stream_id, list] of this.#lists) {
      if (list.isOpened) this.#refresh(stream_id, list);
      else this.#lists.delete(stream_id);
    }
    this.#revision.value += 1;
  }

  /** Fetches the lists again that could not be fetched. */
  refreshOutdated(): void {
    for (const [stream_id, { isOpened }] of this.#lists) if (isOpened) this.#open(stream_id);
  }

  /** The list of a channel; it is fetched if it is new, or could not be fetched before. */
  #open(stream_id: number): TopicList {
    const list = this.#list(stream_id);
    list.isOpened = true;
    if (list.isOutdated) this.#refresh(stream_id, list);
    return list;
  }

  #list(stream_id: number): TopicList {
    const known = this.#lists.get(stream_id);
    if (known) return known;
    const list: TopicList = {
      topics: signal(undefined),
      fetching: undefined,
      isOutdated: true,
      isOpened: false,
      arrived: [],
    };
    this.#lists.set(stream_id, list);
    // Views call this while they are computed.
    queueMicrotask(() => {
      this.#revision.value += 1;
    });
    return list;
  }

  #refresh(stream_id: number, list: TopicList): void {
    list.isOutdated = true;
    list.fetching ??= this.#fetch(stream_id, list).finally(() => {
      list.fetching = undefined;
    });
  }

  async #fetch(stream_id: number, list: TopicList): Promise<void> {
    try {
      while (list.isOutdated) {
        begin(list);
        const { topics } = await this.#call<{ topics: Topic[] }>('GET', `/users/me/${stream_id}/topics`, params);
        end(list, topics);
      }
    } catch {
      // Fetched again at the next access or connection.
      list.isOutdated = true;
    }
  }

  async #loadSome(stream_ids: readonly number[]): Promise<void> {
    const lists = new Map(stream_ids.map((id) => [id, this.#list(id)]));
    const answer = this.#fetchSome(stream_ids);
    for (const list of lists.values()) {
      begin(list);
      list.fetching = answer.then(
        () => {},
        () => {},
      );
    }
    const found = await answer.catch(() => undefined);
    // One update: views of all topics would otherwise be computed again for each channel.
    batch(() => {
      for (const [id, list] of lists) {
        list.fetching = undefined;
        if (found) end(list, found.get(id) ?? []);
        else list.isOutdated = true;
        if (list.isOutdated && list.isOpened) this.#refresh(id, list);
      }
    });
    await answer;
  }

  async #fetchSome(stream_ids: readonly number[]): Promise<ReadonlyMap<number, readonly Topic[]>> {
    type Found = { streams: { stream_id: number; topics: Topic[] }[] };
    const { streams } = await this.#call<Found>('GET', '/users/me/topics', { ...params, stream_ids });
    return new Map(streams.map(({ stream_id, topics }) => [stream_id, topics]));
  }

  #follow(event: ServerEvent): void {
    if (event.type === 'message') this.#receive((event as ServerEvent & { message: Message }).message);
    const isMove = event.type === 'update_message' && ('subject' in event || 'new_stream_id' in event);
    if (!isMove && event.type !== 'delete_message') return;
    const { stream_id, new_stream_id } = event as ServerEvent & { stream_id?: number; new_stream_id?: number };
    for (const id of [stream_id, new_stream_id]) {
      const list = id === undefined ? undefined : this.#lists.get(id);
      if (!list || id === undefined) continue;
      if (list.isOpened || this.#isWatched) this.#refresh(id, list);
      else list.isOutdated = true;
    }
  }

  #receive(message: Message): void {
    if (message.type !== 'stream') return;
    const list = this.#lists.get(message.stream_id);
    if (!list) return;
    if (list.fetching) list.arrived.push(message);
    if (list.topics.value) list.topics.value = withLatest(list.topics.value, message);
  }
}

function begin(list: TopicList): void {
  list.isOutdated = false;
  list.arrived = [];
}

function end(list: TopicList, topics: readonly Topic[]): void {
  list.topics.value = list.arrived.reduce<readonly Topic[]>(withLatest, topics);
}

/** The topics after another message. */
function withLatest(topics: readonly Topic[], { id, subject }: ChannelMessage): readonly Topic[] {
  const isSame = ({ name }: Topic) => name.toLowerCase() === subject.toLowerCase();
  const name = topics.find(isSame)?.name ?? subject;
  return [{ name, max_id: id }, ...topics.filter((one) => !isSame(one))];
}
