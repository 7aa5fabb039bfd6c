import type { Outcome } from './outcome.ts';

/** A port for writes outside a request; they share the transaction of the turn's requests. */
export interface SubmitsWrites {
  writes: TurnQueue;
}

interface Job {
  action: () => unknown;
  settle: (outcome: Outcome) => void;
}

/**
 * Collects the actions of one turn of the event loop and runs them together. Writes share one transaction and thus one
 * fsync (group commit): each is answered after that fsync, and a failed one undoes only itself. Reads share one read
 * transaction, and their answers are sent together, so busy clients are woken less often.
 */
export class TurnQueue {
  #perform: (actions: readonly (() => unknown)[]) => Outcome[];
  #limit: number;
  #jobs: Job[] = [];
  #isScheduled = false;
  /** Number of runs so far, and of their actions. */
  runs = 0;
  actions = 0;

  /**
   * `perform` returns an outcome for each action, in order, or throws if all of them failed. Those of which it returns
   * none are for the next turn. It gets at most `limit` actions at a time, so that the first answers do not wait for too
   * many others. So many run as soon as they have arrived, within the turn.
   */
  constructor(perform: (actions: readonly (() => unknown)[]) => Outcome[], limit: number = Number.POSITIVE_INFINITY) {
    this.#perform = perform;
    this.#limit = limit;
  }

  /** Runs `action` with the others of this turn; resolves to its result. */
  submit<Result>(action: () => Result): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#jobs.push({
        action,
        settle: (outcome) => ('error' in outcome ? reject(outcome.error) : resolve(outcome.value as Result)),
      });
      this.#schedule();
      // When thousands of requests arrive in one turn, keeping all of them until its end costs the garbage collector
      // more than running them.
      if (this.#jobs.length === this.#limit) queueMicrotask(() => this.#flush());
    });
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#flush();
    });
  }

  #flush(): void {
    const jobs = this.#jobs.splice(0, this.#limit);
    if (jobs.length === 0) return;
    this.runs++;
    const outcomes = this.#outcomes(jobs);
    this.actions += outcomes.length;
    this.#jobs.unshift(...jobs.slice(outcomes.length));
    if (this.#jobs.length > 0) this.#schedule();
    for (const [index, outcome] of outcomes.entries()) jobs[index]?.settle(outcome);
  }

  #outcomes(jobs: readonly Job[]): Outcome[] {
    try {
      return this.#perform(jobs.map((job) => job.action));
    } catch (error) {
      return jobs.map(() => ({ error }));
    }
  }
}
