import type { Call } from '../api/call.ts';
import { longestSilence } from '../api/silence.ts';
import type { ServerEvent } from '../api/types.ts';
import type { Store } from '../store/store.ts';

const pause = 1000;
const perRequest = 1000;

/** Marks messages as read: in the client at once, on the server a moment later, many at a time. */
export class Reader {
  readonly #store: Store;
  readonly #call: Call;
  readonly #pending = new Set<number>();
  /** Whether messages on screen are not marked as read, after the user marked some as unread. */
  isPaused = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #flushed: Promise<void> = Promise.resolve();

  constructor(store: Store, call: Call) {
    this.#store = store;
    this.#call = call;
    addEventListener('pagehide', () => void this.#send());
  }

  read(ids: readonly number[]): void {
    const { unread } = this.#store.model;
    const fresh = ids.filter((id) => unread.has(id));
    if (fresh.length === 0) return;
    for (const id of fresh) this.#pending.add(id);
    const event = { id: 0, type: 'update_message_flags', op: 'add', flag: 'read', messages: fresh, all: false };
    this.#store.apply([event as ServerEvent]);
    this.#timer ??= setTimeout(() => void this.flush(), pause);
  }

  /** Sends the read messages to the server, and waits for the answer, also to those that are being sent. */
  flush(): Promise<void> {
    this.#flushed = this.#flushed.then(() => this.#send());
    return this.#flushed;
  }

  /** After a failure, messages are sent together with the next ones. */
  async #send(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const messages = [...this.#pending].slice(0, perRequest);
    if (messages.length === 0) return;
    for (const id of messages) this.#pending.delete(id);
    const params = { op: 'add', flag: 'read', messages };
    try {
      await this.#call('POST', '/messages/flags', params, { keepalive: true, silence: longestSilence.reading });
      if (this.#pending.size > 0) await this.#send();
    } catch {
      for (const id of messages) this.#pending.add(id);
    }
  }
}
