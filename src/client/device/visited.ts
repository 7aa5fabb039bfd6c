import { type Storage, StoredList } from '../store/stored-list.ts';

/** Numbers of places that are remembered, and of characters in the address of each. */
const most = 30;
const longest = 1000;

/** The addresses that a user opened last on this device, the latest first. */
export class Visited {
  readonly #stored: StoredList<string>;

  constructor(storage: Storage, user_id: number) {
    this.#stored = new StoredList(storage, `visited:${user_id}`);
  }

  note(address: string): void {
    if (address.length > longest) return;
    // Other tabs add to the same list.
    this.#stored.save([address, ...this.list().filter((one) => one !== address)].slice(0, most));
  }

  list(): string[] {
    return this.#stored.load().filter((one) => typeof one === 'string');
  }
}
