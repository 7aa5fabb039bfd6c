import type { Outcome } from './database.ts';

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
  #jobs: Job[] = [];

  /** `perform` returns an outcome for each action, in order, or throws when all of them failed. */
  constructor(perform: (actions: readonly (() => unknown)[]) => Outcome[]) {
    this.#perform = perform;
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
    const jobs = this.#jobs;
    this.#jobs = [];
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
