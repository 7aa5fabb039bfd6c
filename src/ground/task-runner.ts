/** A source of tasks stored in the database. */
export interface TaskSource<Task, Lane> {
  /** The next task whose lane is not busy. Lanes are busy while they run a task, and while they pause. */
  next(busy: ReadonlySet<Lane>, running: ReadonlyMap<Lane, unknown>): Task | undefined;
  /** Tasks of one lane run one at a time. */
  laneOf(task: Task): Lane;
  /** Runs a task; never rejects. Returns the milliseconds for which its lane must then pause. */
  run(task: Task): Promise<number>;
}

/** Default time for running tasks to finish after `stop`, in milliseconds. */
const lastPatience = 2000;

/** Runs tasks concurrently. Pending tasks survive a restart: the source stores them. */
export class TaskRunner<Task, Lane> {
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
      const task = source.next(this.#busy, this.#running);
      if (task === undefined) return;
      this.#begin(source, task);
    }
  }

  #begin(source: TaskSource<Task, Lane>, task: Task): void {
    const lane = source.laneOf(task);
    this.#busy.add(lane);
    // Deferred, so that the task is registered before it runs: it may call `wake`.
    const running = Promise.resolve()
      .then(() => source.run(task))
      .then((pause) => {
        this.#running.delete(lane);
        this.#rest(lane, pause);
      });
    this.#running.set(lane, running);
  }

  #rest(lane: Lane, pause: number): void {
    const release = () => {
      this.#busy.delete(lane);
      this.wake();
    };
    if (pause === 0) release();
    else setTimeout(release, pause).unref();
    this.wake();
  }
}
