import { textsIn } from '../ground/texts.ts';
import type { Language } from '../languages/list.ts';

/** What is said in the language of its reader: an error, or a phrase in one. */
interface Said {
  messageIn(language: Language): string;
}

/** Declared texts, which each catalogue but the English one translates. */
export const declaredTexts: Set<string> = new Set();

/** A text that errors have as a value, such as what is wrong with a parameter. In JSON and as text it is English. */
export class Phrase implements Said {
  readonly text: string;
  readonly values: Readonly<Record<string, unknown>>;

  constructor(text: string, values: Readonly<Record<string, unknown>>) {
    this.text = text;
    this.values = values;
  }

  messageIn(language: Language): string {
    return sayDeclared(language, this.text, this.values);
  }

  toString(): string {
    return this.messageIn('en');
  }

  toJSON(): string {
    return this.messageIn('en');
  }
}

/** Declares a phrase without values. */
export function phrase(text: string): Phrase {
  declaredTexts.add(text);
  return new Phrase(text, {});
}

/** Declares a phrase with `{placeholders}`: returns what makes it of their values. */
export function phraseWith<Values extends Record<string, unknown>>(text: string): (values: Values) => Phrase {
  declaredTexts.add(text);
  return (values) => new Phrase(text, quotedValues(values));
}

/** In UTF-16 code units: longer than anything that has a name. */
const longestQuote = 1000;

/** What a sender wrote, cut off after 1000 characters where an answer repeats it: an answer must not be as large as that. */
export function quoted(text: string): string {
  return text.length <= longestQuote ? text : text.slice(0, longestQuote).toWellFormed();
}

/** The values of an error, with texts as `quoted` cuts them. */
export function quotedValues<Values>(values: Values): Values {
  if (typeof values !== 'object' || values === null) return values;
  const cut = Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? quoted(value) : value]);
  return Object.fromEntries(cut) as Values;
}

/** A declared text with its values. The English one is that of the declaration. */
export function sayDeclared(language: Language, text: string, values: Readonly<Record<string, unknown>>): string {
  const said = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, sayValue(language, value)]));
  if (language !== 'en') return textsIn(language).declared(text, said);
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(said[name]));
}

/** A value, or the fields of one, in a language. */
export function sayValue(language: Language, value: unknown): unknown {
  if (isSaid(value)) return value.messageIn(language);
  if (Array.isArray(value)) return value.map((one) => sayValue(language, one));
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, sayValue(language, one)]));
}

function isSaid(value: unknown): value is Said {
  return typeof value === 'object' && value !== null && 'messageIn' in value;
}
