import type { Conversation } from './conversation.ts';
import type { Storage } from './drafts.ts';

/** A message that was sent and is not among those of the server yet. */
export interface OutgoingMessage {
  local_id: string;
  /** Of the first attempt: by both, the server knows a message that comes again. */
  queue_id: string;
  conversation: Conversation;
  /** As it was written: Markdown. */
  content: string;
  timestamp: number;
  /** `waiting`: for the connection, and never sent before. `unknown`: no answer came, so that it may be there or not. */
  state: 'waiting' | 'sending' | 'sent' | 'unknown' | 'failed';
  problem: string;
  /** What the server calls it, once it was sent. */
  id?: number;
  /** The newest message that was known when it was written. */
  after: number;
}

/** Messages on their way, as they outlast the page. All tabs share one list, in which each changes its own entries. */
export class OutboxStorage {
  readonly #storage: Storage;
  readonly #name: string;
  #own: ReadonlySet<string> = new Set();

  constructor(storage: Storage, user_id: number) {
    this.#storage = storage;
    this.#name = `outbox:${user_id}`;
  }

  save(entries: readonly OutgoingMessage[]): void {
    const others = this.load().filter(({ local_id }) => !this.#own.has(local_id));
    this.#own = new Set(entries.map(({ local_id }) => local_id));
    try {
      this.#storage.setItem(this.#name, JSON.stringify([...others, ...entries]));
    } catch {
      // Without room in the browser, messages wait as long as the page lives.
    }
  }

  load(): OutgoingMessage[] {
    try {
      return JSON.parse(this.#storage.getItem(this.#name) ?? '[]') as OutgoingMessage[];
    } catch {
      return [];
    }
  }
}
