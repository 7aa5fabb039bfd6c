import { endOfTime } from '../ground/clock.ts';
import { parameterInvalid, parameterNotAllowed } from './errors.ts';
import { problems } from './parameter-problems.ts';

export type JsonSchema = Record<string, unknown>;

/**
 * A kind of parameter. `read` takes the text of a form field or the value of a JSON field, and throws the API error
 * that names the parameter if it does not fit.
 */
export interface Kind<Value> {
  read(raw: unknown, name: string): Value;
  schema: JsonSchema;
  /** Whether form fields carry the value as JSON text. */
  json: boolean;
  /** Texts that `read` refuses; the contract tests send them. */
  bad: readonly string[];
  /** Whether values that this server does not know are read as if the parameter were missing. */
  isHint?: boolean;
}

export interface Param<Value> extends Kind<Value> {
  required: boolean;
  fallback: Value;
  description: string;
  /** Older names of the same parameter. */
  aliases: readonly string[];
}

// biome-ignore lint/suspicious/noExplicitAny: a table of parameters of all types; each use infers its own
export type Params = Record<string, Param<any>>;
export type Values<P extends Params> = { [Name in keyof P]: P[Name] extends Param<infer Value> ? Value : never };

interface Options {
  aliases?: readonly string[];
}

export function required<Value>(kind: Kind<Value>, description: string, options: Options = {}): Param<Value> {
  return { ...kind, required: true, fallback: undefined as Value, description, aliases: options.aliases ?? [] };
}

/** An optional parameter: undefined, or the given fallback, if it is missing. */
export function optional<Value>(kind: Kind<Value>, description: string, options?: Options): Param<Value | undefined>;
export function optional<Value, Fallback>(
  kind: Kind<Value>,
  description: string,
  options: Options & { fallback: Fallback },
): Param<Exclude<Value, undefined> | Fallback>;
export function optional<Value>(
  kind: Kind<Value>,
  description: string,
  options: Options & { fallback?: unknown } = {},
): Param<unknown> {
  const { fallback, aliases = [] } = options;
  const schema = fallback === undefined ? kind.schema : { ...kind.schema, default: fallback };
  const param = { ...kind, schema, required: false, fallback, description, aliases };
  return kind.isHint ? { ...param, read: (raw, name) => kind.read(raw, name) ?? fallback } : param;
}

/**
 * A value that only tunes the answer. Clients newer than this server may send others, which count as missing. Not for
 * what decides which rows are written or who may read them: there an unknown value is an error.
 */
export function hint<Value>(kind: Kind<Value>): Kind<Value | undefined> {
  return {
    ...kind,
    isHint: true,
    bad: [],
    read: (raw, name) => (accepts(kind, raw) ? kind.read(raw, name) : undefined),
  };
}

interface TextOptions {
  /** In Unicode code points. */
  max?: number;
  min?: number;
}

export function text({ max, min }: TextOptions = {}): Kind<string> {
  const schema: JsonSchema = { type: 'string' };
  if (max !== undefined) schema.maxLength = max;
  if (min !== undefined) schema.minLength = min;
  return {
    schema,
    json: false,
    bad: max === undefined ? [] : ['x'.repeat(max + 1)],
    read(raw, name) {
      ensureText(raw, name);
      if (max !== undefined && isLongerThan(raw, max)) {
        throw parameterInvalid({ name, problem: problems.longCharacters({ limit: max }) });
      }
      if (min !== undefined && raw.length < min) {
        throw parameterInvalid({ name, problem: raw === '' ? problems.blank : problems.short });
      }
      return raw;
    },
  };
}

function ensureText(raw: unknown, name: string): asserts raw is string {
  if (typeof raw !== 'string') throw parameterInvalid({ name, problem: problems.notString });
  if (raw.includes('\0')) throw parameterInvalid({ name, problem: problems.nullBytes });
  if (!raw.isWellFormed()) throw parameterInvalid({ name, problem: problems.notUnicode });
}

