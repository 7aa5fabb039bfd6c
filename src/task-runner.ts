/** Where tasks come from that wait in the database, and how one is done. */
export interface TaskSource<Task, Lane> {
  /** The next task whose lane is free. */
  next(busy: ReadonlySet<Lane>): Task | undefined;
  /** Tasks of one lane are done one at a time. */
  laneOf(task: Task): Lane;
  /** Does a task; never rejects. Returns for how many milliseconds more its lane is to rest. */
  run(task: Task): Promise<number>;
}

/** Does tasks, some at the same time. What waits outlasts a restart, because it is the source that keeps it. */
export class TaskRunner<Task, Lane> {
  readonly #most: number;
  #source: TaskSource<Task, Lane> | undefined;
  #running = 0;
  #busy = new Set<Lane>();

  /** At most so many tasks are done at the same time. */
  constructor(most: number) {
    this.#most = most;
  }

  /** Begins, with what was left waiting. */
  start(source: TaskSource<Task, Lane>): void {
    this.#source = source;
    this.wake();
  }

  /** Begins nothing more. */
  stop(): void {
    this.#source = undefined;
  }

  /** Looks for tasks that wait. */
  wake(): void {
    const source = this.#source;
    while (source && this.#running < this.#most) {
      const task = source.next(this.#busy);
      if (task === undefined) return;
      this.#running++;
      this.#busy.add(source.laneOf(task));
      void this.#run(source, task);
    }
  }

  async #run(source: TaskSource<Task, Lane>, task: Task): Promise<void> {
    const pause = await source.run(task);
    const release = () => {
      this.#busy.delete(source.laneOf(task));
      this.wake();
    };
    this.#running--;
    if (pause === 0) release();
    else setTimeout(release, pause).unref();
    this.wake();
  }
}
