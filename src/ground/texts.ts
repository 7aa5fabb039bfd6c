import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { languagesFolder } from '../assets.ts';
import { compile, compilePseudo } from '../languages/compile.ts';
import { isolatorIn } from '../languages/isolate.ts';
import type { Arguments, Key, PlainKey } from '../languages/keys.ts';
import { directionOf, type Language, pseudoLanguage } from '../languages/list.ts';
import { Grammar, type Message, partsOf, type Value, type Values } from '../languages/message.ts';
import { escapeHtml } from './text.ts';

/** The messages of one language, in ICU MessageFormat. */
interface Catalogue {
  /** By their names. */
  texts: Readonly<Record<string, string>>;
  /** Those of errors, by the English text of their declaration. English has none. */
  declared?: Readonly<Record<string, string>>;
}

/** Reads a catalogue. That of the pseudo-language is the English one. */
export function readCatalogue(language: Language): Catalogue {
  const name = language === pseudoLanguage ? 'en' : language;
  return JSON.parse(readFileSync(join(languagesFolder, `${name}.json`), 'utf8'));
}

/** Returns the function that compiles messages of a language. */
export function compilerOf(language: Language): (source: string) => Message {
  return language === pseudoLanguage ? compilePseudo : compile;
}

/** What the server says in one language. Messages are compiled when they are first said. */
export class Texts {
  readonly language: Language;
  readonly direction: 'ltr' | 'rtl';
  #catalogue: Catalogue;
  #compiled = new Map<string, Message>();
  #grammar: Grammar;
  #isolate: ReturnType<typeof isolatorIn>;

  constructor(language: Language) {
    this.language = language;
    this.#isolate = isolatorIn(language);
    this.direction = directionOf(language);
    this.#catalogue = readCatalogue(language);
    this.#grammar = new Grammar(language);
  }

  /** A message as text. */
  t<K extends PlainKey>(key: K, ...[values]: Arguments<K>): string {
    const isolated = Object.entries(values ?? {}).map(([name, value]) => [name, this.#isolate(value)]);
    return partsOf<never>(this.#find(key), Object.fromEntries(isolated), this.#grammar).join('');
  }

  /** A message in Markdown, with values in Markdown, which are isolated when they are shown. */
  markdown<K extends PlainKey>(key: K, ...[values]: Arguments<K>): string {
    return partsOf<never>(this.#find(key), (values ?? {}) as Values<never>, this.#grammar).join('');
  }

  /** A message as HTML. Its text and parameters are escaped; the functions of its tags take and return HTML. */
  html<K extends Key>(key: K, ...[values]: Arguments<K>): string {
    const made = Object.entries((values ?? {}) as Record<string, unknown>).map(([name, value]) => [
      name,
      typeof value === 'function' ? (inside: Part[]) => new Html(value(joinHtml(inside))) : this.#isolate(value),
    ]);
    return joinHtml(partsOf<Html>(this.#find(key), Object.fromEntries(made), this.#grammar));
  }

  /** Names one after another. */
  list(names: readonly string[]): string {
    return names.join(commas[this.language] ?? ', ');
  }

  /** The text of a declaration with the values of its `{placeholders}`. */
  declared(english: string, values: Readonly<Record<string, unknown>> = {}): string {
    const message = this.#find(english, () => toIcu(this.#catalogue.declared?.[english] ?? english));
    return partsOf<never>(message, values as Values<never>, this.#grammar).join('');
  }

  #find(key: string, source = () => this.#catalogue.texts[key] ?? key): Message {
    const known = this.#compiled.get(key);
    if (known !== undefined) return known;
    const message = compilerOf(this.language)(source());
    this.#compiled.set(key, message);
    return message;
  }
}

/** What stands between the names of a list where it is not a comma with a space. */
const commas: { readonly [language in Language]?: string } = { ar: '، ', ja: '、', 'zh-hans': '、' };

/** The text of a declaration in ICU MessageFormat: in it only `{placeholders}` have a meaning. */
export function toIcu(declared: string): string {
  return declared.replaceAll("'", "''").replace(/<|\{(?!\w+\})/g, "'$&'");
}

/** What the server says in a language. */
export function textsIn(language: Language): Texts {
  const found = known.get(language) ?? new Texts(language);
  known.set(language, found);
  return found;
}

const known = new Map<Language, Texts>();

class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = Value | Html;

function joinHtml(parts: readonly Part[]): string {
  return parts.map((part) => (part instanceof Html ? part.text : escapeHtml(String(part)))).join('');
}
