import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { BrokenValue, ByteCursor, NotJson } from './byte-cursor.ts';
import type { Faults } from './faults.ts';
import { Fields, type Place } from './fields.ts';
import { UnusableArchive } from './unusable-archive.ts';

/** A record, and its position in the file, in bytes. */
export interface Located {
  record: Fields;
  start: number;
  length: number;
}

interface Options {
  /** The plural of the records in the summary. */
  noun?: string;
  onRead?(bytes: number): void;
}

/**
 * A JSON file that contains lists of records by name, `{"table": [{…}, …], …}`, or one list, or records one after another
 * (JSON lines). It is never read as a whole. Broken records are left out and counted, and so is the rest of a broken file.
 */
export class RecordFile {
  readonly #path: string;
  readonly #name: string;
  readonly #faults: Faults;
  readonly #lines: LineFinder;
  readonly #start: number;
  /** The offsets of lists and of other values, by name. */
  readonly #starts: Starts;
  readonly size: number;

  /**
   * `name` is used in errors. With `start`, only the value at this offset is read. Throws UnusableArchive unless the file
   * begins like one of this format.
   */
  constructor(path: string, name: string, faults: Faults, start?: number) {
    this.#path = path;
    this.#name = name;
    this.#faults = faults;
    this.#lines = new LineFinder(path);
    this.size = statSync(path).size;
    this.#start = start ?? 0;
    this.#starts = this.#with(this.#start, (cursor) => this.#findStarts(cursor, start !== undefined));
  }

  get name(): string {
    return this.#name;
  }

  fail(problem: string): never {
    throw new UnusableArchive(`${this.#name}, line 1: ${problem}.`, problem);
  }

  get tables(): readonly string[] {
    return [...this.#starts.lists.keys()];
  }

  /**
   * The list of a file that holds one, whatever is around it; the empty name for records one after another, which have
   * `field`. Undefined if there is no list, or several.
   */
  mainTable(field: string): string | undefined {
    const { tables } = this;
    if (tables.includes('') || this.has(field)) return '';
    return tables.length === 1 ? tables[0] : undefined;
  }

  /** The records of a list, parsed one by one on demand; none if there is no such list. */
  *records(table: string, options: Options = {}): Generator<Fields> {
    for (const { record } of this.located(table, options)) yield record;
  }

  /** What `read` returns for the records of a list. Records for which it throws UnusableArchive are left out. */
  *each<Result>(table: string, options: Options, read: (record: Fields) => Result): Generator<Result> {
    yield* this.#faults.each(options.noun ?? 'records', this.records(table, options), read);
  }

  /** Like records(), with the position of each record. */
  *located(table: string, options: Options = {}): Generator<Located> {
    // Reports a value that is no list.
    if (this.has(table)) this.top(table).records(table);
    if (table !== '') this.#leaveFollowing();
    for (const start of this.#starts.lists.get(table) ?? (table === '' ? [this.#start] : [])) {
      const cursor = new ByteCursor(this.#path, start);
      try {
        yield* this.#read(cursor, table, options);
      } catch (error) {
        this.#leaveRest(error, cursor);
      } finally {
        cursor.close();
      }
    }
  }

  /** Whether the file has this field, and it is no list. */
  has(name: string): boolean {
    return this.#starts.values.has(name);
  }

  /** An object of the file whose own lists are read; undefined if there is no such object. */
  inside(name: string): RecordFile | undefined {
    const [start] = this.#starts.values.get(name) ?? [];
    return start === undefined ? undefined : new RecordFile(this.#path, this.#name, this.#faults, start);
  }

  /** The records of a list, each of which has lists of its own. */
  *parts(table: string): Generator<RecordFile> {
    for (const start of this.#starts.lists.get(table) ?? []) {
      for (const one of this.#offsets(start)) {
        const part = this.#faults.attempt('parts of files', () => {
          return new RecordFile(this.#path, this.#name, this.#faults, one);
        });
        if (part) yield part;
      }
    }
  }

  /** The offsets of a list's values; those before the damage, if there is some. */
  *#offsets(start: number): Generator<number> {
    const cursor = new ByteCursor(this.#path, start);
    try {
      cursor.expect('[');
      for (;;) {
        while (cursor.takes(','));
        if (cursor.takes(']')) return;
        cursor.peek();
        yield cursor.offset;
        cursor.skipValue();
      }
    } catch (error) {
      this.#leaveRest(error, cursor);
    } finally {
      cursor.close();
    }
  }

  /** The fields of the file itself, of which only this one is read, and is no list that has entries. */
  top(name: string): Fields {
    const [start] = this.#starts.values.get(name) ?? [];
    const list = this.#starts.lists.has(name) ? [] : undefined;
    const value = start === undefined ? list : this.#with(start, (cursor) => cursor.readValue());
    return new Fields({ [name]: value }, this.#placeOf(start ?? 0), this.#faults.mended);
  }

  /** The number of records of a list, without parsing them. */
  count(table: string): number {
    return [...this.located(table)].length;
  }

  *#read(cursor: ByteCursor, table: string, { noun = 'records', onRead = () => {} }: Options): Generator<Located> {
    let passed = cursor.offset;
    const isList = cursor.takes('[');
    for (let number = 1; ; number++) {
      // Commas that are missing or there twice change nothing.
      while (cursor.takes(','));
      const isEnd = isList ? cursor.takes(']') : cursor.peek() === undefined;
      const what = table === '' ? `record ${number}` : `record ${number} of ${table}`;
      const found = isEnd ? undefined : this.#readOne(cursor, noun, what);
      onRead(cursor.offset - passed);
      passed = cursor.offset;
      if (isEnd) return;
      if (found) yield found;
    }
  }

  /** Undefined if the record is broken. Throws NotJson if it has no end. */
  #readOne(cursor: ByteCursor, noun: string, what: string): Located | undefined {
    cursor.peek();
    const start = cursor.offset;
    const place = this.#placeOf(start, what);
    return this.#faults.attempt(noun, () => {
      const value = this.#parse(cursor, place);
      const record = new Fields(value, place, this.#faults.mended);
      return { record, start, length: cursor.offset - start };
    });
  }

