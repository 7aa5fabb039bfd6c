import { signal } from '@preact/signals-core';
import { fetchNewest } from '../api/source.ts';
import type { Message } from '../api/types.ts';
import type { Client } from '../client.ts';
import { parseSearch } from '../text/search-text.ts';

/** Number of messages that are found while a search is typed, and the length of a word from which they are. */
const most = 5;
const leastCharacters = 2;
/** In milliseconds: each key of a fast typist would be a search. */
const pause = 150;

/** Finds the newest messages for a search while it is typed. */
export class FoundWhileTyping {
  /** Newest first. */
  readonly messages = signal<readonly Message[]>([]);
  readonly #client: Client;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asked = new AbortController();

  constructor(client: Client) {
    this.#client = client;
  }

  /** Looks for what is written now. */
  look(written: string): void {
    clearTimeout(this.#timer);
    this.#asked.abort();
    this.#asked = new AbortController();
    const { signal } = this.#asked;
    const narrow = parseSearch(written, this.#client.names);
    const words = narrow.find(({ operator }) => operator === 'search');
    if (String(words?.operand ?? '').length < leastCharacters) this.messages.value = [];
    else this.#timer = setTimeout(() => void this.#fetch(narrow, signal), pause);
  }

  async #fetch(narrow: Parameters<typeof fetchNewest>[2], signal: AbortSignal): Promise<void> {
    // A search that is not finished may be none that the server knows.
    const page = await fetchNewest(this.#client.call, most, narrow, { signal }).catch(() => undefined);
    if (!signal.aborted) this.messages.value = page?.messages.toReversed() ?? [];
  }
}
