import { errorKind } from '../http/errors.ts';

/** Searches of one user that may wait while another one of theirs runs. */
const mostWaiting = 20;
/** Seconds. */
const pause = 1;

export const tooManySearches = errorKind('Too many of your searches are waiting. Please try again in a second.', {
  code: 'RATE_LIMIT_HIT',
  status: 429,
  extra: () => ({ 'retry-after': pause }),
  headers: () => ({ 'Retry-After': String(pause) }),
});

/** Lets each user search one thing at a time. */
export class SearchQueue {
  /** By user, what is to be called when it is the turn of one who waits; there is an entry while a search runs. */
  #waiting = new Map<number, Set<() => void>>();

  /** Searches when it is the user's turn. Throws tooManySearches; rejects when the signal aborts. */
  async run<Result>(user_id: number, search: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
    await this.#turn(user_id, signal);
    try {
      return await search();
    } finally {
      this.#pass(user_id);
    }
  }

  async #turn(user_id: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const waiting = this.#waiting.get(user_id);
    if (!waiting) {
      this.#waiting.set(user_id, new Set());
      return;
    }
    if (waiting.size >= mostWaiting) throw tooManySearches();
    await new Promise<void>((resolve, reject) => {
      waiting.add(resolve);
      signal.addEventListener('abort', () => {
        // One whose turn has come passes it on after its search.
        if (waiting.delete(resolve)) reject(signal.reason);
      });
    });
  }

  #pass(user_id: number): void {
    const waiting = this.#waiting.get(user_id);
    const [next] = waiting ?? [];
    if (!waiting || !next) {
      this.#waiting.delete(user_id);
      return;
    }
    waiting.delete(next);
    next();
  }
}
