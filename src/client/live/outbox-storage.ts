import type { Conversation } from '../store/conversation.ts';

/** How long a request of which no answer came may still be on its way, in seconds. */
export const transit = 15;

/** How far the clocks of devices may differ from the server's, in seconds. */
export const clockError = 5;

/** A message that was written here and has not come back from the server yet. */
export interface OutgoingMessage {
  /** Its own id, in this browser and for the server. */
  readonly local_id: string;
  /** The queue of the page that wrote it. By queue and local id, the server recognizes a repeated message. */
  readonly queue_id: string;
  /** The place where it goes now; the topic may have been moved since it was written. */
  conversation: Conversation;
  /** That place in words, for when only this device can tell it. */
  place?: string;
  /** Markdown. */
  content: string;
  /** The time when it was written, in UNIX seconds of the server. */
  timestamp: number;
  /**
   * `waiting`: is sent as soon as possible. `sent`: its event is missing. `unknown`: may be sent or not, and the server
   * no longer recognizes a repetition. `failed`: refused. The last two wait for the user.
   */
  state: 'waiting' | 'sent' | 'unknown' | 'failed';
  /** The reason why it was not sent yet; empty until an attempt fails. */
  problem: string;
  /** Whether its topic was deleted, so that the server may recognize a message that it no longer has. */
  isTopicDeleted?: boolean;
  /** The message's id, once it was sent. */
  id?: number;
  /** The newest known message when it was written. */
  after: number;
  /** The newest known message of the conversation when it was written: if it is moved, its conversation goes there. */
  near?: number | undefined;
  /** The attempts to send it, of which no answer arrived: the times of the first and last, and their address. */
  tried?: { first: number; last: number; conversation: Conversation } | undefined;
  /** Whether the user wants it to be sent again if it is not found. */
  isWanted?: boolean;
  /** The time of the last move that changed the conversation, in UNIX seconds of the server. */
  moved_at?: number;
  /** Messages of the same text that are others. */
  others?: readonly number[];
}

export type KeyedStorage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

/**
 * Unsent messages of a user in storage that outlives the page. All tabs share them. Each message has a key of its own,
 * so that tabs never overwrite what others store.
 */
export class OutboxStorage {
  readonly #storage: KeyedStorage;
  readonly #prefix: string;
  readonly #newest: string;
  /** Messages for which the browser has no space left. They live as long as the page. */
  readonly #unstored = new Map<string, OutgoingMessage>();

  constructor(storage: KeyedStorage, user_id: number) {
    this.#storage = storage;
    this.#prefix = `outbox:${user_id}:`;
    this.#newest = `sent:${user_id}`;
  }

  /** Whether a key of the storage belongs to this user's messages. */
  isOwn(key: string): boolean {
    return key.startsWith(this.#prefix);
  }

  /** In the order in which they were written. */
  list(): OutgoingMessage[] {
    const keys = Array.from({ length: this.#storage.length }, (_, index) => this.#storage.key(index) ?? '');
    const stored = keys.filter((key) => this.isOwn(key)).flatMap((key) => parse(this.#storage.getItem(key)) ?? []);
    return [...stored, ...this.#unstored.values()].sort(
      (a, b) => a.timestamp - b.timestamp || (a.local_id < b.local_id ? -1 : 1),
    );
  }

  find(local_id: string): OutgoingMessage | undefined {
    return this.#unstored.get(local_id) ?? parse(this.#storage.getItem(this.#prefix + local_id));
  }

  put(entry: OutgoingMessage): void {
    this.#unstored.delete(entry.local_id);
    try {
      this.#storage.setItem(this.#prefix + entry.local_id, JSON.stringify(entry));
    } catch {
      this.#storage.removeItem(this.#prefix + entry.local_id);
      this.#unstored.set(entry.local_id, entry);
    }
  }

  /** Removes a message that has an id now, and tells others with its text from it. */
  noteSent({ local_id, content }: OutgoingMessage, id: number): void {
    this.remove(local_id);
    for (const one of this.list())
      if (one.content === content) this.put({ ...one, others: [...(one.others ?? []), id] });
    try {
      this.#storage.setItem(this.#newest, String(id));
    } catch {
      // Only equal texts of several tabs can be mistaken for each other then.
    }
  }

  /** The last message that a tab sent. */
  get newestSent(): number {
    return Number(this.#storage.getItem(this.#newest));
  }

  remove(local_id: string): void {
    this.#unstored.delete(local_id);
    this.#storage.removeItem(this.#prefix + local_id);
  }
}

/** Undefined for anything that is no JSON. */
function parse(text: string | null): OutgoingMessage | undefined {
  try {
    return text === null ? undefined : (JSON.parse(text) as OutgoingMessage);
  } catch {
    return undefined;
  }
}
