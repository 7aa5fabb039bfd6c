import { effect, type Signal, signal } from '@preact/signals-core';
import { type Call, CallError, NetworkError } from '../api/call.ts';
import type { Message, MessagePage, ServerEvent } from '../api/types.ts';
import { type Conversation, narrowTo } from './conversation.ts';
import type { OutboxStorage, OutgoingMessage } from './outbox-storage.ts';
import type { Store } from './store.ts';

interface OutboxOptions {
  /** Whether the server is reachable, as far as known. */
  isOnline(): boolean;
  storage: OutboxStorage;
}

/** How long a message without an answer holds up the next ones, in milliseconds. */
const longestWait = 5000;

/** Sends messages, and shows them until they arrive as events. It never sends a message twice by itself. */
export class Outbox {
  readonly entries: Signal<readonly OutgoingMessage[]> = signal([]);
  readonly #store: Store;
  readonly #call: Call;
  readonly #options: OutboxOptions;
  #lastId = 0;
  /** The last request that sends a message. */
  #sending: Promise<void> = Promise.resolve();

  constructor(store: Store, call: Call, options: OutboxOptions) {
    this.#store = store;
    this.#call = call;
    this.#options = options;
    store.follow((event) => this.#follow(event));
    effect(() => {
      const { messages } = store.read('messages');
      this.#discardSent((id) => messages.has(id));
    });
  }

  /** Restores the messages of closed pages. The result of those that were being sent is unknown. */
  restore(): void {
    const known = new Set(this.entries.value.map(({ local_id }) => local_id));
    const left = this.#options.storage.load().filter(({ local_id }) => !known.has(local_id));
    const entries = left.map((one) => ({ ...one, state: one.state === 'sending' ? ('unknown' as const) : one.state }));
    if (entries.length === 0) return;
    this.#set([...entries, ...this.entries.value]);
    if (this.#options.isOnline()) void this.settle();
  }

  send(conversation: Conversation, content: string): Promise<void> {
    const entry: OutgoingMessage = {
      local_id: this.#nextId(),
      queue_id: this.#store.model.state.queue_id,
      conversation,
      content,
      timestamp: Math.floor(Date.now() / 1000),
      state: this.#options.isOnline() ? 'sending' : 'waiting',
      problem: '',
      after: Math.max(0, ...this.#store.model.messages.keys()),
    };
    this.#set([...this.entries.value, entry]);
    return entry.state === 'waiting' ? Promise.resolve() : this.#post(entry);
  }

  /** Sends a message again that was refused, or whose result is unknown and that is not among the newest messages. */
  async retry({ local_id }: OutgoingMessage): Promise<void> {
    const entry = this.entries.value.find((one) => one.local_id === local_id);
    if (!entry || entry.state === 'sending') return;
    this.#change(local_id, { state: 'sending', problem: '' });
    try {
      if (entry.state === 'unknown' && (await this.#isThere(entry))) return this.discard(entry);
    } catch {
      return this.#change(local_id, entry);
    }
    await this.#post(entry);
  }

  discard({ local_id }: OutgoingMessage): void {
    this.#set(this.entries.value.filter((one) => one.local_id !== local_id));
  }

  /** After the connection is restored: looks for messages with unknown result, and sends waiting ones, in order. */
  async settle(): Promise<void> {
    for (const entry of this.entries.value.filter(({ state }) => state === 'unknown' || state === 'sent')) {
      if (await this.#isThere(entry).catch(() => false)) this.discard(entry);
    }
    for (const { local_id } of this.entries.value) {
      const entry = this.entries.value.find((one) => one.local_id === local_id);
      if (entry?.state !== 'waiting') continue;
      this.#change(local_id, { state: 'sending' });
      await this.#post(entry);
    }
  }

  #nextId(): string {
    this.#lastId = Math.max(this.#lastId + 1, Date.now());
    return String(this.#lastId);
  }

  /** Sends a message after those that are being sent, so that they arrive in the order in which they were written. */
  #post(entry: OutgoingMessage): Promise<void> {
    this.#sending = settledWithin(longestWait, this.#sending).then(() => this.#postNow(entry));
    return this.#sending;
  }

  async #postNow(entry: OutgoingMessage): Promise<void> {
    const queue = this.#store.model.state.queue_id;
    try {
      const { id } = await this.#call<{ id: number }>('POST', '/messages', {
        ...addressOf(entry.conversation),
        content: entry.content,
        queue_id: entry.queue_id,
        local_id: entry.local_id,
      });
      if (this.#store.model.messages.has(id)) this.discard(entry);
      else await this.#awaitEvent(entry, id, queue);
    } catch (error) {
      this.#fail(entry, error);
    }
  }

  /**
   * Keeps a message on screen until its event arrives. The event may never come if the queue was replaced meanwhile.
   */
  async #awaitEvent(entry: OutgoingMessage, id: number, queue: string): Promise<void> {
    this.#change(entry.local_id, { state: 'sent', id });
    if (queue === this.#store.model.state.queue_id) return;
    if (await this.#isThere(entry).catch(() => false)) this.discard(entry);
  }

  #fail({ local_id }: OutgoingMessage, error: unknown): void {
    const isRefused = error instanceof CallError && error.status < 500;
    const problem = error instanceof Error ? error.message : String(error);
    if (isRefused || !(error instanceof CallError || error instanceof NetworkError))
      this.#change(local_id, { state: 'failed', problem });
    else this.#change(local_id, { state: 'unknown', problem });
  }

  #change(local_id: string, fields: Partial<OutgoingMessage>): void {
    this.#set(this.entries.value.map((one) => (one.local_id === local_id ? { ...one, ...fields } : one)));
  }

  #set(entries: readonly OutgoingMessage[]): void {
    // Saved first, because followers read both when the entries change.
    this.#options.storage.save(entries);
    this.entries.value = entries;
  }

  async #isThere({ conversation, content, after }: OutgoingMessage): Promise<boolean> {
    const { messages } = await this.#call<MessagePage>('GET', '/messages', {
      narrow: [...narrowTo(conversation), { operator: 'sender', operand: this.#store.user_id }],
      anchor: 'newest',
      num_before: 20,
      num_after: 0,
      apply_markdown: false,
      allow_empty_topic_name: true,
    });
    return messages.some((one) => one.id > after && one.content === content.trim());
  }

  #follow(event: ServerEvent): void {
    if (event.type !== 'message') return;
    const { local_message_id, message } = event as ServerEvent & { local_message_id?: string; message: Message };
    if (local_message_id !== undefined) this.discard({ local_id: local_message_id } as OutgoingMessage);
    // After another registration, the server does not send the local ids of messages.
    this.#discardSent((id) => id === message.id);
  }

  #discardSent(isThere: (id: number) => boolean): void {
    for (const entry of this.entries.value) if (entry.id !== undefined && isThere(entry.id)) this.discard(entry);
  }
}

/** Waits for a promise that is never rejected, but not longer than a time. */
function settledWithin(time: number, promise: Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, time);
    void promise.then(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** A conversation as parameters of POST /messages. */
export function addressOf(conversation: Conversation): Record<string, unknown> {
  if (conversation.type === 'direct') return { type: 'direct', to: conversation.user_ids };
  return { type: 'channel', to: conversation.stream_id, topic: conversation.topic };
}