  #parse(cursor: ByteCursor, place: Place): unknown {
    try {
      return cursor.readValue();
    } catch (error) {
      if (!(error instanceof BrokenValue)) throw error;
      throw new UnusableArchive(`${place.text()} is not JSON as expected: ${error.message}.`, error.message);
    }
  }

  #placeOf(start: number, what?: string): Place {
    return {
      key: `${this.#name} ${start}`,
      text: () => `${this.#name}, line ${this.#lines.at(start)}${what === undefined ? '' : `, ${what}`}`,
    };
  }

  /** Counts what follows the object whose lists are read. */
  #leaveFollowing(): void {
    const { following } = this.#starts;
    if (following !== undefined) this.#with(following, (cursor) => this.#leaveRest(new NotJson(follows), cursor));
  }

  /** Counts the part of the file that cannot be read. */
  #leaveRest(error: unknown, cursor: ByteCursor): void {
    if (!(error instanceof NotJson)) throw error;
    this.#faults.leave('parts of files', `${this.#where(cursor)}: the rest is not JSON as expected: ${error.message}.`);
  }

  #where(cursor: ByteCursor): string {
    return `${this.#name}, line ${this.#lines.at(cursor.offset)}`;
  }

  /** Throws UnusableArchive if the text is not JSON. */
  #with<Result>(offset: number, action: (cursor: ByteCursor) => Result): Result {
    const cursor = new ByteCursor(this.#path, offset);
    try {
      return action(cursor);
    } catch (error) {
      if (!(error instanceof NotJson)) throw error;
      throw new UnusableArchive(`${this.#where(cursor)}: it is not JSON as expected: ${error.message}.`);
    } finally {
      cursor.close();
    }
  }

  #findStarts(cursor: ByteCursor, isPart: boolean): Starts {
    const starts: Starts = { lists: new Map(), values: new Map() };
    const first = cursor.peek();
    if (first !== 0x5b && first !== 0x7b) throw new NotJson('a { or [ is missing');
    try {
      // A file with several lists one after another was put together from parts.
      if (first === 0x5b) while (cursor.peek() === 0x5b) addStart(starts, '', cursor);
      else findNamed(cursor, starts);
      if (isPart || cursor.peek() === undefined) return starts;
      if (first !== 0x7b || cursor.peek() !== 0x7b) throw new NotJson(follows);
      starts.following = cursor.offset;
      starts.lists.set('', [this.#start]);
    } catch (error) {
      this.#leaveRest(error, cursor);
    }
    return starts;
  }
}

interface Starts {
  lists: Map<string, number[]>;
  /** Values that are not lists. */
  values: Map<string, number[]>;
  /** The second one of objects that follow each other, which are a list as a whole. */
  following?: number;
}

const follows = 'something follows its end';

function findNamed(cursor: ByteCursor, starts: Starts): void {
  cursor.expect('{');
  while (!cursor.takes('}')) {
    cursor.takes(',');
    const name = String(cursor.readValue());
    cursor.expect(':');
    addStart(starts, name, cursor);
  }
}

/** Registers the value at the cursor, and skips it. */
function addStart({ lists, values }: Starts, name: string, cursor: ByteCursor): void {
  const kind = cursor.peek() === 0x5b ? lists : values;
  kind.set(name, [...(kind.get(name) ?? []), cursor.offset]);
  cursor.skipValue();
}

/** A JSON file that holds a single object. Throws UnusableArchive. */
export function readObject(path: string, name: string, faults: Faults): Fields {
  const cursor = new ByteCursor(path);
  try {
    const place = { key: name, text: () => `${name}, line 1` };
    return new Fields(cursor.readValue(), place, faults.mended);
  } catch (error) {
    if (!(error instanceof NotJson)) throw error;
    throw new UnusableArchive(`${name}, line 1: it is not JSON as expected: ${error.message}.`);
  } finally {
    cursor.close();
  }
}

/** Finds the line numbers of bytes of a file. Quick if each byte is after the one before. */
export class LineFinder {
  readonly #path: string;
  #offset = 0;
  #line = 1;

  constructor(path: string) {
    this.#path = path;
  }

  at(offset: number): number {
    if (offset < this.#offset) [this.#offset, this.#line] = [0, 1];
    const descriptor = openSync(this.#path, 'r');
    const buffer = Buffer.allocUnsafe(1 << 16);
    while (this.#offset < offset) {
      const count = readSync(descriptor, buffer, 0, Math.min(buffer.length, offset - this.#offset), this.#offset);
      if (count === 0) break;
      for (const byte of buffer.subarray(0, count)) if (byte === 0x0a) this.#line++;
      this.#offset += count;
    }
    closeSync(descriptor);
    return this.#line;
  }
}
