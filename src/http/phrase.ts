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
  return (values) => new Phrase(text, values);
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
