import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals-core';
import type { Message, MessagePage, ServerEvent } from '../api/types.ts';
import { type Conversation, conversationOf, keyOf, topicKey } from '../store/conversation.ts';
import type { Store } from '../store/store.ts';
import type { UnreadCounts } from '../store/unread.ts';
import type { Topics } from './topics.ts';

/** A conversation and what is known about its messages. */
export interface RecentConversation {
  conversation: Conversation;
  /** The id of the newest message. */
  newest: number;
  /** The newest message, if it was fetched. */
  last: Message | undefined;
  /** The recent senders, latest first, as far as their messages were fetched. */
  senders: number[];
  isParticipant: boolean;
}

/** Where conversations are found. */
interface Sources {
  /** Fetches the newest messages of all conversations, or of those that the user sent. */
  fetch: (whose: 'all' | 'own') => Promise<MessagePage>;
  topics: Topics;
  unread: ReadonlySignal<UnreadCounts>;
}

type Status = 'new' | 'loading' | 'ready' | 'failed';

/**
 * All conversations, the latest first. The newest messages say who wrote in the latest ones; older ones are known from
 * the topics of channels, the direct conversations in the state, and the unread messages.
 */
export class RecentConversations {
  /** Whether the newest messages were fetched. */
  readonly status: Signal<Status> = signal('new');
  /** Whether the topics of the channels that the user follows were fetched. */
  readonly completion: Signal<Status> = signal('new');
  readonly #store: Store;
  readonly #sources: Sources;
  // Separate, because the store drops messages that are in no list.
  readonly #messages = new Map<number, Message>();
  readonly #revision = signal(0);
  /** The events during the request: its answer may be older. */
  #missed: ServerEvent[] = [];
  #isOwnWanted = false;

  readonly all: ReadonlySignal<readonly RecentConversation[]> = computed(() => {
    this.#revision.value;
    const found = this.#group();
    this.#addKnown(found);
    return [...found.values()].sort((a, b) => b.newest - a.newest);
  });

  constructor(store: Store, sources: Sources) {
    this.#store = store;
    this.#sources = sources;
    store.follow((event) => this.#follow(event));
  }

  /** Fetches the newest messages and the topics at the first call, and what failed or is outdated at others. */
  async open(): Promise<void> {
    await Promise.all([this.#openNewest(), this.#complete()]);
  }

  /** Fetches the newest messages of the user, which tell where they took part. */
  async findOwn(): Promise<void> {
    if (this.#isOwnWanted) return;
    this.#isOwnWanted = true;
    if (this.status.value === 'ready') await this.#addOwn();
  }

  async #openNewest(): Promise<void> {
    if (this.status.value === 'loading' || this.status.value === 'ready') return;
    this.status.value = 'loading';
    const missed: ServerEvent[] = [];
    this.#missed = missed;
    try {
      const { messages } = await this.#sources.fetch('all');
      // After a restart, the answer to its own request counts.
      if (missed !== this.#missed) return;
      this.#add(messages, missed);
      this.status.value = 'ready';
    } catch {
      if (missed === this.#missed) this.status.value = 'failed';
      return;
    }
    if (this.#isOwnWanted) await this.#addOwn();
  }

  async #addOwn(): Promise<void> {
    const begun = this.#missed;
    const collected = this.#store.collect();
    const page = await this.#sources.fetch('own').catch(() => undefined);
    const events = collected();
    this.#isOwnWanted = page !== undefined;
    if (page && begun === this.#missed) this.#add(page.messages, events);
  }

  async #complete(): Promise<void> {
    if (this.completion.value === 'loading') return;
    if (this.completion.value !== 'ready') this.completion.value = 'loading';
    const followed = [...this.#store.subscriptions.peek().keys()];
    const isDone = await this.#sources.topics.loadAll(followed).then(
      () => true,
      () => false,
    );
    this.completion.value = isDone ? 'ready' : 'failed';
  }

  /** Adds messages, and applies the events during their request to them. */
  #add(messages: readonly Message[], events: readonly ServerEvent[]): void {
    for (const message of messages) this.#messages.set(message.id, message);
    for (const event of events) this.#apply(event);
    this.#revision.value += 1;
  }

  restart(): void {
    this.#messages.clear();
    this.#revision.value += 1;
    if (this.status.value === 'new') return;
    this.status.value = 'new';
    this.completion.value = 'new';
    void this.open();
  }

  #follow(event: ServerEvent): void {
    if (this.status.value === 'loading') this.#missed.push(event);
    if (this.status.value === 'ready' && this.#apply(event)) this.#revision.value += 1;
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

  /** The conversations of the fetched messages, by key. */
  #group(): Map<string, RecentConversation> {
    const { user_id } = this.#store;
    const found = new Map<string, RecentConversation>();
    for (const message of [...this.#messages.values()].sort((a, b) => b.id - a.id)) {
      const conversation = conversationOf(message, user_id);
      const key = keyOf(conversation);
      const known = found.get(key) ?? { ...begun(conversation, message.id), last: message };
      if (!known.senders.includes(message.sender_id)) known.senders.push(message.sender_id);
      known.isParticipant ||= message.sender_id === user_id;
      found.set(key, known);
    }
    return found;
  }

  /** Adds the conversations without fetched messages, and newer messages of the others. */
  #addKnown(found: Map<string, RecentConversation>): void {
    const add = (key: string, conversation: Conversation, newest: number) => {
      const known = found.get(key);
      if (!known) found.set(key, begun(conversation, newest));
      else if (newest > known.newest) found.set(key, { ...known, newest, last: undefined });
    };
    const { recent_private_conversations, user_id } = this.#store.read('messages').state;
    for (const { user_ids, max_message_id } of recent_private_conversations) {
      const direct: Conversation = { type: 'direct', user_ids: user_ids.length > 0 ? user_ids : [user_id] };
      add(keyOf(direct), direct, max_message_id);
    }
    const channels = this.#store.channels.value;
    for (const [stream_id, topics] of this.#sources.topics.known.value)
      for (const { name, max_id } of channels.has(stream_id) ? topics : [])
        add(topicKey(stream_id, name), { type: 'topic', stream_id, topic: name }, max_id);
    for (const [key, { conversation, newest }] of this.#sources.unread.value.conversations)
      add(key, conversation, newest);
  }
}

function begun(conversation: Conversation, newest: number): RecentConversation {
  return { conversation, newest, last: undefined, senders: [], isParticipant: conversation.type === 'direct' };
}

interface MoveEvent {
  message_ids: number[];
  subject?: string;
  new_stream_id?: number;
}
