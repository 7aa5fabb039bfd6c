import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { BSONError, deserialize } from 'bson';
import type { Faults } from './faults.ts';
import { Fields } from './fields.ts';

/** In bytes. MongoDB stores no larger document. */
export const largestDocument = 17 << 20;
/** A length, and the zero byte at the end. */
export const smallestDocument = 5;

/** A collection of a database as mongodump writes it: documents in BSON, one after the other. */
export class BsonFile {
  readonly #path: string;
  readonly #name: string;
  readonly #faults: Faults;
  readonly size: number;

  /** `name` is used in errors. */
  constructor(path: string, name: string, faults: Faults) {
    this.#path = path;
    this.#name = name;
    this.#faults = faults;
    this.size = statSync(path).size;
  }

  /** Its documents, read one by one. Broken ones are left out and counted, and so is the rest of a file that is cut off. */
  *documents(noun: string, onRead: (bytes: number) => void = () => {}): Generator<Fields> {
    for (const [bytes, start] of this.#pieces()) {
      onRead(bytes.length);
      const document = this.#faults.attempt(noun, () => this.#parse(bytes, start));
      if (document) yield document;
    }
  }

  #parse(bytes: Buffer, start: number): Fields {
    const place = { key: `${this.#name} ${start}`, text: () => `${this.#name}, byte ${start}` };
    return new Fields(valueIn(bytes), place, this.#faults.mended);
  }

  *#pieces(): Generator<[bytes: Buffer, start: number]> {
    const descriptor = openSync(this.#path, 'r');
    try {
      for (let at = 0; at < this.size; ) {
        const length = readAt(descriptor, at, 4);
        const size = length.length === 4 ? length.readInt32LE() : 0;
        if (size < smallestDocument || size > largestDocument || at + size > this.size) {
          const rest = `${this.#name}, byte ${at}: the rest holds no documents in BSON.`;
          this.#faults.leave('parts of files', rest);
          return;
        }
        yield [readAt(descriptor, at, size), at];
        at += size;
      }
    } finally {
      closeSync(descriptor);
    }
  }
}

/** Bytes of a file; fewer at its end. */
export function readAt(descriptor: number, start: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  return bytes.subarray(0, readSync(descriptor, bytes, 0, length, start));
}

/** Undefined, which is no record, if the bytes are no document. */
function valueIn(bytes: Buffer): unknown {
  try {
    return plainOf(deserialize(bytes, { promoteBuffers: true }));
  } catch (error) {
    if (error instanceof BSONError || (error instanceof RangeError && !error.message.includes('call stack'))) {
      return undefined;
    }
    throw error;
  }
}

/** A value as it would be in JSON, with times in ISO 8601 and ids as texts; binary data stays. */
function plainOf(value: unknown): unknown {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return value;
  if (Array.isArray(value)) return value.map(plainOf);
  if ('_bsontype' in value) return String(value);
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, plainOf(one)]));
}
