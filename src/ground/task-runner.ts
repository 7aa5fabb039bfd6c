/** Where tasks come from that wait in the database, and how one is done. */
export interface TaskSource<Task, Lane> {
  /** The next task whose lane is free. */
  next(busy: ReadonlySet<Lane>): Task | undefined;
  /** Tasks of one lane are done one at a time. */
  laneOf(task: Task): Lane;
  /** Does a task; never rejects. Returns for how many milliseconds more its lane is to rest. */
  run(task: Task): Promise<number>;
}

/** How long what is under way may take once nothing more is begun, in milliseconds. */
const lastPatience = 2000;

/** Does tasks, some at the same time. What waits outlasts a restart, because it is the source that keeps it. */
export class TaskRunner<Task, Lane> {
  readonly #most: number;
  #source: TaskSource<Task, Lane> | undefined;
  #running = new Set<Promise<void>>();
  #busy = new Set<Lane>();
  #end = new AbortController();

  /** At most so many tasks are done at the same time. */
  constructor(most: number) {
    this.#most = most;
  }

  /** Aborted when what is under way, or left open, has to end as it is. */
  get end(): AbortSignal {
    return this.#end.signal;
  }

  /** Begins, with what was left waiting. */
  start(source: TaskSource<Task, Lane>): void {
    this.#end = new AbortController();
    this.#source = source;
    this.wake();
  }

  /**
   * Begins nothing more; resolves when nothing is under way. What has not ended by itself after so many milliseconds
   * has to, and is done again after the next start.
   */
  async stop(patience = lastPatience): Promise<void> {
    this.#source = undefined;
    const end = this.#end;
    const timer = setTimeout(() => end.abort(), patience);
    await Promise.all(this.#running);
    clearTimeout(timer);
    end.abort();
  }

  /** Looks for tasks that wait. */
  wake(): void {
    const source = this.#source;
    while (source && this.#running.size < this.#most) {
      const task = source.next(this.#busy);
      if (task === undefined) return;
      this.#busy.add(source.laneOf(task));
      this.#begin(source, task);
    }
  }

  #begin(source: TaskSource<Task, Lane>, task: Task): void {
    // It has its place before it does anything, and that may wake the runner.
    const running = Promise.resolve()
      .then(() => source.run(task))
      .then((pause) => {
        this.#running.delete(running);
        this.#rest(source.laneOf(task), pause);
      });
    this.#running.add(running);
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
