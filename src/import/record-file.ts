import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { ByteCursor, NotJson } from './byte-cursor.ts';
import { Fields } from './fields.ts';
import { UnusableArchive } from './unusable-archive.ts';

/** A JSON file that holds lists of records by name, `{"table": [{…}, …], …}`, or one list of them. It is never read whole. */
export class RecordFile {
  readonly #path: string;
  readonly #name: string;
  /** Where the value of each name begins. */
  readonly #starts: ReadonlyMap<string, number>;
  readonly size: number;

  /** `name` is the one that errors have. Throws UnusableArchive unless the file has this form. */
  constructor(path: string, name: string) {
    this.#path = path;
    this.#name = name;
    this.size = statSync(path).size;
    this.#starts = this.#guard(0, 'it', (cursor) => findStarts(cursor));
  }

  get tables(): readonly string[] {
    return [...this.#starts.keys()];
  }

  /** The records of a list, each parsed when it is asked for; none if there is no such list. */
  *records(table: string, onRead: (bytes: number) => void = () => {}): Generator<Fields> {
    const start = this.#starts.get(table);
    if (start === undefined) return;
    const cursor = new ByteCursor(this.#path, start);
    try {
      yield* this.#read(cursor, table, onRead);
    } finally {
      cursor.close();
    }
  }

  /** The number of records of a list, without parsing them. */
  count(table: string): number {
    const start = this.#starts.get(table);
    return start === undefined ? 0 : this.#guard(start, table, countRecords);
  }

  *#read(cursor: ByteCursor, table: string, onRead: (bytes: number) => void): Generator<Fields> {
    let passed = cursor.offset;
    this.#attempt(cursor, table, () => cursor.expect('['));
    for (let number = 1; ; number++) {
      const what = table === '' ? `record ${number}` : `record ${number} of ${table}`;
      const value = this.#attempt(cursor, what, () => nextOf(cursor, number));
      onRead(cursor.offset - passed);
      passed = cursor.offset;
      if (value === undefined) return;
      yield new Fields(value, () => `${this.#name}, ${what}`);
    }
  }

  #guard<Result>(offset: number, what: string, action: (cursor: ByteCursor) => Result): Result {
    const cursor = new ByteCursor(this.#path, offset);
    try {
      return this.#attempt(cursor, what, () => action(cursor));
    } finally {
      cursor.close();
    }
  }

  #attempt<Result>(cursor: ByteCursor, what: string, action: () => Result): Result {
    try {
      return action();
    } catch (error) {
      if (!(error instanceof NotJson)) throw error;
      const line = this.#lineOf(cursor.offset);
      throw new UnusableArchive(`${this.#name}, line ${line}: ${what} is not JSON as expected: ${error.message}.`);
    }
  }

  #lineOf(offset: number): number {
    const descriptor = openSync(this.#path, 'r');
    const buffer = Buffer.allocUnsafe(1 << 16);
    let line = 1;
    for (let at = 0; at < offset; ) {
      const count = readSync(descriptor, buffer, 0, Math.min(buffer.length, offset - at), at);
      if (count === 0) break;
      for (const byte of buffer.subarray(0, count)) if (byte === 0x0a) line++;
      at += count;
    }
    closeSync(descriptor);
    return line;
  }
}

/** The next record of a list; undefined at its end. */
function nextOf(cursor: ByteCursor, number: number): unknown {
  if (cursor.takes(']')) return undefined;
  if (number > 1) cursor.expect(',');
  return cursor.readValue();
}

function countRecords(cursor: ByteCursor): number {
  cursor.expect('[');
  for (let count = 0; ; count++) {
    if (cursor.takes(']')) return count;
    if (count > 0) cursor.expect(',');
    cursor.skipValue();
  }
}

function findStarts(cursor: ByteCursor): Map<string, number> {
  const starts = new Map<string, number>();
  if (cursor.peek() === 0x5b) {
    starts.set('', cursor.offset);
    cursor.skipValue();
  } else {
    cursor.expect('{');
    for (let count = 0; !cursor.takes('}'); count++) {
      if (count > 0) cursor.expect(',');
      const name = cursor.readValue();
      cursor.expect(':');
      if (cursor.peek() === 0x5b) starts.set(String(name), cursor.offset);
      cursor.skipValue();
    }
  }
  if (cursor.peek() !== undefined) throw new NotJson('something follows its end');
  return starts;
}
