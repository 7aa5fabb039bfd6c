import type { Conversation } from './conversation.ts';
import { type Storage, StoredList } from './stored-list.ts';

/** A message that was written here and has not come back from the server yet. */
export interface OutgoingMessage {
  local_id: string;
  /** The queue of the first attempt. By queue and local id, the server recognizes a repeated message. */
  queue_id: string;
  conversation: Conversation;
  /** Markdown. */
  content: string;
  timestamp: number;
  /**
   * `waiting`: for the connection, never sent before. `unknown`: no answer arrived, so the message may be stored or
   * not.
   */
  state: 'waiting' | 'sending' | 'sent' | 'unknown' | 'failed';
  problem: string;
  /** The message's id, once it was sent. */
  id?: number;
  /** The newest known message when it was written. */
  after: number;
}

/**
 * Unsent messages in storage that outlives the page. All tabs share one list, in which each changes its own entries.
 */
export class OutboxStorage {
  readonly #stored: StoredList<OutgoingMessage>;
  #own: ReadonlySet<string> = new Set();

  constructor(storage: Storage, user_id: number) {
    this.#stored = new StoredList(storage, `outbox:${user_id}`);
  }

  save(entries: readonly OutgoingMessage[]): void {
    const others = this.load().filter(({ local_id }) => !this.#own.has(local_id));
    this.#own = new Set(entries.map(({ local_id }) => local_id));
    this.#stored.save([...others, ...entries]);
  }

  load(): OutgoingMessage[] {
    return this.#stored.load();
  }
}
