import { findInvalidCharacter, normalize } from '../ground/text.ts';
import { type ApiError, errorKind, parameterBadValue, parameterInvalid, parameterNotAllowed } from '../http/errors.ts';
import { problems } from '../http/parameter-problems.ts';
import { bareOrQuoted, excerpt, integer, isLongerThan, json, type Kind, oneOfNumbers, text } from '../http/params.ts';
import { urlProblem } from '../http/url-problem.ts';

export const invalidLanguage = errorKind<{ language: string }>("Invalid language '{language}'");

/** Other databases and clients store these numbers in 32 bits. */
const maxNumber = 2 ** 31 - 1;

/** Zero or more, for instance days. */
export function count(): Kind<number> {
  return integer({ min: 0, max: maxNumber });
}

/**
 * A positive integer, or one of `words`, bare or as a JSON string, each standing for its value. Errors about values of
 * other types have `suffix` after the name, which clients know.
 */
export function positiveOr<Value extends number | null>(
  words: Readonly<Record<string, Value>>,
  suffix = '',
): Kind<number | Value> {
  return {
    schema: {
      anyOf: [
        { type: 'integer', minimum: 1, maximum: maxNumber },
        { type: 'string', enum: Object.keys(words) },
      ],
    },
    json: true,
    bad: ['x', '0', '-3', '1.5', '', '3000000000', 'null'],
    read(raw, name) {
      const isWord = typeof raw === 'string' && Object.hasOwn(words, raw);
      const given = isWord ? raw : json().read(raw, `${name}${suffix}`);
      if (typeof given === 'string' && Object.hasOwn(words, given)) return words[given] as Value;
      const number = typeof given === 'string' && /^\d{1,10}$/.test(given) ? Number(given) : given;
      if (isPositive(number)) return number;
      throw refusalOf(given, name, suffix);
    },
  };
}

function refusalOf(given: unknown, name: string, suffix: string): ApiError {
  const isOther = suffix !== '' && typeof given !== 'string' && !Number.isInteger(given);
  return isOther
    ? parameterInvalid({ name: `${name}${suffix}`, problem: problems.notString })
    : parameterBadValue({ name, value: excerpt(given) });
}

function isPositive(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= maxNumber;
}

/** One of a list of integers; the error for all other values has the text that clients know. */
export function listedNumber<const Value extends number>(values: readonly Value[]): Kind<Value> {
  return {
    ...oneOfNumbers(values),
    read(raw, name) {
      const given = json().read(raw, name);
      const value = values.find((one) => one === given);
      if (value === undefined) throw parameterNotAllowed({ name, detail: '' });
      return value;
    },
  };
}

let names: Intl.DisplayNames | undefined;

// Created at the first use: loading the names takes longer than most steps of the start.
function nameOf(code: string): string | undefined {
  names ??= new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });
  return names.of(code);
}

/** A language code such as `de` or `pt-br`. Throws invalidLanguage. */
export function language(): Kind<string> {
  const plain = bareOrQuoted(text());
  return {
    ...plain,
    bad: ['', 'x', 'qq', 'klingon', 'en_US', 'en-', '../en'],
    read(raw, name) {
      const code = plain.read(raw, name);
      if (!isLanguage(code)) throw invalidLanguage({ language: code });
      return code;
    },
  };
}

/** Whether a code such as `de` or `pt-br` names a language. */
export function isLanguage(code: string): boolean {
  return /^[a-z]{2,3}(-[a-z]{2,4})?$/i.test(code) && nameOf(code) !== undefined;
}

/** The English name of a language. */
export function languageName(code: string): string {
  return nameOf(code) ?? code;
}

/** A web URL, or null for the word `default`. */
export function urlOrDefault(): Kind<string | null> {
  const plain = bareOrQuoted(text({ max: 200 }));
  return {
    ...plain,
    bad: ['', 'x', 'javascript:alert(1)', '//host', `https://example.com/${'x'.repeat(200)}`],
    read(raw, name) {
      const value = plain.read(raw, name);
      if (value === 'default') return null;
      if (!/^https?:\/\//i.test(value) || !URL.canParse(value))
        throw parameterInvalid({ name, problem: urlProblem(raw) });
      return value;
    },
  };
}

/** A color such as `#17595f`. */
export function color(): Kind<string> {
  const plain = bareOrQuoted(text({ max: 7 }));
  return {
    ...plain,
    bad: ['', 'x', 'red', '#12345', '#12345g', '123456'],
    read(raw, name) {
      const value = plain.read(raw, name).toLowerCase();
      if (!/^#[0-9a-f]{6}$/.test(value)) throw parameterBadValue({ name, value: excerpt(raw) });
      return value;
    },
  };
}

/** The name of an organization. */
export const realmName: Kind<string> = shortName(40);

/** A name without outer blanks, of at most `max` code points. */
function shortName(max: number): Kind<string> {
  const plain = text();
  return {
    ...plain,
    schema: { type: 'string', minLength: 1, maxLength: max },
    bad: ['', '  ', 'a\tb', 'x'.repeat(max + 1)],
    read(raw, name) {
      const value = normalize(plain.read(raw, name), 'NFC').trim();
      if (value === '') throw parameterInvalid({ name, problem: problems.blank });
      if (isLongerThan(value, max)) throw parameterInvalid({ name, problem: problems.longCharacters({ limit: max }) });
      const position = findInvalidCharacter(value);
      if (position > 0) throw parameterInvalid({ name, problem: problems.invalidCharacter({ position }) });
      return value;
    },
  };
}
