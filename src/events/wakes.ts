/** Do at most this many at once; pausing costs time too. */
const most = 1000;
/** If more wait, do this many between two pauses. */
const slice = 200;

/**
 * Does something for each of many once the running turn of the event loop ends: thousands in slices, so that other
 * requests need not wait for all of them.
 */
export class Wakes<Item> {
  readonly #wake: (item: Item) => void;
  readonly #rest: number;
  #restUntil = 0;
  #items = new Set<Item>();

  /** Rests `rest` times as long as the last round took, so that a round in a flood does the work of several. */
  constructor(wake: (item: Item) => void, rest = 0) {
    this.#wake = wake;
    this.#rest = rest;
  }

  add(item: Item): void {
    if (this.#items.size === 0) this.#runSoon();
    this.#items.add(item);
  }

  delete(item: Item): void {
    this.#items.delete(item);
  }

  #runSoon(): void {
    const pause = this.#restUntil - performance.now();
    if (pause > 1) setTimeout(() => this.#run(), pause);
    else setImmediate(() => this.#run());
  }

  #run(count = this.#items.size > most ? slice : most, items = this.#items.values()): void {
    const began = performance.now();
    const hasMore = this.#act(count, items);
    // Sockets write after this turn's code.
    if (this.#rest > 0) process.nextTick(() => this.#restFor(this.#rest * (performance.now() - began)));
    if (hasMore) setImmediate(() => this.#run(count, items));
  }

  /** Returns whether there may be more. */
  #act(count: number, items: Iterator<Item>): boolean {
    for (let done = 0; done < count; done++) {
      const { value: item } = items.next();
      if (item === undefined) return false;
      this.#items.delete(item);
      this.#wake(item);
    }
    return true;
  }

  #restFor(pause: number): void {
    this.#restUntil = performance.now() + pause;
  }
}
