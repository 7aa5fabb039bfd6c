import { endOfTime } from '../ground/clock.ts';
import { type Source, UnusableArchive } from './unusable-archive.ts';

/** Ids must stay far below the largest safe number, because later ids are greater. */
export const largestId = 2 ** 47;

/** One record of an archive. Its readers throw UnusableArchive if a field is missing or of another type. */
export class Fields implements Source {
  readonly #values: Readonly<Record<string, unknown>>;
  readonly #place: () => string;

  constructor(value: unknown, place: () => string) {
    this.#place = place;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) this.fail('it is not an object');
    this.#values = value as Record<string, unknown>;
  }

  fail(problem: string): never {
    throw new UnusableArchive(`${this.#place()}: ${problem}.`);
  }

  /** The record's location in the archive. */
  get place(): string {
    return this.#place();
  }

  /** All fields, unchecked. */
  get all(): Readonly<Record<string, unknown>> {
    return this.#values;
  }

  get names(): string[] {
    return Object.keys(this.#values);
  }

  /** The unchecked field; undefined if it is missing. */
  raw(name: string): unknown {
    return Object.hasOwn(this.#values, name) ? this.#values[name] : undefined;
  }

  has(name: string): boolean {
    const value = this.raw(name);
    return value !== undefined && value !== null;
  }

  id(name: string): number {
    const value = this.raw(name);
    if (isId(value)) return value;
    return this.#wrong(name, 'a positive whole number');
  }

  /** Null if it is missing or null. */
  maybeId(name: string): number | null {
    return this.has(name) ? this.id(name) : null;
  }

  ids(name: string): number[] {
    const value = this.raw(name) ?? [];
    if (Array.isArray(value) && value.every(isId)) return value;
    return this.#wrong(name, 'a list of ids');
  }

  /** Without null characters and unpaired surrogates. A missing text is replaced by the fallback, if there is one. */
  text(name: string, fallback?: string): string {
    const value = this.raw(name) ?? fallback;
    if (typeof value === 'string') return value.replaceAll('\0', '').toWellFormed();
    return this.#wrong(name, 'a text');
  }

  /** Null if it is missing or null. */
  maybeText(name: string): string | null {
    return this.has(name) ? this.text(name) : null;
  }

  /** None if it is missing or null. */
  texts(name: string): string[] {
    const value = this.raw(name) ?? [];
    if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value;
    return this.#wrong(name, 'a list of texts');
  }

  /** The record in a field; undefined if it is missing or null. */
  maybeRecord(name: string): Fields | undefined {
    if (!this.has(name)) return undefined;
    return new Fields(this.raw(name), () => `${this.place}, "${name}"`);
  }

  /** The records of a list; none if it is missing or null. */
  records(name: string): Fields[] {
    const value = this.raw(name) ?? [];
    if (!Array.isArray(value)) return this.#wrong(name, 'a list');
    return value.map((one, index) => new Fields(one, () => `${this.place}, entry ${index + 1} of "${name}"`));
  }

  /** Exporters have also written booleans as texts and as 0 and 1. */
  bool(name: string, fallback?: boolean): boolean {
    const value = this.raw(name) ?? fallback;
    const word = String(value).toLowerCase();
    if (word === 'true' || word === '1') return true;
    if (word === 'false' || word === '0') return false;
    return this.#wrong(name, 'true or false');
  }

  /** Null if it is missing or null. */
  maybeBool(name: string): boolean | null {
    return this.has(name) ? this.bool(name) : null;
  }

  whole(name: string, fallback?: number): number {
    const value = this.raw(name) ?? fallback;
    if (typeof value === 'number' && Number.isSafeInteger(value)) return value;
    return this.#wrong(name, 'a whole number');
  }

  /** UNIX seconds, without their fraction. Exporters have also written them as texts. */
  time(name: string): number {
    const raw = this.raw(name);
    const value = typeof raw === 'string' && /^\d{1,15}(?:\.\d*)?$/.test(raw) ? Number(raw) : raw;
    if (typeof value === 'number' && value >= 0 && value < endOfTime) return Math.floor(value);
    return this.#wrong(name, 'a time in UNIX seconds');
  }

  maybeTime(name: string): number | null {
    return this.has(name) ? this.time(name) : null;
  }

  #wrong(name: string, expected: string): never {
    return this.fail(this.has(name) ? `"${name}" is not ${expected}` : `"${name}" is missing`);
  }
}

function isId(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 && value < largestId;
}
