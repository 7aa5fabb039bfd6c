import { setTimeout as wait } from 'node:timers/promises';

/** A source of tasks stored in the database. */
interface TaskSource<Task, Lane> {
  /** The next task whose lane is not busy. Lanes are busy while they run a task, and while they pause. */
  next(busy: ReadonlySet<Lane>, running: ReadonlyMap<Lane, unknown>): Task | undefined;
  /** Tasks of one lane run one at a time. */
  laneOf(task: Task): Lane;
  /** Runs a task; resolves to a function that stores the result. */
  run(task: Task): Promise<Store>;
  /** Receives an error of `next`, or of a task, which is then repeated. */
  onError(error: unknown, task?: Task): void;
}

/** Stores the result of a task. Resolves to the milliseconds for which the lane must then pause. */
export type Store = () => Promise<number>;

/** Default time for running tasks to finish after `stop`, in milliseconds. */
const lastPatience = 2000;

/**
 * Runs tasks concurrently. Pending tasks survive a restart: the source stores them. A result that cannot be stored, for
 * instance on a full disk, is stored later: a second run of the task would send the same message again.
 */
export class TaskRunner<Task, Lane> {
  /** Milliseconds before what failed is repeated: at once, it would fail again, forever. */
  rest = 10_000;
  readonly #most: number;
  #source: TaskSource<Task, Lane> | undefined;
  #running = new Map<Lane, Promise<void>>();
  #busy = new Set<Lane>();
  #end = new AbortController();

  /** `most` is the maximum number of concurrent tasks. */
  constructor(most: number) {
    this.#most = most;
  }

  /** Aborted when running tasks must end immediately. */
  get end(): AbortSignal {
    return this.#end.signal;
  }

  /** Starts with the pending tasks. */
  start(source: TaskSource<Task, Lane>): void {
    this.#end = new AbortController();
    this.#source = source;
    this.wake();
  }

  /**
   * Starts no more tasks; resolves when none is running. After `patience` milliseconds the running tasks are aborted,
   * and run again after the next start.
   */
  async stop(patience = lastPatience): Promise<void> {
    this.#source = undefined;
    const end = this.#end;
    const timer = setTimeout(() => end.abort(), patience);
    await Promise.all(this.#running.values());
    clearTimeout(timer);
    end.abort();
  }

  /** Starts pending tasks. */
  wake(): void {
    const source = this.#source;
    while (source && this.#running.size < this.#most) {
      const task = this.#next(source);
      if (task === undefined) return;
      this.#begin(source, task);
    }
  }

  #next(source: TaskSource<Task, Lane>): Task | undefined {
    try {
      return source.next(this.#busy, this.#running);
    } catch (error) {
      source.onError(error);
      return undefined;
    }
  }

  #begin(source: TaskSource<Task, Lane>, task: Task): void {
    const lane = source.laneOf(task);
    this.#busy.add(lane);
    // Deferred, so that the task is registered before it runs: it may call `wake`.
    const running = Promise.resolve()
      .then(() => this.#run(source, task))
      .then((pause) => {
        this.#running.delete(lane);
        this.#release(lane, pause);
      });
    this.#running.set(lane, running);
  }

  /** Runs a task; never rejects. Resolves to the milliseconds for which its lane must then pause. */
  async #run(source: TaskSource<Task, Lane>, task: Task): Promise<number> {
    const { end } = this;
    try {
      const store = await source.run(task);
      return await this.#store(store, end, (error) => source.onError(error, task));
    } catch (error) {
      if (!end.aborted) source.onError(error, task);
      return this.rest;
    }
  }

  async #store(store: Store, end: AbortSignal, onError: (error: unknown) => void): Promise<number> {
    while (!end.aborted) {
      try {
        return await store();
      } catch (error) {
        onError(error);
      }
      await wait(this.rest, undefined, { signal: end, ref: false }).catch(() => {});
    }
    return 0;
  }

  #release(lane: Lane, pause: number): void {
    const release = () => {
      this.#busy.delete(lane);
      this.wake();
    };
    if (pause === 0) release();
    else setTimeout(release, pause).unref();
    this.wake();
  }
}
