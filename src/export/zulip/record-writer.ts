import { closeSync, openSync, writeFileSync } from 'node:fs';

/** In characters: records are written together up to this length. */
const batchLength = 1 << 18;

/**
 * Writes a JSON file record by record, one on each line: `{"table": [{…}, …], …}`, or one list. A file is written once.
 */
export class RecordWriter {
  readonly #descriptor: number;
  #text = '';
  /** Number of records by table. */
  readonly counts: Record<string, number> = {};

  constructor(path: string) {
    this.#descriptor = openSync(path, 'wx', 0o600);
  }

  /** Writes the tables of an object. */
  writeTables(tables: Iterable<readonly [name: string, records: Iterable<object>]>): void {
    this.#write('{');
    let separator = '\n';
    for (const [name, records] of tables) {
      this.#write(`${separator}${JSON.stringify(name)}: `);
      this.counts[name] = this.#writeRecords(records);
      separator = ',\n';
    }
    this.#end('\n}\n');
  }

  /** Writes one list; returns its length. */
  writeList(records: Iterable<object>): number {
    const count = this.#writeRecords(records);
    this.#end('\n');
    return count;
  }

  /** Writes a single object. */
  writeObject(value: object): void {
    this.#end(`${JSON.stringify(value, undefined, 2)}\n`);
  }

  #writeRecords(records: Iterable<object>): number {
    let count = 0;
    this.#write('[');
    for (const record of records) this.#write(`${count++ > 0 ? ',' : ''}\n${JSON.stringify(record)}`);
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
