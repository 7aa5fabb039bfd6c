import { type Storage, StoredList } from './stored-list.ts';

/** The names of files that a tab is uploading. Browsers keep no files for a page that is loaded again. */
export class UnfinishedFiles {
  readonly #stored: StoredList<string>;

  constructor(storage: Storage, user_id: number) {
    this.#stored = new StoredList(storage, `files:${user_id}`);
  }

  list(): string[] {
    return this.#stored.load();
  }

  add(name: string): void {
    this.#stored.save([...new Set(this.list()).add(name)]);
  }

  remove(name: string): void {
    this.#stored.save(this.list().filter((one) => one !== name));
  }
}
