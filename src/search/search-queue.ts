import { errorKind } from '../http/errors.ts';

/** Maximum number of waiting searches of one user. */
const mostWaiting = 20;
/** In seconds. */
const pause = 1;

export const tooManySearches = errorKind('Too many of your searches are waiting. Please try again in a second.', {
  code: 'RATE_LIMIT_HIT',
  status: 429,
  extra: () => ({ 'retry-after': pause }),
  headers: () => ({ 'Retry-After': String(pause) }),
});

/** Runs one search of each user at a time. */
export class SearchQueue {
  /** The waiting searches of each user who has one running. */
  #waiting = new Map<number, Set<() => void>>();

  /** Runs `search` in the user's turn. Throws tooManySearches; rejects if the signal aborts. */
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
        // A search whose turn has come passes the turn on when it ends.
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
