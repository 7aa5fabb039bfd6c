import { closeSync, openSync, writeFileSync } from 'node:fs';
import { Progress } from '../progress.ts';

/** In characters: records are written together up to this length. */
const batchLength = 1 << 18;

/**
 * Writes a JSON file record by record, one on each line: `{"table": [{…}, …], …}`, or one list. A file is written once.
 */
export class RecordWriter {
  readonly #descriptor: number;
  readonly #progress: Progress;
  #text = '';
  /** Number of records by table. */
  readonly counts: Record<string, number> = {};

  constructor(path: string, progress: Progress = new Progress()) {
    this.#progress = progress;
    this.#descriptor = openSync(path, 'wx', 0o600);
  }

  /** Writes the tables of an object. */
  async writeTables(tables: Iterable<readonly [name: string, records: Iterable<object>]>): Promise<void> {
    this.#write('{');
    let separator = '\n';
    for (const [name, records] of tables) {
      this.#write(`${separator}${JSON.stringify(name)}: `);
      this.counts[name] = await this.#writeRecords(records);
      separator = ',\n';
    }
    this.#end('\n}\n');
  }

  /** Writes one list; returns its length. */
  async writeList(records: Iterable<object>): Promise<number> {
    const count = await this.#writeRecords(records);
    this.#end('\n');
    return count;
  }

  /** Writes a single object. */
  writeObject(value: object): void {
    this.#end(`${JSON.stringify(value, undefined, 2)}\n`);
  }

  async #writeRecords(records: Iterable<object>): Promise<number> {
    let count = 0;
    this.#write('[');
    for (const record of records) {
      this.#write(`${count++ > 0 ? ',' : ''}\n${JSON.stringify(record)}`);
      if (this.#progress.isDue) await this.#progress.rest();
    }
    this.#write(']');
    return count;
  }

  #write(text: string): void {
    this.#text += text;
    if (this.#text.length >= batchLength) this.#flush();
  }

  #end(text: string): void {
    this.#text += text;
    this.#flush();
    closeSync(this.#descriptor);
  }

  #flush(): void {
    // Unlike writeSync, it writes all, or throws when the disk is full.
    writeFileSync(this.#descriptor, this.#text);
    this.#text = '';
  }
}
