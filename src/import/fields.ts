import { endOfTime } from '../ground/clock.ts';
import { type Source, UnusableArchive } from './unusable-archive.ts';

/** Ids must stay far below the largest safe number, because later ids are greater. */
export const largestId = 2 ** 47;

/** The location of a record in an archive. */
export interface Place {
  /** Identifies it: the same whenever the record is read. */
  key: string;
  /** Its file, line and number, for people. Finding the line takes time. */
  text(): string;
}

/** Receives each broken field that is read as if it were missing. */
export type Mended = (place: Place, problem: string) => void;

/** A type of field: reads all forms that exporters have written; undefined for any other value. */
interface Kind<Value> {
  noun: string;
  read(value: unknown): Value | undefined;
}

/**
 * One record of an archive. A required field throws UnusableArchive if it is missing or of another type. An optional
 * field of another type is read as if it were missing, and reported.
 */
export class Fields implements Source {
  readonly #values: Readonly<Record<string, unknown>>;
  readonly #place: Place;
  readonly #mended: Mended;

  constructor(value: unknown, place: Place, mended: Mended) {
    this.#place = place;
    this.#mended = mended;
    if (!isObject(value)) this.fail('it is not an object');
    this.#values = value;
  }

  fail(problem: string): never {
    throw new UnusableArchive(`${this.#place.text()}: ${problem}.`, problem);
  }

  get place(): Place {
    return this.#place;
  }