/** A text that some clients send bare and others as a JSON string. */
export function bareOrQuoted<Value>(plain: Kind<Value>): Kind<Value> {
  return { ...plain, read: (raw, name) => plain.read(unquote(raw), name) };
}

/** Text without the spaces around it. */
export function trimmed(kind: Kind<string>): Kind<string> {
  return { ...kind, read: (raw, name) => kind.read(typeof raw === 'string' ? raw.trim() : raw, name) };
}

interface IntegerOptions {
  min?: number;
  max?: number;
}

export function integer({
  min = Number.MIN_SAFE_INTEGER,
  max = Number.MAX_SAFE_INTEGER,
}: IntegerOptions = {}): Kind<number> {
  const schema: JsonSchema = { type: 'integer' };
  if (min !== Number.MIN_SAFE_INTEGER) schema.minimum = min;
  if (max !== Number.MAX_SAFE_INTEGER) schema.maximum = max;
  return {
    schema,
    json: true,
    bad: ['x', '1.5', '', '[]', ...(min === Number.MIN_SAFE_INTEGER ? [] : [String(min - 1)])],
    read(raw, name) {
      const value = typeof raw === 'string' && /^-?\d+$/.test(raw.trim()) ? Number(raw) : parseJson(raw, name);
      if (typeof value !== 'number' || !Number.isInteger(value)) {
        throw parameterInvalid({ name, problem: problems.notInteger });
      }
      if (value < min) throw parameterInvalid({ name, problem: problems.tooSmall });
      if (value > max) throw parameterInvalid({ name, problem: problems.tooLarge });
      return value;
    },
  };
}

/** A time in UNIX seconds, before the year 10000. */
export function time(): Kind<number> {
  return integer({ max: endOfTime - 1 });
}

export function boolean(): Kind<boolean> {
  return {
    schema: { type: 'boolean' },
    json: true,
    bad: ['x', '1', ''],
    read(raw, name) {
      const value = parseJson(raw, name);
      if (typeof value !== 'boolean') throw parameterInvalid({ name, problem: problems.notBoolean });
      return value;
    },
  };
}

/** One of a list of words. `detail` follows `Invalid` and the name in the error message. */
export function oneOf<const Word extends string>(
  words: readonly Word[],
  detail: (given: unknown) => string = () => '',
): Kind<Word> {
  return {
    schema: { type: 'string', enum: words },
    json: false,
    bad: ['no-such-word', ''],
    read(raw, name) {
      const word = words.find((candidate) => candidate === raw);
      if (word === undefined) throw parameterNotAllowed({ name, detail: detail(raw) });
      return word;
    },
  };
}

/** Also reads the former names of some words. */
export function withFormerNames(words: Kind<string>, former: Readonly<Record<string, string>>): Kind<string> {
  const present = new Map(Object.entries(former));
  return { ...words, read: (raw, name) => present.get(String(unquote(raw))) ?? words.read(raw, name) };
}

/** The end of the error message for a value that is not on the list. Clients read it. */
export const notListed = ': Value error, Not in the list of possible values';

/** One of a list of integers. `detail` follows `Invalid` and the name in the error message. */
export function oneOfNumbers<const Value extends number>(
  values: readonly Value[],
  detail: (given: number) => string = () => notListed,
): Kind<Value> {
  const number = integer();
  return {
    ...number,
    schema: { type: 'integer', enum: values },
    bad: [...number.bad, String(Math.min(...values) - 1), String(Math.max(...values) + 1)],
    read(raw, name) {
      const given = number.read(raw, name);
      const value = values.find((one) => one === given);
      if (value === undefined) throw parameterNotAllowed({ name, detail: detail(given) });
      return value;
    },
  };
}

/** A request has room for a million ids, which would block all others for a second. */
const longestList = 100_000;

