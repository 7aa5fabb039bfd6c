/** Storage that outlives the page. */
export type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem'>;

/** A list that the browser stores as JSON. */
export class StoredList<Item> {
  readonly #storage: Storage;
  /** The key of the storage. */
  readonly name: string;

  constructor(storage: Storage, name: string) {
    this.#storage = storage;
    this.name = name;
  }

  /** Empty if nothing is stored, or nothing that can be read. */
  load(): Item[] {
    try {
      const items: unknown = JSON.parse(this.#storage.getItem(this.name) ?? '[]');
      return Array.isArray(items) ? items : [];
    } catch {
      return [];
    }
  }

  save(items: readonly Item[]): void {
    try {
      this.#storage.setItem(this.name, JSON.stringify(items));
    } catch {
      // If the browser has no space left, the list lives as long as the page.
    }
  }
}