  /** The same record; its optional fields throw UnusableArchive if they are of another type. */
  get strict(): Fields {
    return new Fields(this.#values, this.#place, (_, problem) => this.fail(problem));
  }

  /** The result of a reader; if it throws UnusableArchive, the fallback, and the problem is reported. */
  or<Value>(fallback: Value, read: (record: Fields) => Value): Value {
    try {
      return read(this);
    } catch (error) {
      if (!(error instanceof UnusableArchive)) throw error;
      this.#mended(this.#place, error.problem);
      return fallback;
    }
  }

  /** Reports a problem that was mended. */
  mended(problem: string): void {
    this.#mended(this.#place, problem);
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
    return this.#require(name, id);
  }

  /** Null if it is missing or null. */
  maybeId(name: string): number | null {
    return this.#find(name, id) ?? null;
  }

  ids(name: string): number[] {
    return this.#entries(name, id);
  }

  /** Without null characters and unpaired surrogates. A missing text is replaced by the fallback, if there is one. */
  text(name: string, fallback?: string): string {
    return fallback === undefined ? this.#require(name, text) : (this.#find(name, text) ?? fallback);
  }

  /** Null if it is missing or null. */
  maybeText(name: string): string | null {
    return this.#find(name, text) ?? null;
  }

  /** None if it is missing or null. */
  texts(name: string): string[] {
    return this.#entries(name, text);
  }

  /** An id that is a text, or a number that stands for it. */
  key(name: string): string {
    return this.#require(name, key);
  }

  /** Null if it is missing or null. */
  maybeKey(name: string): string | null {
    return this.#find(name, key) ?? null;
  }

  /** The record in a field. */
  record(name: string): Fields {
    return new Fields(this.#require(name, object), within(this.#place, `"${name}"`), this.#mended);
  }

  /** The record in a field; undefined if it is missing or null. */
  maybeRecord(name: string): Fields | undefined {
    const value = this.#find(name, object);
    return value && new Fields(value, within(this.#place, `"${name}"`), this.#mended);
  }

  /** A value found in a field, as a record. Throws UnusableArchive if it is none. */
  part(name: string, value: unknown): Fields {
    return new Fields(value, within(this.#place, `"${name}"`), this.#mended);
  }

  /** The records of a list; none if it is missing or null. */
  records(name: string): Fields[] {
    const entries = this.#entries(name, object);
    const place = (index: number) => within(this.#place, `entry ${index + 1} of "${name}"`);
    return entries.map((one, index) => new Fields(one, place(index), this.#mended));
  }

  bool(name: string, fallback?: boolean): boolean {
    return fallback === undefined ? this.#require(name, bool) : (this.#find(name, bool) ?? fallback);
  }

  /** Null if it is missing or null. */
  maybeBool(name: string): boolean | null {
    return this.#find(name, bool) ?? null;
  }

  whole(name: string, fallback?: number): number {
    return fallback === undefined ? this.#require(name, whole) : (this.#find(name, whole) ?? fallback);
  }

  /** UNIX seconds, without their fraction. */
  time(name: string): number {
    return Math.floor(this.moment(name));
  }

  maybeTime(name: string): number | null {
    const moment = this.maybeMoment(name);
    return moment === undefined ? null : Math.floor(moment);
  }

  /** UNIX seconds with a fraction; none is in the first second of 1970. */
  moment(name: string): number {
    return this.#require(name, stated);
  }

  /** Undefined if it is missing or null. */
  maybeMoment(name: string): number | undefined {
    return this.#find(name, moment);
  }

  #require<Value>(name: string, kind: Kind<Value>): Value {
    if (!this.has(name)) return this.fail(`"${name}" is missing`);
    return kind.read(this.raw(name)) ?? this.fail(`"${name}" is not ${kind.noun}`);
  }

  #find<Value>(name: string, kind: Kind<Value>): Value | undefined {
    if (!this.has(name)) return undefined;
    const found = kind.read(this.raw(name));
    if (found === undefined) this.#mended(this.#place, `"${name}" is not ${kind.noun}`);
    return found;
  }

  /** The entries of a list, without those of another type. */
  #entries<Value>(name: string, kind: Kind<Value>): Value[] {
    return (this.#find(name, list) ?? []).flatMap((value) => {
      const found = kind.read(value);
      if (found === undefined) this.#mended(this.#place, `an entry of "${name}" is not ${kind.noun}`);
      return found === undefined ? [] : [found];
    });
  }
}

function within(place: Place, part: string): Place {
  return { key: `${place.key} ${part}`, text: () => `${place.text()}, ${part}` };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const text: Kind<string> = {
  noun: 'a text',
  read: (value) => (typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : undefined),
};

/** In characters. The longest ids, of Microsoft Teams, have some two hundred. */
const longestKey = 1000;

const key: Kind<string> = {
  noun: 'an id',
  read(value) {
    if (Number.isSafeInteger(value) && (value as number) >= 0) return String(value);
    const found = text.read(value);
    return found !== undefined && found.length <= longestKey ? found : undefined;
  },
};

const id: Kind<number> = {
  noun: 'a positive whole number',
  read(value) {
    const number = numberOf(value);
    return Number.isSafeInteger(number) && number > 0 && number < largestId ? number : undefined;
  },
};

const whole: Kind<number> = {
  noun: 'a whole number',
  read(value) {
    const number = numberOf(value);
    return Number.isSafeInteger(number) ? number : undefined;
  },
};

const bools: ReadonlyMap<string, boolean> = new Map(Object.entries({ true: true, 1: true, false: false, 0: false }));

const bool: Kind<boolean> = { noun: 'true or false', read: (value) => bools.get(String(value).toLowerCase()) };

const moment: Kind<number> = { noun: 'a time', read: secondsOf };

/** Exporters write 0 where they know no time. */
const stated: Kind<number> = {
  noun: 'a time',
  read(value) {
    const seconds = secondsOf(value);
    return seconds !== undefined && seconds >= 1 ? seconds : undefined;
  },
};

const object: Kind<Readonly<Record<string, unknown>>> = {
  noun: 'an object',
  read: (value) => (isObject(value) ? value : undefined),
};

const list: Kind<readonly unknown[]> = {
  noun: 'a list',
  read: (value) => (Array.isArray(value) ? value : undefined),
};

/** A number, or a text with a number; NaN for any other value. */
function numberOf(value: unknown): number {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && /^-?\d{1,20}(?:\.\d*)?$/.test(value) ? Number(value) : Number.NaN;
}

/** Larger numbers of seconds, and of milliseconds, are times that no chat program has seen. */
const endOfSeconds = 100_000_000_000;
const endOfMilliseconds = 100_000_000_000_000;

/** The UNIX seconds of a time in seconds, milliseconds or microseconds, in ISO 8601, or as .NET writes it. */
function secondsOf(value: unknown): number | undefined {
  const [, ofDotNet] = typeof value === 'string' ? (/^\/Date\((\d{1,15})(?:[+-]\d{4})?\)\/$/.exec(value) ?? []) : [];
  if (ofDotNet !== undefined) return secondsOf(Number(ofDotNet) / 1000);
  const number = numberOf(value);
  const seconds = Number.isNaN(number) ? secondsOfIso(value) : number / scaleOf(number);
  return seconds >= 0 && seconds < endOfTime ? seconds : undefined;
}

function scaleOf(number: number): number {
  if (number < endOfSeconds) return 1;
  return number < endOfMilliseconds ? 1000 : 1_000_000;
}

const isoTime = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?(?: ?(Z|UTC|GMT|[+-]\d\d(?::?\d\d)?))?)?$/i;

/** NaN if it is no such text. A time without a zone is in UTC. */
function secondsOfIso(value: unknown): number {
  const match = typeof value === 'string' ? isoTime.exec(value) : null;
  if (!match) return Number.NaN;
  const [written, zone] = match;
  const iso = written
    .replace(' ', 'T')
    .replace(',', '.')
    .replace(/ ?(?:UTC|GMT)$/i, 'Z')
    .replace(' ', '')
    .replace(/([+-]\d\d)$/, written.includes(':') ? '$1:00' : '$1');
  return Date.parse(zone === undefined && written.includes(':') ? `${iso}Z` : iso) / 1000;
}
