import { type Signal, signal } from '@preact/signals-core';
import type { Call } from '../api/call.ts';
import { longestSilence } from '../api/silence.ts';
import type { ServerEvent } from '../api/types.ts';
import { type Conversation, keyOf } from '../store/conversation.ts';
import { othersAmong } from '../store/fold/messages.ts';
import type { Store } from '../store/store.ts';

interface TypingEvent extends ServerEvent {
  op: 'start' | 'stop';
  message_type: 'direct' | 'stream';
  sender: { user_id: number };
  recipients?: { user_id: number }[];
  stream_id?: number;
  topic?: string;
}

/**
 * The users who are typing, by conversation; entries without updates expire. Also tells the server that the user is
 * typing.
 */
export class Typing {
  readonly #writers: Signal<ReadonlyMap<string, ReadonlyMap<number, number>>> = signal(new Map());
  readonly #store: Store;
  readonly #call: Call;
  /** Where the user was last reported to be typing, and when. */
  #target: Conversation | undefined;
  #saidAt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(store: Store, call: Call) {
    this.#store = store;
    this.#call = call;
    store.follow((event) => {
      if (event.type === 'typing') this.#note(event as TypingEvent);
      if (event.type === 'message') this.#sent(event as ServerEvent & { message: { sender_id: number } });
    });
  }

  in(conversation: Conversation): number[] {
    return [...(this.#writers.value.get(keyOf(conversation))?.keys() ?? [])];
  }

  /**
   * Reports that the user is typing in a conversation, at most as often as the server wants; undefined: that they
   * stopped.
   */
  say(conversation: Conversation | undefined): void {
    const { state } = this.#store.model;
    const target = this.#target;
    const isNew = conversation && (!target || keyOf(target) !== keyOf(conversation));
    if (target && (isNew || !conversation)) this.#report(target, 'stop');
    clearTimeout(this.#timer);
    if (conversation) {
      const isDue = Date.now() - this.#saidAt > state.server_typing_started_wait_period_milliseconds;
      if (isNew || isDue) this.#report(conversation, 'start');
      this.#timer = setTimeout(() => this.say(undefined), state.server_typing_stopped_wait_period_milliseconds);
    }
    this.#target = conversation;
  }

  #report(conversation: Conversation, op: 'start' | 'stop'): void {
    const { send_private_typing_notifications, send_stream_typing_notifications } =
      this.#store.model.state.user_settings;
    const isTopic = conversation.type === 'topic';
    if (isTopic ? !send_stream_typing_notifications : !send_private_typing_notifications) return;
    if (op === 'start') this.#saidAt = Date.now();
    const params = isTopic
      ? { type: 'stream', stream_id: conversation.stream_id, topic: conversation.topic }
      : { type: 'direct', to: conversation.user_ids };
    // A lost notification does no harm.
    this.#call('POST', '/typing', { op, ...params }, { silence: longestSilence.passing }).catch(() => {});
  }

  #note(event: TypingEvent): void {
    const { user_id } = event.sender;
    if (user_id === this.#store.user_id) return;
    const key = keyOf(this.#conversationOf(event));
    if (event.op === 'stop') {
      this.#forget(key, user_id);
      return;
    }
    const expiry = this.#store.model.state.server_typing_started_expiry_period_milliseconds;
    const until = Date.now() + expiry;
    this.#set(key, new Map(this.#writers.value.get(key)).set(user_id, until));
    setTimeout(() => this.#expire(key, user_id), expiry + 50);
  }

  #conversationOf({ message_type, recipients = [], stream_id = 0, topic = '' }: TypingEvent): Conversation {
    if (message_type === 'stream') return { type: 'topic', stream_id, topic };
    const ids = recipients.map(({ user_id }) => user_id);
    return { type: 'direct', user_ids: othersAmong(this.#store.model.state, ids) };
  }

  #expire(key: string, user_id: number): void {
    const until = this.#writers.value.get(key)?.get(user_id);
    if (until !== undefined && until <= Date.now()) this.#forget(key, user_id);
  }

  #sent({ message }: { message: { sender_id: number } }): void {
    for (const [key, writers] of this.#writers.value) {
      if (writers.has(message.sender_id)) this.#forget(key, message.sender_id);
    }
  }

  #forget(key: string, user_id: number): void {
    const writers = new Map(this.#writers.value.get(key));
    if (writers.delete(user_id)) this.#set(key, writers);
  }

  #set(key: string, writers: ReadonlyMap<number, number>): void {
    this.#writers.value = new Map(this.#writers.value).set(key, writers);
  }
}
