import { computed, effect, type ReadonlySignal, type Signal, signal } from '@preact/signals-core';
import { type Call, CallError, type Method, NetworkError, type Params } from '../api/call.ts';
import type { Message, MessagePage, ServerEvent } from '../api/types.ts';
import { t } from '../language/texts.ts';
import type { Clock } from '../store/clock.ts';
import { type Conversation, keyOf, narrowTo } from '../store/conversation.ts';
import { placeAfter } from '../store/moves.ts';
import { fits } from '../store/narrow.ts';
import type { Store } from '../store/store.ts';
import type { FetchMessages, OutboxFinder } from './outbox-finder.ts';
import { clockError, type OutboxStorage, type OutgoingMessage, transit } from './outbox-storage.ts';

interface OutboxOptions {
  /** Whether the server is reachable, as far as known. */
  isOnline(): boolean;
  /** Called when the server may be unreachable, or an event is overdue. */
  doubt(): void;
  /** A conversation in words. */
  describe(conversation: Conversation): string;
  /** Runs an act in one tab of the browser at a time. */
  alone(act: () => Promise<void>): Promise<void>;
  storage: OutboxStorage;
  clock: Clock;
}

/** How long the server certainly recognizes a repeated message, in seconds. It remembers names for an hour. */
const memory = 50 * 60;

// All following times are milliseconds.

/** How long a request may take before the connection is doubted, and before it is repeated. */
const usualRequest = 2000;
const longestRequest = 10_000;
/** How long an event may arrive after the answer. */
const eventTime = 5000;
const firstPause = 1000;
const longestPause = 10_000;

/**
 * Sends messages, each once, and shows them until they arrive as events. If no answer arrives, it repeats the request
 * with the same name, by which the server recognizes a message that it has.
 */
export class Outbox {
  /** The messages of all tabs that are not sent yet, and those of this one whose events are missing. */
  readonly entries: Signal<readonly OutgoingMessage[]> = signal([]);
  /** Those that an attempt did not send. */
  readonly unsent: ReadonlySignal<readonly OutgoingMessage[]> = computed(() =>
    this.entries.value.filter(({ state, problem }) => state !== 'sent' && problem !== ''),
  );
  readonly #store: Store;
  readonly #call: Call;
  readonly #options: OutboxOptions;
  /** Sent messages whose events are missing. */
  #arriving: readonly OutgoingMessage[] = [];
  /** Messages of whose conversations no event can have been missed. */
  readonly #followed = new Set<string>();
  /** Undefined at first: it is rarely needed, and loaded later. */
  #finder: OutboxFinder | undefined;
  #sending: Promise<void> | undefined;
  #isWanted = false;
  #failures = 0;
  /** The time in the last name of a message. */
  #lastName = 0;
  #cancelRetry = (): void => {};
  #abort = (): void => {};

