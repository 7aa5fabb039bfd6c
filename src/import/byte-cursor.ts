import { isUtf8 } from 'node:buffer';
import { closeSync, openSync, readSync } from 'node:fs';

const chunk = 1 << 20;
/** Maximum length of a value, in bytes; no real record comes near it. */
const longestValue = 256 << 20;

const quote = 0x22;
const backslash = 0x5c;

/** The text at the cursor is not JSON, or ends too early. */
export class NotJson extends Error {}

/** A value whose end is known is not JSON: the next one can be read. */
export class BrokenValue extends NotJson {}

/** Reads a JSON file value by value, with as much memory as the longest value. */
export class ByteCursor {
  readonly #descriptor: number;
  #buffer = Buffer.allocUnsafe(chunk);
  /** Offsets in the buffer: the next byte, the end of the read bytes, and the start of the current value. */
  #at = 0;
  #end = 0;
  #mark: number | undefined;
  /** Offset of the buffer in the file. */
  #base = 0;

  constructor(path: string, offset = 0) {
    this.#descriptor = openSync(path, 'r');
    this.#base = offset === 0 ? lengthOfMark(this.#descriptor) : offset;
  }

  /** Offset in the file. */
  get offset(): number {
    return this.#base + this.#at;
  }

  close(): void {
    closeSync(this.#descriptor);
  }

  /** The next byte other than white space, without consuming it; undefined at the end. */
  peek(): number | undefined {
    for (;;) {
      while (this.#at < this.#end && isSpace(this.#buffer[this.#at] as number)) this.#at++;
      if (this.#at < this.#end) return this.#buffer[this.#at];
      if (!this.#refill()) return undefined;
    }
  }

  /** Whether the next byte is this character; if so, consumes it. */
  takes(character: string): boolean {
    if (this.peek() !== character.charCodeAt(0)) return false;
    this.#at++;
    return true;
  }

  /** Throws NotJson unless the next byte is this character. */
  expect(character: string): void {
    if (!this.takes(character)) throw new NotJson(`a ${character} is missing`);
  }

  /** Skips a value without parsing it. */
  skipValue(): void {
    const first = this.peek();
    if (first === quote) this.#skipString();
    else if (first === 0x7b || first === 0x5b) this.#skipNested();
    else this.#skipWord();
  }

  /** Parses a value. Throws BrokenValue, or NotJson if it has no end. */
  readValue(): unknown {
    this.peek();
    this.#mark = this.#at;
    this.skipValue();
    const bytes = this.#buffer.subarray(this.#mark, this.#at);
    this.#mark = undefined;
    return parseJson(bytes);
  }

  #skipNested(): void {
    let depth = 0;
    do {
      const byte = this.#byte();
      if (byte === quote) {
        this.#skipString();
        continue;
      }
      if (byte === 0x7b || byte === 0x5b) depth++;
      else if (byte === 0x7d || byte === 0x5d) depth--;
      this.#at++;
    } while (depth > 0);
  }

  #skipString(): void {
    this.#at++;
    for (let byte = this.#byte(); byte !== quote; byte = this.#byte()) {
      this.#at++;
      if (byte !== backslash) continue;
      this.#byte();
      this.#at++;
    }
    this.#at++;
  }

  // A number, or one of the words true, false and null.
  #skipWord(): void {
    const start = this.offset;
    while (/[-+.\w]/.test(String.fromCharCode(this.#byte()))) this.#at++;
    if (this.offset === start) this.#skipGarbage();
  }

  /** Skips what is no value, up to the next one, so that the list around it can be read. */
  #skipGarbage(): void {
    do this.#at++;
    while (!/[,[\]{}]/.test(String.fromCharCode(this.#byte())));
  }

  #byte(): number {
    if (this.#at >= this.#end && !this.#refill()) throw new NotJson('it ends in the middle');
    return this.#buffer[this.#at] as number;
  }

  /** Reads more bytes and keeps the current value in the buffer. Returns whether there were more. */
  #refill(): boolean {
    const keep = this.#mark ?? this.#at;
    this.#buffer.copyWithin(0, keep, this.#end);
    this.#base += keep;
    this.#at -= keep;
    this.#end -= keep;
    if (this.#mark !== undefined) this.#mark = 0;
    if (this.#end === this.#buffer.length) this.#grow();
    const count = readSync(
      this.#descriptor,
      this.#buffer,
      this.#end,
      this.#buffer.length - this.#end,
      this.#base + this.#end,
    );
    this.#end += count;
    return count > 0;
  }

  #grow(): void {
    if (this.#buffer.length >= longestValue) throw new NotJson('a value is longer than 256 MiB');
    const larger = Buffer.allocUnsafe(this.#buffer.length * 2);
    this.#buffer.copy(larger, 0, 0, this.#end);
    this.#buffer = larger;
  }
}

/**
 * Parses a value. Integers that are too large for a number become texts: some exporters write long ids as numbers. Throws
 * BrokenValue.
 */
export function parseJson(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw new BrokenValue('it is not UTF-8');
  const text = bytes.toString();
  try {
    return /\d{16}/.test(text) ? JSON.parse(text, exactIntegers) : (JSON.parse(text) as unknown);
  } catch (error) {
    throw new BrokenValue(error instanceof Error ? error.message.replace(/,? *"[\s\S]*$/, '') : 'it is not JSON');
  }
}

const exactIntegers = ((_: string, value: unknown, { source }: { source?: string }) => {
  const isInexact = typeof value === 'number' && source !== undefined && /^\d{16,30}$/.test(source);
  return isInexact && !Number.isSafeInteger(value) ? source : value;
}) as (key: string, value: unknown) => unknown;

function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

/** The length of the byte order mark at the start of a file; 0 if it has none. */
function lengthOfMark(descriptor: number): number {
  const start = Buffer.alloc(3);
  readSync(descriptor, start, 0, start.length, 0);
  return start.toString('hex') === 'efbbbf' ? start.length : 0;
}