/** A JSON list. Errors name the element: `name[0]`. */
export function list<Item>(item: Kind<Item>, { max = longestList }: { max?: number } = {}): Kind<Item[]> {
  return {
    schema: { type: 'array', items: item.schema, maxItems: max },
    json: true,
    bad: ['x', '{}', '3', ...item.bad.slice(0, 1).map((text) => JSON.stringify([item.json ? {} : text]))],
    read(raw, name) {
      const value = parseJson(raw, name);
      if (!Array.isArray(value)) throw parameterInvalid({ name, problem: problems.notList });
      if (value.length > max) throw parameterInvalid({ name, problem: problems.long });
      return value.map((element: unknown, index) => item.read(strict(element, item), `${name}[${index}]`));
    },
  };
}

/** A JSON object with known fields; others are ignored. Errors name the field: `name["field"]`. */
export function object<P extends Params>(fields: P): Kind<Values<P>> {
  const entries = Object.entries(fields);
  const requiredNames = entries.filter(([, field]) => field.required).map(([name]) => name);
  return {
    schema: {
      type: 'object',
      properties: Object.fromEntries(entries.map(([name, field]) => [name, field.schema])),
      ...(requiredNames.length > 0 ? { required: requiredNames } : {}),
    },
    json: true,
    bad: ['x', '[]', '3', ...(requiredNames.length > 0 ? ['{}'] : [])],
    read(raw, name) {
      const value = parseJson(raw, name);
      if (!isPlainObject(value)) throw parameterInvalid({ name, problem: problems.notDict });
      const result: Record<string, unknown> = {};
      for (const [key, field] of entries) {
        if (!Object.hasOwn(value, key)) {
          if (field.required) throw parameterInvalid({ name: `${name}["${key}"]`, problem: problems.fieldRequired });
          result[key] = field.fallback;
        } else {
          result[key] = field.read(strict(value[key], field), `${name}["${key}"]`);
        }
      }
      return result as Values<P>;
    },
  };
}

/** Any JSON value, for parameters that the caller validates. */
export function json(): Kind<unknown> {
  return { schema: {}, json: true, bad: ['{', 'x'], read: parseJson };
}

export function isLongerThan(value: string, max: number): boolean {
  if (value.length <= max) return false;
  return value.length > 2 * max || [...value].length > max;
}

const longestExcerpt = 100;

/** The beginning of a value, for an error message. Its length is limited even for large or deeply nested values. */
export function excerpt(raw: unknown): string {
  let left = longestExcerpt;
  const shortened = (_key: string, value: unknown) => (left-- > 0 || typeof value !== 'object' ? value : null);
  const whole = typeof raw === 'string' ? raw : (JSON.stringify(raw, shortened) ?? '');
  return whole.slice(0, longestExcerpt).toWellFormed();
}

/** Whether a kind reads a value. */
export function accepts(kind: Kind<unknown>, raw: unknown): boolean {
  try {
    kind.read(raw, '');
    return true;
  } catch {
    return false;
  }
}

/** The value of a JSON text, or a value that is parsed already. Throws parameterInvalid. */
export function parseJson(raw: unknown, name: string): unknown {
  if (typeof raw !== 'string') return raw;
  try {
    return JSON.parse(raw) as unknown;
  } catch {
    throw parameterInvalid({ name, problem: problems.notJson });
  }
}

/**
 * Form texts stand for numbers and booleans only at the outermost level. Inside JSON, text is replaced by a function,
 * which every kind refuses with its own message.
 */
export function strict(value: unknown, kind: Kind<unknown>): unknown {
  return typeof value === 'string' && kind.json ? () => value : value;
}

function unquote(raw: unknown): unknown {
  if (typeof raw !== 'string' || !raw.startsWith('"')) return raw;
  try {
    const value: unknown = JSON.parse(raw);
    return typeof value === 'string' ? value : raw;
  } catch {
    return raw;
  }
}

export function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
