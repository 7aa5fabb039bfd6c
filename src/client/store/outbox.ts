import { type Signal, signal } from '@preact/signals-core';
import { type Call, CallError, NetworkError } from '../api/call.ts';
import type { Message, MessagePage, ServerEvent } from '../api/types.ts';
import { type Conversation, conversationOf, keyOf, narrowTo } from './conversation.ts';
import type { Store } from './store.ts';

/** A message that was sent and is not among those of the server yet. */
export interface OutgoingMessage {
  local_id: string;
  /** Of the first attempt: by both, the server knows a message that comes again. */
  queue_id: string;
  conversation: Conversation;
  /** As it was written: Markdown. */
  content: string;
  timestamp: number;
  /** `unknown`: no answer came, so that it may be there or not. */
  state: 'sending' | 'sent' | 'unknown' | 'failed';
  problem: string;
  /** The newest message that was known when it was written. */
  after: number;
}

/** Sends messages, and shows them until the server's own form of them comes. Never sends one twice by itself. */
export class Outbox {
  readonly entries: Signal<readonly OutgoingMessage[]> = signal([]);
  readonly #store: Store;
  readonly #call: Call;
  #lastId = 0;

  constructor(store: Store, call: Call) {
    this.#store = store;
    this.#call = call;
    store.follow((event) => this.#follow(event));
  }

  send(conversation: Conversation, content: string): Promise<void> {
    const entry: OutgoingMessage = {
      local_id: this.#nextId(),
      queue_id: this.#store.model.state.queue_id,
      conversation,
      content,
      timestamp: Math.floor(Date.now() / 1000),
      state: 'sending',
      problem: '',
      after: Math.max(0, ...this.#store.model.messages.keys()),
    };
    this.entries.value = [...this.entries.value, entry];
    return this.#post(entry);
  }

  /** Sends one again that was not accepted, or whose fate is unknown and that is not among the newest messages. */
  async retry({ local_id }: OutgoingMessage): Promise<void> {
    const entry = this.entries.value.find((one) => one.local_id === local_id);
    if (!entry || entry.state === 'sending') return;
    const wasUnknown = entry.state === 'unknown';
    this.#change(local_id, { state: 'sending', problem: '' });
    if (wasUnknown && (await this.#isThere(entry))) this.discard(entry);
    else await this.#post(entry);
  }

  discard({ local_id }: OutgoingMessage): void {
    this.entries.value = this.entries.value.filter((one) => one.local_id !== local_id);
  }

  /** Looks for the messages whose fate is unknown, after the connection came back. */
  async settle(): Promise<void> {
    for (const entry of this.entries.value.filter(({ state }) => state === 'unknown' || state === 'sent')) {
      if (await this.#isThere(entry).catch(() => false)) this.discard(entry);
    }
  }

  #nextId(): string {
    this.#lastId = Math.max(this.#lastId + 1, Date.now());
    return String(this.#lastId);
  }

  async #post(entry: OutgoingMessage): Promise<void> {
    try {
      const { id } = await this.#call<{ id: number }>('POST', '/messages', {
        ...addressOf(entry.conversation),
        content: entry.content,
        queue_id: entry.queue_id,
        local_id: entry.local_id,
      });
      if (this.#store.model.messages.has(id)) this.discard(entry);
      else this.#change(entry.local_id, { state: 'sent' });
    } catch (error) {
      this.#fail(entry, error);
    }
  }

  #fail({ local_id }: OutgoingMessage, error: unknown): void {
    const isRefused = error instanceof CallError && error.status < 500;
    const problem = error instanceof Error ? error.message : String(error);
    if (isRefused || !(error instanceof CallError || error instanceof NetworkError))
      this.#change(local_id, { state: 'failed', problem });
    else this.#change(local_id, { state: 'unknown', problem });
  }

  #change(local_id: string, fields: Partial<OutgoingMessage>): void {
    this.entries.value = this.entries.value.map((one) => (one.local_id === local_id ? { ...one, ...fields } : one));
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
    else if (message.sender_id === this.#store.user_id) this.#discardSent(message);
  }

  /** After another registration the server does not say which message was which. */
  #discardSent(message: Message): void {
    const key = keyOf(conversationOf(message, this.#store.user_id));
    const sent = this.entries.value.find((one) => one.state === 'sent' && keyOf(one.conversation) === key);
    if (sent) this.discard(sent);
  }
}

/** A conversation as POST /messages takes it. */
export function addressOf(conversation: Conversation): Record<string, unknown> {
  if (conversation.type === 'direct') return { type: 'direct', to: conversation.user_ids };
  return { type: 'channel', to: conversation.stream_id, topic: conversation.topic };
}
