import type { Database } from '../db/database.ts';
import type { Steps } from './steps.ts';

interface Search {
  steps: Steps<unknown>;
  /** Milliseconds used so far. */
  took: number;
  resolve: (result: unknown) => void;
  reject: (error: unknown) => void;
}

/** The length of a turn, in milliseconds. */
const slice = 20;

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
    const [search] = this.#searches;
    if (search) {
      this.#searches.delete(search);
      if (!this.#isDone(search)) this.#searches.add(search);
    }
    this.#goOn();
  }

  #isDone(search: Search): boolean {
    try {
      const [outcome] = this.#db.snapshot([() => this.#advance(search)]);
      if (!outcome || 'error' in outcome) throw outcome?.error;
      const { done, value } = outcome.value as IteratorResult<void>;
      if (done) search.resolve(value);
      return done === true;
    } catch (error) {
      search.reject(error);
      return true;
    }
  }

  #advance(search: Search): IteratorResult<void> {
    const began = performance.now();
    const before = search.took;
    let result: IteratorResult<void>;
    do {
      result = search.steps.next(search.took < this.#budget());
      search.took = before + performance.now() - began;
    } while (!result.done && search.took - before < slice);
    return result;
  }
}
