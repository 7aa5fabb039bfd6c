/** Do at most this many at once; pausing costs time too. */
const most = 1000;
/** If more wait, do this many between two pauses. */
const slice = 200;

/**
 * Does something for each of many once the running turn of the event loop ends: thousands in slices, so that other
 * requests need not wait for all of them.
 */
export class Wakes<Item> {
  readonly #act: (item: Item) => void;
  #items = new Set<Item>();

  constructor(act: (item: Item) => void) {
    this.#act = act;
  }

  add(item: Item): void {
    if (this.#items.size === 0) setImmediate(() => this.#run());
    this.#items.add(item);
  }

  delete(item: Item): void {
    this.#items.delete(item);
  }

  #run(count = this.#items.size > most ? slice : most, items = this.#items.values()): void {
    for (let done = 0; done < count; done++) {
      const { value: item } = items.next();
      if (item === undefined) return;
      this.#items.delete(item);
      this.#act(item);
    }
    setImmediate(() => this.#run(count, items));
  }
}