  constructor(store: Store, call: Call, options: OutboxOptions) {
    this.#store = store;
    this.#call = call;
    this.#options = options;
    this.adopt();
    store.follow((event) => this.#follow(event));
    effect(() => {
      const { messages } = store.read('messages');
      this.#noteArrived((id) => messages.has(id));
    });
  }

  /** Takes over what other tabs stored, under a key of theirs. */
  adopt(key?: string): void {
    if (key !== undefined && !this.#options.storage.isOwn(key)) return;
    this.entries.value = [...this.#options.storage.list(), ...this.#arriving];
  }

  send(conversation: Conversation, content: string): Promise<void> {
    const { isOnline } = this.#options;
    const entry: OutgoingMessage = {
      ...this.#newName(),
      conversation,
      content,
      timestamp: this.#store.now(),
      state: 'waiting',
      problem: isOnline() ? '' : t('live.offline'),
      after: Math.max(this.#options.storage.newestSent, ...this.#store.model.messages.keys()),
      near: newestIn(this.#store, conversation),
    };
    this.#followed.add(entry.local_id);
    this.#put(entry);
    return this.flush();
  }

  useFinder(create: (fetch: FetchMessages) => OutboxFinder): void {
    this.#finder = create((params) => this.#fetch(params));
    void this.flush();
  }

  /** Sends all waiting messages, in order. */
  flush(): Promise<void> {
    this.#isWanted = true;
    this.#cancelRetry();
    this.#sending ??= this.#options
      .alone(() => this.#sendWaiting())
      .catch((error) => {
        // A closed page is refused the lock. Asking again at once would hold up all pages of its process, for ever.
        this.#isWanted = false;
        throw error;
      })
      .finally(() => {
        this.#sending = undefined;
        if (this.#isWanted) void this.flush();
      });
    return this.#sending;
  }

  /** Sends a message again that waits for the user. */
  retry({ local_id }: OutgoingMessage): Promise<void> {
    const entry = this.#options.storage.find(local_id);
    if (entry?.state === 'failed' || entry?.state === 'unknown') {
      // The server would recognize a message that was deleted with its topic.
      const name = entry.isTopicDeleted ? this.#newName() : {};
      this.#options.storage.remove(local_id);
      this.#put({ ...entry, ...name, state: 'waiting', problem: '', isTopicDeleted: false, isWanted: true });
    }
    return this.flush();
  }

  discard({ local_id }: OutgoingMessage): void {
    this.#options.storage.remove(local_id);
    this.#arriving = this.#arriving.filter((one) => one.local_id !== local_id);
    this.#followed.delete(local_id);
    this.adopt();
  }

  /** Repeats the present request, whose connection may be dead. */
  renew(): void {
    this.#abort();
    void this.flush();
  }

  /** Events may have been missed. */
  restart(): void {
    this.#followed.clear();
    this.#arriving = [];
    this.adopt();
    this.renew();
  }

  async #sendWaiting(): Promise<void> {
    this.#isWanted = false;
    // A conversation gets its messages in order, so one that was not sent holds up those behind it.
    const held = new Set<string>();
    for (let entry = this.#next(held); entry; entry = this.#next(held)) {
      if (!this.#options.isOnline()) return this.#explain(t('live.offline'));
      await this.#sendOne(entry);
      const left = this.#options.storage.find(entry.local_id);
      if (left?.state === 'waiting') held.add(keyOf(left.conversation));
    }
    if (held.size > 0) this.#planRetry();
  }

  #next(held: ReadonlySet<string>): OutgoingMessage | undefined {
    const waiting = this.#options.storage.list().filter(({ state }) => state === 'waiting');
    return waiting.find(({ conversation }) => !held.has(keyOf(conversation)));
  }

  /** Stores the reason why messages wait. */
  #explain(problem: string): void {
    for (const entry of this.#options.storage.list())
      if (entry.state === 'waiting' && entry.problem === '') this.#put({ ...entry, problem });
  }

  #planRetry(): void {
    this.#explain(t('api.unanswered'));
    const pause = Math.min(longestPause, firstPause * 2 ** this.#failures);
    this.#failures += 1;
    this.#cancelRetry = this.#options.clock.after(pause, () => void this.flush());
  }

  async #sendOne(entry: OutgoingMessage): Promise<void> {
    try {
      const checked = await this.#check(entry);
      if (checked) await this.#post(checked);
    } catch (error) {
      this.#fail(entry, error);
    }
  }

  /** Looks for a message that may be sent already, and for its conversation. Undefined if it is not to be sent now. */
  async #check({ local_id }: OutgoingMessage): Promise<OutgoingMessage | undefined> {
    const isFollowed = this.#followed.has(local_id);
    const entry = isFollowed ? this.#options.storage.find(local_id) : await this.#locate(local_id);
    if (!entry) return undefined;
    const { tried, timestamp } = entry;
    const now = this.#store.now();
    const isRemembered = now - (tried?.first ?? (isFollowed ? now : timestamp)) < memory;
    if (isRemembered && !isMoved(entry)) return entry;
    if (!this.#finder || (tried && (now - tried.last < transit || this.#hasDouble(entry)))) return undefined;
    const id = await this.#finder.findSent(entry);
    if (id !== undefined) this.#noteSent(local_id, id);
    const left = this.#options.storage.find(local_id);
    if (!left) return undefined;
    if (isRemembered || !tried || left.isWanted) return { ...left, tried: undefined };
    this.#put({ ...left, state: 'unknown', problem: t('live.unknownIfSent') });
    return undefined;
  }

  /** Whether another message of the same text may be on the server, which a repetition of that one will tell. */
  #hasDouble({ local_id, content }: OutgoingMessage): boolean {
    const oldest = this.#store.now() - memory;
    const isDouble = (one: OutgoingMessage) =>
      one.local_id !== local_id && one.content === content && one.state === 'waiting' && !isMoved(one);
    return this.#options.storage.list().some((one) => isDouble(one) && one.tried && one.tried.first > oldest);
  }

  /** Finds the place of a conversation of which events may have been missed. Undefined if it is gone. */
  async #locate(local_id: string): Promise<OutgoingMessage | undefined> {
    const { storage } = this.#options;
    const before = storage.find(local_id);
    if (!before || !this.#finder) return undefined;
    const { conversation, near } = before;
    const found = near === undefined ? {} : await this.#finder.findPlace(conversation, near);
    const entry = storage.find(local_id);
    if (!entry) return undefined;
    this.#followed.add(local_id);
    // An event that came meanwhile is newer than the answer.
    if (keyOf(entry.conversation) !== keyOf(conversation)) return entry;
    const located = found
      ? { ...entry, ...found }
      : failed({ ...entry, near: undefined, isTopicDeleted: true }, t('live.topicDeleted'));
    this.#put(located);
    return found && located;
  }

  async #fetch(params: Params): Promise<Message[]> {
    const form = { apply_markdown: false, allow_empty_topic_name: true };
    const { messages } = await this.#request<MessagePage>('GET', { ...form, ...params });
    return messages;
  }

  async #post(entry: OutgoingMessage): Promise<void> {
    const { local_id, queue_id, conversation, content } = entry;
    const last = this.#store.now();
    const first = entry.tried?.first ?? last;
    // Stored first, because the page may end before the answer.
    this.#put({ ...entry, isWanted: false, tried: { first, last, conversation } });
    const { id } = await this.#request<{ id: number }>('POST', {
      ...addressOf(conversation),
      content,
      queue_id,
      local_id,
      read_by_sender: true,
    });
    this.#noteSent(local_id, id);
  }

