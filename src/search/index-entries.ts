import { addGrams, gramsBetweenWords, gramsOfWord } from './grams.ts';
import { searchedTexts, type TextTerm } from './query.ts';
import { stem } from './stem.ts';
import { findWords, listWords } from './words.ts';

// An entry of the index is the stem of a word, a gram, or a place: a property of a message that is no text.

/** The entries and the words of a message. */
export interface Indexed {
  entries: Set<string>;
  words: Set<string>;
}

/** What the index keeps of a message. */
export function indexed(content: string, topic: string): Indexed {
  const entries = new Set<string>();
  const words = new Set<string>();
  for (const text of searchedTexts(content, topic)) {
    for (const word of listWords(text)) words.add(word);
    addGrams(entries, text);
  }
  for (const word of words) entries.add(stemEntry(stem(word)));
  return { entries, words };
}

const longestStem = 40;

function stemEntry(stem: string): string {
  return `\u0080${stem.slice(0, longestStem)}`;
}

/** The entry of all messages with some property, such as `c5`. */
export function placeEntry(place: string): string {
  return `\u0081${place}`;
}

/** Tells which words have a part; undefined when they are too many to name. */
export type WordFinder = (part: string) => string[] | undefined;

const maxTerms = 16;
/** The same for the words of one term, such as a long phrase. */
const maxWords = 16;
/** The same for the grams of one word, and for those between words. */
const maxGrams = 12;

/**
 * What FTS5 is asked for: it finds every message that has all terms, and few others. An index that is asked for more
 * tells hardly more and takes longer.
 */
export function indexQuery(terms: readonly TextTerm[], findWordsWith: WordFinder): string {
  return all(terms.slice(0, maxTerms).map((term) => termQuery(term, findWordsWith)));
}

function termQuery({ literal, isShort, stems }: TextTerm, findWordsWith: WordFinder): string {
  if (isShort) return quote(stemEntry(stem(literal)));
  const inOtherForms = stems.length === 0 ? [] : [all(stems.slice(0, maxWords).map((one) => quote(stemEntry(one))))];
  return any([...inOtherForms, literalQuery(literal, findWordsWith)]);
}

/** Asks for messages that have a text, whether it begins and ends inside words or not. */
function literalQuery(literal: string, findWordsWith: WordFinder): string {
  const words = findWords(literal)
    .slice(0, maxWords)
    .map(({ text, index }) => {
      const isWhole = index > 0 && index + text.length < literal.length;
      return isWhole ? quote(stemEntry(stem(text))) : partQuery(text, findWordsWith);
    });
  return all([...words.filter((query) => query !== ''), ...gramsBetweenWords(literal).slice(0, maxGrams).map(quote)]);
}

/** Asks for messages with a word that has a part: by such words, or by the part's grams where words are too many. */
function partQuery(part: string, findWordsWith: WordFinder): string {
  const grams = gramsOfWord(part);
  if (grams.size === 0) return '';
  const words = findWordsWith(part);
  if (!words) return all([...grams].slice(0, maxGrams).map(quote));
  if (words.length === 0) return quote(nothing);
  return any([...new Set(words.map((word) => stemEntry(stem(word))))].map(quote));
}

// No message has it.
const nothing = '\u0082';

function all(queries: readonly string[]): string {
  return queries.length === 1 ? (queries[0] as string) : `(${queries.join(' AND ')})`;
}

/** Asks for what one of some queries finds. */
export function any(queries: readonly string[]): string {
  return queries.length === 1 ? (queries[0] as string) : `(${[...new Set(queries)].join(' OR ')})`;
}

/** An entry as FTS5 takes it. */
export function quote(entry: string): string {
  return `"${entry}"`;
}
