/**
 * A fixed set of ids, with a byte for each possible one: filled in a tenth of the time of a Set, for sets that contain a
 * good part of all ids.
 */
export class IdSet {
  #bytes: Uint8Array;

  constructor(ids: readonly number[]) {
    let last = 0;
    for (const id of ids) if (id > last) last = id;
    this.#bytes = new Uint8Array(last + 1);
    for (const id of ids) this.#bytes[id] = 1;
  }

  has(id: number): boolean {
    return this.#bytes[id] === 1;
  }
}