  #newName(): Pick<OutgoingMessage, 'local_id' | 'queue_id'> {
    const { clock } = this.#options;
    const { queue_id } = this.#store.model.state;
    this.#lastName = Math.max(this.#lastName + 1, clock.now());
    return { queue_id, local_id: `${this.#lastName}.${Math.floor(clock.random() * 1e9)}` };
  }

  /** Asks for messages or sends one. Gives up after a time. */
  async #request<Answer>(method: Method, params: Params): Promise<Answer> {
    const { clock, doubt } = this.#options;
    const controller = new AbortController();
    this.#abort = () => controller.abort();
    const cancels = [clock.after(usualRequest, doubt), clock.after(longestRequest, this.#abort)];
    try {
      return await this.#call<Answer>(method, '/messages', params, { signal: controller.signal });
    } finally {
      for (const cancel of cancels) cancel();
    }
  }

  /** Keeps a sent message on screen until its event arrives. */
  #noteSent(local_id: string, id: number): void {
    const { storage } = this.#options;
    const entry = storage.find(local_id);
    if (!entry) return;
    this.#failures = 0;
    storage.noteSent(entry, id);
    this.#followed.delete(local_id);
    if (!this.#store.model.messages.has(id)) {
      this.#arriving = [...this.#arriving, { ...entry, state: 'sent', id }];
      this.#await(id, false);
    }
    this.adopt();
  }

  /** Asks for an overdue event. One that does not come then was published before this page listened. */
  #await(id: number, isAsked: boolean): void {
    const { clock, doubt, isOnline } = this.#options;
    clock.after(eventTime, () => {
      if (!this.#arriving.some((one) => one.id === id)) return;
      if (isAsked && isOnline()) return this.#noteArrived((one) => one === id);
      doubt();
      this.#await(id, isOnline());
    });
  }

  #fail({ local_id }: OutgoingMessage, error: unknown): void {
    const entry = this.#options.storage.find(local_id);
    if (!entry) return;
    if (isPassing(error)) {
      const problem = error instanceof DOMException ? t('api.unanswered') : error.message;
      this.#put({ ...entry, problem });
      this.#options.doubt();
    } else this.#put(failed(entry, error instanceof Error ? error.message : String(error)));
  }

  #put(entry: OutgoingMessage): void {
    const { storage, describe } = this.#options;
    storage.put({ ...entry, place: describe(entry.conversation) });
    this.adopt();
  }

  #follow(event: ServerEvent): void {
    const { type, message, local_message_id, message_ids = [] } = event as ServerEvent & Details;
    if (type === 'message' && message) {
      // The queue of an earlier page gets no local ids.
      if (local_message_id !== undefined) this.#noteSent(local_message_id, message.id);
      this.#noteArrived((id) => id === message.id);
    }
    if (type === 'delete_message') this.#noteDeleted(new Set(message_ids));
    if (type === 'update_message') for (const entry of this.#options.storage.list()) this.#move(entry, event);
  }

  #move(entry: OutgoingMessage, event: ServerEvent): void {
    const { edit_timestamp = 0 } = event as ServerEvent & Details;
    const { moved_at = entry.timestamp - clockError } = entry;
    const conversation = placeAfter(event, entry.conversation, entry.near);
    // A tab that was hidden gets events late, which may be older than the message.
    if (conversation && edit_timestamp >= moved_at) this.#put({ ...entry, conversation, moved_at: edit_timestamp });
  }

  #noteDeleted(ids: ReadonlySet<number>): void {
    this.#noteArrived((id) => ids.has(id));
    for (const { local_id, near } of this.entries.value)
      if (near !== undefined && ids.has(near)) this.#followed.delete(local_id);
  }

  #noteArrived(isThere: (id: number) => boolean): void {
    const left = this.#arriving.filter(({ id }) => id === undefined || !isThere(id));
    if (left.length === this.#arriving.length) return;
    this.#arriving = left;
    this.adopt();
  }
}

