import { closeSync, openSync, writeFileSync } from 'node:fs';

/** In characters: texts are written together up to this length. */
const batchLength = 1 << 18;

/** A new file that is written piece by piece, and never held whole. */
export class BatchedFile {
  readonly #descriptor: number;
  #text = '';

  constructor(path: string) {
    this.#descriptor = openSync(path, 'wx', 0o600);
  }

  add(text: string): void {
    this.#text += text;
    if (this.#text.length >= batchLength) this.#flush();
  }

  end(): void {
    this.#flush();
    closeSync(this.#descriptor);
  }

  #flush(): void {
    // Unlike writeSync, it writes all, or throws when the disk is full.
    writeFileSync(this.#descriptor, this.#text);
    this.#text = '';
  }
}
