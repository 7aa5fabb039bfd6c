import { BatchedFile } from './batched-file.ts';
import type { Progress } from './progress.ts';

/** Writes a file of JSON Lines, record by record. */
export class LineWriter {
  readonly #file: BatchedFile;
  readonly #progress: Progress;
  /** Number of records by their type. */
  readonly counts: Record<string, number> = {};

  constructor(path: string, progress: Progress) {
    this.#file = new BatchedFile(path);
    this.#progress = progress;
  }

  async write(records: Iterable<{ type: string }>): Promise<void> {
    for (const record of records) {
      this.#file.add(`${JSON.stringify(record)}\n`);
      this.counts[record.type] = (this.counts[record.type] ?? 0) + 1;
      if (this.#progress.isDue) await this.#progress.rest();
    }
  }

  end(): void {
    this.#file.end();
  }
}
