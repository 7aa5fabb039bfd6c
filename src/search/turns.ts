import type { Database } from '../db/database.ts';
import type { Steps } from './steps.ts';

interface Search {
  steps: Steps<unknown>;
  /** Milliseconds used so far. */
  took: number;
  resolve: (result: unknown) => void;
  reject: (error: unknown) => void;
}

/** The longest turn of a search, in milliseconds. */
const slice = 20;
/**
 * Searches that end within this many milliseconds share a turn of the event loop: their answers are sent together, which
 * wakes the other thread less often.
 */
const shared = 4;

/**
 * Runs several searches in turns, so that a long one does not delay the others. A search that has used up its budget
 * (milliseconds) ends with what it has found.
 */
export class Turns {
  #db: Database;
  #budget: () => number;
  #searches = new Set<Search>();
  #isGoing = false;

  constructor(db: Database, budget: () => number) {
    this.#db = db;
    this.#budget = budget;
  }

  /** Runs a search; each turn sees the database as it is then. Rejects if the signal aborts. */
  run<Result>(steps: Steps<Result>, signal: AbortSignal): Promise<Result> {
    return new Promise((resolve, reject) => {
      const search = { steps, took: 0, resolve: resolve as Search['resolve'], reject };
      this.#searches.add(search);
      signal.addEventListener('abort', () => {
        this.#searches.delete(search);
        reject(signal.reason);
      });
      if (!this.#isGoing) this.#goOn();
    });
  }

  #goOn(): void {
    this.#isGoing = this.#searches.size > 0;
    if (this.#isGoing) setImmediate(() => this.#next());
  }

  #next(): void {
    const [first] = this.#searches;
    try {
      this.#db.snapshot([() => this.#advanceSome()]);
    } catch (error) {
      if (first && this.#searches.delete(first)) first.reject(error);
    }
    this.#goOn();
  }

  #advanceSome(): void {
    const began = performance.now();
    let until = began + slice;
    for (const search of this.#searches) {
      this.#searches.delete(search);
      if (!this.#isDone(search, until)) {
        this.#searches.add(search);
        return;
      }
      until = began + shared;
      if (performance.now() >= until) return;
    }
  }

  #isDone(search: Search, until: number): boolean {
    try {
      const { done, value } = this.#advance(search, until);
      if (done) search.resolve(value);
      return done === true;
    } catch (error) {
      search.reject(error);
      return true;
    }
  }

  #advance(search: Search, until: number): IteratorResult<void> {
    const began = performance.now();
    const before = search.took;
    let result: IteratorResult<void>;
    let now: number;
    do {
      result = search.steps.next(search.took < this.#budget());
      now = performance.now();
      search.took = before + now - began;
    } while (!result.done && now < until);
    return result;
  }
}
