import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { ByteCursor, NotJson } from './byte-cursor.ts';
import { Fields } from './fields.ts';
import { UnusableArchive } from './unusable-archive.ts';

/** A record, and its position in the file, in bytes. Reading `record` throws UnusableArchive if it is no object. */
export interface Located {
  readonly record: Fields;
  start: number;
  length: number;
}

/**
 * A JSON file that contains lists of records by name, `{"table": [{…}, …], …}`, or one list. It is never read as a
 * whole.
 */
export class RecordFile {
  readonly #path: string;
  readonly #name: string;
  /** The offset of each list or object, by name. */
  readonly #starts: ReadonlyMap<string, number>;
  readonly #objects: ReadonlyMap<string, number>;
  readonly size: number;

  /** `name` is used in errors. Throws UnusableArchive unless the file has this format. */
  constructor(path: string, name: string) {
    this.#path = path;
    this.#name = name;
    this.size = statSync(path).size;
    const { lists, objects } = this.#guard(0, 'it', findStarts);
    this.#starts = lists;
    this.#objects = objects;
  }

  get tables(): readonly string[] {
    return [...this.#starts.keys()];
  }

  /** The records of a list, parsed one by one on demand; none if there is no such list. */
  *records(table: string, onRead: (bytes: number) => void = () => {}): Generator<Fields> {
    for (const { record } of this.located(table, onRead)) yield record;
  }

  /** Like records(), with the position of each record. */
  *located(table: string, onRead: (bytes: number) => void = () => {}): Generator<Located> {
    const start = this.#starts.get(table);
    if (start === undefined) return;
    const cursor = new ByteCursor(this.#path, start);
    try {
      yield* this.#read(cursor, table, onRead);
    } finally {
      cursor.close();
    }
  }

  /** The object with this name; undefined if there is none. */
  object(name: string): Fields | undefined {
    const start = this.#objects.get(name);
    if (start === undefined) return undefined;
    const value = this.#guard(start, name, (cursor) => cursor.readValue());
    return new Fields(value, () => `${this.#name}, line ${lineAt(this.#path, start)}, ${name}`);
  }

  /** The number of records of a list, without parsing them. */
  count(table: string): number {
    const start = this.#starts.get(table);
    return start === undefined ? 0 : this.#guard(start, table, countRecords);
  }

  *#read(cursor: ByteCursor, table: string, onRead: (bytes: number) => void): Generator<Located> {
    let passed = cursor.offset;
    this.#attempt(cursor, table, () => cursor.expect('['));
    for (let number = 1; ; number++) {
      const what = table === '' ? `record ${number}` : `record ${number} of ${table}`;
      const found = this.#attempt(cursor, what, () => nextOf(cursor, number));
      onRead(cursor.offset - passed);
      passed = cursor.offset;
      if (!found) return;
      const { value, start, length } = found;
      const place = () => `${this.#name}, line ${lineAt(this.#path, start)}, ${what}`;
      yield {
        get record() {
          return new Fields(value, place);
        },
        start,
        length,
      };
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
    return attempt({ path: this.#path, name: this.#name, cursor, what }, action);
  }
}

interface Attempt {
  path: string;
  name: string;
  cursor: ByteCursor;
  what: string;
}

/** Throws UnusableArchive if the text is not JSON. */
function attempt<Result>({ path, name, cursor, what }: Attempt, action: () => Result): Result {
  try {
    return action();
  } catch (error) {
    if (!(error instanceof NotJson)) throw error;
    const line = lineAt(path, cursor.offset);
    throw new UnusableArchive(`${name}, line ${line}: ${what} is not JSON as expected: ${error.message}.`);
  }
}

/** A JSON file that holds a single object. */
export function readObject(path: string, name: string): Fields {
  const cursor = new ByteCursor(path);
  try {
    const { value, start } = attempt({ path, name, cursor, what: 'it' }, () => readFound(cursor));
    return new Fields(value, () => `${name}, line ${lineAt(path, start)}`);
  } finally {
    cursor.close();
  }
}

/** The line number of a byte in a file. */
export function lineAt(path: string, offset: number): number {
  const descriptor = openSync(path, 'r');
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

interface Found {
  value: unknown;
  /** In bytes of the file. */
  start: number;
  length: number;
}

/** The next record of a list; undefined at its end. */
function nextOf(cursor: ByteCursor, number: number): Found | undefined {
  if (cursor.takes(']')) return undefined;
  if (number > 1) cursor.expect(',');
  return readFound(cursor);
}

function readFound(cursor: ByteCursor): Found {
  cursor.peek();
  const start = cursor.offset;
  const value = cursor.readValue();
  return { value, start, length: cursor.offset - start };
}

function countRecords(cursor: ByteCursor): number {
  cursor.expect('[');
  for (let count = 0; ; count++) {
    if (cursor.takes(']')) return count;
    if (count > 0) cursor.expect(',');
    cursor.skipValue();
  }
}

interface Starts {
  lists: Map<string, number>;
  objects: Map<string, number>;
}

function findStarts(cursor: ByteCursor): Starts {
  const starts: Starts = { lists: new Map(), objects: new Map() };
  if (cursor.peek() === 0x5b) {
    starts.lists.set('', cursor.offset);
    cursor.skipValue();
  } else {
    cursor.expect('{');
    for (let count = 0; !cursor.takes('}'); count++) {
      if (count > 0) cursor.expect(',');
      const name = String(cursor.readValue());
      cursor.expect(':');
      const first = cursor.peek();
      if (first === 0x5b) starts.lists.set(name, cursor.offset);
      if (first === 0x7b) starts.objects.set(name, cursor.offset);
      cursor.skipValue();
    }
  }
  if (cursor.peek() !== undefined) throw new NotJson('something follows its end');
  return starts;
}
