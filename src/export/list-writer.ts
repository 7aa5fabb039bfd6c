import { BatchedFile } from './batched-file.ts';

/** Writes a file with one list of JSON records, of which it never holds all. */
export class ListWriter {
  readonly #file: BatchedFile;
  #separator = '\n';

  constructor(path: string) {
    this.#file = new BatchedFile(path);
    this.#file.add('[');
  }

  add(record: object): void {
    this.#file.add(this.#separator + JSON.stringify(record));
    this.#separator = ',\n';
  }

  end(): void {
    this.#file.add('\n]\n');
    this.#file.end();
  }
}
