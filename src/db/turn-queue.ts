import type { Outcome } from './database.ts';

/** A port for those who write outside a request, together with the requests of that turn. */
export interface SubmitsWrites {
  writes: TurnQueue;
}

interface Job {
  action: () => unknown;
  settle: (outcome: Outcome) => void;
}

/**
 * Collects what is asked for in one turn of the event loop and does it together. Writes share one transaction and so
 * one fsync (group commit): each is answered after that fsync, and one that fails undoes only itself. Reads share one
 * look at the database, and their answers leave together, so that busy clients are woken less often.
 */
export class TurnQueue {
  #perform: (actions: readonly (() => unknown)[]) => Outcome[];
  #most: number;
  #jobs: Job[] = [];

  /**
   * `perform` returns an outcome for each action, in order, or throws when all of them failed. It gets `most` actions
   * at a time, so that the first answers need not wait for very many others.
   */
  constructor(perform: (actions: readonly (() => unknown)[]) => Outcome[], most = Number.POSITIVE_INFINITY) {
    this.#perform = perform;
    this.#most = most;
  }

  /** Runs `action` with the others of this turn; resolves to what it returns. */
  submit<Result>(action: () => Result): Promise<Result> {
    return new Promise((resolve, reject) => {
      if (this.#jobs.length === 0) setImmediate(() => this.#flush());
      this.#jobs.push({
        action,
        settle: (outcome) => ('error' in outcome ? reject(outcome.error) : resolve(outcome.value as Result)),
      });
    });
  }

  #flush(): void {
    const jobs = this.#jobs.splice(0, this.#most);
    if (this.#jobs.length > 0) setImmediate(() => this.#flush());
    for (const [index, outcome] of this.#outcomes(jobs).entries()) jobs[index]?.settle(outcome);
  }

  #outcomes(jobs: readonly Job[]): Outcome[] {
    try {
      return this.#perform(jobs.map((job) => job.action));
    } catch (error) {
      return jobs.map(() => ({ error }));
    }
  }
}
