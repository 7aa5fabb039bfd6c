import type { Database, Outcome } from './database.ts';

interface Job {
  action: () => unknown;
  settle: (outcome: Outcome) => void;
}

/**
 * Group commit: the writes that arrive in one turn of the event loop share one transaction and so one fsync. Each is
 * answered after that fsync, and one that fails undoes only itself.
 */
export class WriteQueue {
  #database: Database;
  #jobs: Job[] = [];

  constructor(database: Database) {
    this.#database = database;
  }

  /** Runs `action` inside the next shared transaction; resolves to what it returns once that is on disk. */
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
      return this.#database.group(jobs.map((job) => job.action));
    } catch (error) {
      return jobs.map(() => ({ error }));
    }
  }
}
