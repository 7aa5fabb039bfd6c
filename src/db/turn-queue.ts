import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Outcome } from './outcome.ts';

/** A port for writes outside a request; they share the transaction of the turn's requests. */
export interface SubmitsWrites {
  writes: TurnQueue;
}

/** A port for reads that let other requests through between them. */
export interface SubmitsLongReads {
  longReads: TurnQueue;
}

/** In milliseconds: the time of the steps between which no other request gets through. */
const turn = 5;

/**
 * Runs steps that read into the caches, a few milliseconds at a time. What somebody changes meanwhile is read again by
 * the transaction that needs it.
 */
export async function readInTurns({ longReads }: SubmitsLongReads, steps: Iterator<unknown>): Promise<void> {
  // A few steps need no turn of their own.
  if (advance(steps)) return;
  while (!(await longReads.submit(() => advance(steps))));
  // What waits for the last step need not wait for the transaction, too.
  await nextTurn();
}

/** Runs steps for the time of a turn. Returns whether no step is left. */
function advance(steps: Iterator<unknown>): boolean {
  const end = performance.now() + turn;
  while (performance.now() < end) if (steps.next().done) return true;
  return false;
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
  #quick: readonly TurnQueue[];
  #jobs: Job[] = [];
  #isScheduled = false;
  /** Number of runs so far, and of their actions. */
  runs = 0;
  actions = 0;

  /**
   * `perform` returns an outcome for each action, in order, or throws if all of them failed. Those of which it returns
   * none are for the next turn. It gets at most `limit`
   * actions at a time, so that the first answers do not wait for too many others. So many run as soon as they have
   * arrived, within the turn; with a limit of 1, each action has a turn of its own. What waits in the `quick` queues goes
   * first: it has waited for the last of these actions, and need not wait for two of them.
   */
  constructor(
    perform: (actions: readonly (() => unknown)[]) => Outcome[],
    limit: number = Number.POSITIVE_INFINITY,
    quick: readonly TurnQueue[] = [],
  ) {
    this.#perform = perform;
    this.#limit = limit;
    this.#quick = quick;
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
      if (this.#jobs.length === this.#limit && this.#limit > 1) queueMicrotask(() => this.#flush());
    });
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => this.#giveWay());
  }

  // By one turn at most: the quick ones never end.
  #giveWay(): void {
    const run = () => {
      this.#isScheduled = false;
      this.#flush();
    };
    if (this.#quick.some((queue) => queue.#jobs.length > 0)) setImmediate(run);
    else run();
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
