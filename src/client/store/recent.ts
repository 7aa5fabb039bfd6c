import { type Signal, signal } from '@preact/signals-core';
import type { Message, MessagePage, ServerEvent } from '../api/types.ts';
import { type Conversation, conversationOf, keyOf } from './conversation.ts';
import type { Store } from './store.ts';

/** A conversation and its newest message. */
export interface RecentConversation {
  conversation: Conversation;
  last: Message;
  /** The recent senders, latest first. */
  senders: number[];
  isParticipant: boolean;
}

/** Conversations by their newest messages, as far as these were fetched. */
export class RecentConversations {
  readonly all: Signal<readonly RecentConversation[]> = signal([]);
  readonly status: Signal<'new' | 'loading' | 'ready' | 'failed'> = signal('new');
  readonly #store: Store;
  readonly #fetch: () => Promise<MessagePage>;
  // Separate, because the store drops messages that are in no list.
  readonly #messages = new Map<number, Message>();
  /** The events during the request: its answer may be older. */
  #missed: ServerEvent[] = [];

  constructor(store: Store, fetch: () => Promise<MessagePage>) {
    this.#store = store;
    this.#fetch = fetch;
    store.follow((event) => this.#follow(event));
  }

  /** Fetches the newest messages at the first call. */
  async open(): Promise<void> {
    if (this.status.value === 'loading' || this.status.value === 'ready') return;
    this.status.value = 'loading';
    const missed: ServerEvent[] = [];
    this.#missed = missed;
    try {
      const { messages } = await this.#fetch();
      // After a restart, the answer to its own request counts.
      if (missed === this.#missed) this.#begin(messages);
    } catch {
      if (missed === this.#missed) this.status.value = 'failed';
    }
  }

  #begin(messages: readonly Message[]): void {
    for (const message of messages) this.#messages.set(message.id, message);
    for (const event of this.#missed) this.#apply(event);
    this.status.value = 'ready';
    this.#group();
  }

  restart(): void {
    this.#messages.clear();
    if (this.status.value === 'new') return;
    this.status.value = 'new';
    void this.open();
  }

  #follow(event: ServerEvent): void {
    if (this.status.value === 'loading') this.#missed.push(event);
    if (this.status.value === 'ready' && this.#apply(event)) this.#group();
  }

  /** Returns whether the event changed a message. */
  #apply(event: ServerEvent): boolean {
    const { type, message, message_ids = [] } = event as ServerEvent & { message?: Message; message_ids?: number[] };
    if (type === 'message' && message) this.#messages.set(message.id, message);
    else if (type === 'delete_message') for (const id of message_ids) this.#messages.delete(id);
    else if (type === 'update_message') this.#move(event as ServerEvent & MoveEvent);
    else return false;
    return true;
  }

  #move({ message_ids, subject, new_stream_id }: MoveEvent): void {
    for (const id of message_ids) {
      const message = this.#messages.get(id);
      if (message?.type !== 'stream') continue;
      const { stream_id } = message;
      const place = { subject: subject ?? message.subject, stream_id: new_stream_id ?? stream_id };
      this.#messages.set(id, { ...message, ...place });
    }
  }

  #group(): void {
    const { user_id } = this.#store;
    const found = new Map<string, RecentConversation>();
    for (const message of [...this.#messages.values()].sort((a, b) => b.id - a.id)) {
      const conversation = conversationOf(message, user_id);
      const key = keyOf(conversation);
      const known = found.get(key) ?? { conversation, last: message, senders: [], isParticipant: false };
      if (!known.senders.includes(message.sender_id)) known.senders.push(message.sender_id);
      known.isParticipant ||= message.sender_id === user_id || conversation.type === 'direct';
      found.set(key, known);
    }
    this.all.value = [...found.values()];
  }
}

interface MoveEvent {
  message_ids: number[];
  subject?: string;
  new_stream_id?: number;
}