interface Details {
  message?: Message;
  local_message_id?: string;
  message_ids?: number[];
  edit_timestamp?: number;
}

/** A conversation as parameters of POST /messages. */
export function addressOf(conversation: Conversation): Record<string, unknown> {
  if (conversation.type === 'direct') return { type: 'direct', to: conversation.user_ids };
  return { type: 'channel', to: conversation.stream_id, topic: conversation.topic };
}

/** The newest known message of a topic. */
export function newestIn({ model, user_id }: Store, conversation: Conversation): number | undefined {
  if (conversation.type === 'direct') return undefined;
  const narrow = narrowTo(conversation);
  let newest: number | undefined;
  for (const [id, message] of model.messages) if (id > (newest ?? 0) && fits(narrow, message, user_id)) newest = id;
  return newest;
}

/** Whether a message goes elsewhere than at its first attempt. */
function isMoved({ tried, conversation }: OutgoingMessage): boolean {
  return tried !== undefined && keyOf(tried.conversation) !== keyOf(conversation);
}

/** A message that only the user sends again. */
function failed(entry: OutgoingMessage, problem: string): OutgoingMessage {
  return { ...entry, state: 'failed', problem };
}

/** Whether the same request may succeed later: no answer came, or the server is busy or restarts, or the session ended. */
function isPassing(error: unknown): error is Error {
  if (error instanceof CallError) return error.status >= 500 || [401, 408, 429].includes(error.status);
  return error instanceof NetworkError || (error instanceof DOMException && error.name === 'AbortError');
}
