import { setImmediate as nextTurn } from 'node:timers/promises';

/** Receives the amount of work done so far, and the total. */
export type OnProgress = (done: number, total: number) => void;

/** In milliseconds: the time for which an export may occupy the event loop, so that a signal can end it. */
const longestTurn = 50;

/** The progress of an export. Its long loops ask `isDue` at each step, and then wait for `rest`. */
export class Progress {
  readonly #phases: number;
  readonly #onProgress: OnProgress;
  #phase = -1;
  #done = 0;
  #total = 1;
  #turnStart = performance.now();

  constructor(phases = 1, onProgress: OnProgress = () => {}) {
    this.#phases = phases;
    this.#onProgress = onProgress;
  }

  /** Begins the next phase. All phases count the same. */
  begin(total: number): void {
    this.#phase++;
    this.#done = 0;
    this.#total = Math.max(1, total);
    this.advance(0);
  }

  advance(count = 1): void {
    this.#done += count;
    this.#onProgress(this.#phase + Math.min(1, this.#done / this.#total), this.#phases);
  }

  end(): void {
    this.#onProgress(this.#phases, this.#phases);
  }

  get isDue(): boolean {
    return performance.now() - this.#turnStart >= longestTurn;
  }

  /** Lets signals and timers through. */
  async rest(): Promise<void> {
    await nextTurn();
    this.#turnStart = performance.now();
  }
}
