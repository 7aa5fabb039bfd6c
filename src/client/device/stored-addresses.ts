import { type Storage, StoredList } from '../store/stored-list.ts';

/** Number of characters of an address that is remembered. */
const longest = 1000;

/** Addresses that a user opened on this device, the latest first. */
export class StoredAddresses {
  readonly #stored: StoredList<string>;
  readonly #most: number;

  /** Remembers at most `most` under a name. */
  constructor(storage: Storage, name: string, most: number) {
    this.#stored = new StoredList(storage, name);
    this.#most = most;
  }

  note(address: string): void {
    if (address.length > longest) return;
    // Other tabs add to the same list.
    this.#stored.save([address, ...this.list().filter((one) => one !== address)].slice(0, this.#most));
  }

  list(): string[] {
    return this.#stored.load().filter((one) => typeof one === 'string');
  }

  forget(): void {
    this.#stored.save([]);
  }
}

/** The places that a user opened last. */
export function visitedPlaces(storage: Storage, user_id: number): StoredAddresses {
  return new StoredAddresses(storage, `visited:${user_id}`, 30);
}

/** The searches that a user typed last. */
export function typedSearches(storage: Storage, user_id: number): StoredAddresses {
  return new StoredAddresses(storage, `searches:${user_id}`, 8);
}
