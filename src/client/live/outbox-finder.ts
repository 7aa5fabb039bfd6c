import type { Params } from '../api/call.ts';
import type { Message } from '../api/types.ts';
import { type Conversation, conversationOf, narrowTo } from '../store/conversation.ts';
import { clockError, type OutgoingMessage, transit } from './outbox-storage.ts';

/** Messages of the server, with their Markdown. */
export type FetchMessages = (params: Params) => Promise<Message[]>;

/** Asks the server what became of a message, or of its conversation, of which events may have been missed. */
export class OutboxFinder {
  readonly #user_id: number;
  readonly #fetch: FetchMessages;

  constructor(user_id: number, fetch: FetchMessages) {
    this.#user_id = user_id;
    this.#fetch = fetch;
  }

  /** The place of the message `near` or, if it was deleted, another one of its conversation; undefined if there is none. */
  async findPlace(conversation: Conversation, near: number): Promise<Partial<OutgoingMessage> | undefined> {
    const [message] = await this.#fetch({ message_ids: [near] });
    if (message) return { conversation: conversationOf(message, this.#user_id) };
    const page = { anchor: 'newest', num_before: 1, num_after: 0 };
    const [newest] = await this.#fetch({ narrow: narrowTo(conversation), ...page });
    return newest && { near: newest.id };
  }

  /** The id of a message if it was stored, also where it was moved since. */
  async findSent(entry: OutgoingMessage): Promise<number | undefined> {
    const { conversation, timestamp, tried } = entry;
    const mine = { operator: 'sender', operand: this.#user_id };
    // An attempt tells when the message was stored, but not where it is now.
    const narrow = tried ? [mine] : [...narrowTo(conversation), mine];
    const begin = (tried?.first ?? timestamp) - clockError;
    const end = tried ? tried.last + transit + clockError : Number.POSITIVE_INFINITY;
    const anchor_date = new Date(begin * 1000).toISOString();
    const messages = await this.#fetch({ narrow, anchor: 'date', anchor_date, num_before: 0, num_after: 100 });
    return messages.find((one) => one.timestamp >= begin && one.timestamp <= end && isSame(entry, one))?.id;
  }
}

function isSame({ content, after, others = [] }: OutgoingMessage, message: Message): boolean {
  return message.content === content.trimEnd() && message.id > after && !others.includes(message.id);
}
