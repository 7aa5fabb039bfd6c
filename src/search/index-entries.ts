import { addGrams, gramsBetweenWords, gramsOfWord } from './grams.ts';
import { searchedTexts, type TextTerm } from './query.ts';
import { commonStart, stem } from './stem.ts';
import { findWords, listWords } from './words.ts';

// An entry of the index is the stem of a word, a gram, or a property of the message such as its sender.

/** The index entries and the words of a message. */
export interface Indexed {
  entries: Set<string>;
  words: Set<string>;
}

/** The entries and words of a content and topic. */
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

/** The entry of a property, such as `c5` for channel 5. */
export function propertyEntry(property: string): string {
  return `\u0081${property}`;
}

/** Where in a word a part of it is. A phrase has the start or the end of a word where it goes on beside it. */
export type PartPlace = 'start' | 'end' | 'anywhere';

/** Lists the words that contain `part`; undefined if there are too many. */
type WordFinder = (part: string, place: PartPlace) => readonly string[] | undefined;

const maxTerms = 16;
/** Words of one term, such as a long phrase. */
const maxWords = 16;
/** Grams looked up for one part of a word: more of them cost more time than fewer candidates save. */
const partGrams = 3;
/** Grams looked up for the text between words. */
const maxGrams = 12;
/** Words of a term that a search excludes: the index compares each of them with every candidate. */
const mostCertain = 50;

/**
 * The FTS5 query for some terms. It finds every message that has them all and none of `unwanted`, and few others. Its
 * length is limited, because more conditions take longer and exclude hardly more.
 */
export function indexQuery(
  terms: readonly TextTerm[],
  unwanted: readonly TextTerm[],
  findWordsWith: WordFinder,
): string {
  const isUnwanted = (stem: string) => unwanted.some((term) => isCertain(term, stem));
  const findWanted: WordFinder = (part, place) => {
    return findWordsWith(part, place)?.filter((word) => !isUnwanted(stem(word)));
  };
  const queries = terms.slice(0, maxTerms).map((term) => {
    const inOtherForms = term.stems.some(isUnwanted) ? [] : stemsQueries(term);
    const isContradiction = unwanted.some(({ isShort, literal }) => !isShort && term.literal.includes(literal));
    return any([...inOtherForms, isContradiction ? quote(nothing) : literalQuery(term, findWanted)]);
  });
  return all(queries);
}

function stemsQueries({ isShort, stems }: TextTerm): readonly string[] {
  return isShort || stems.length === 0 ? [] : [all(stems.slice(0, maxWords).map((one) => quote(stemEntry(one))))];
}

/** Lists some words that contain `part`. */
type SomeWordsFinder = (part: string) => readonly string[];

/** FTS5 queries for messages that certainly have all terms, by a word for each; none if no word makes it certain. */
export function certainQueries(terms: readonly TextTerm[], findWordsWith: SomeWordsFinder): readonly string[] {
  const queries = terms.map((term) => [...certainStems(term, findWordsWith)].map((one) => quote(stemEntry(one))));
  const [words = []] = queries;
  if (queries.length === 1) return words;
  if (queries.length > maxTerms || queries.some(({ length }) => length === 0)) return [];
  return [all(queries.map(any))];
}

function certainStems(term: TextTerm, findWordsWith: SomeWordsFinder): Set<string> {
  const containing = isWholeWord(term) ? findWordsWith(term.literal).slice(0, mostCertain).map(stem) : [];
  return new Set([...term.stems, ...containing].filter((one) => isCertain(term, one)));
}

/** Whether every word of a stem matches the term. The index shortens long ones, so it cannot tell these from others. */
function isCertain(term: TextTerm, one: string): boolean {
  if (one.length >= longestStem) return false;
  const isItsOwn = term.stems.length === 1 && term.stems[0] === one;
  return isItsOwn || (isWholeWord(term) && commonStart(one).includes(term.literal));
}

function isWholeWord({ literal, isShort }: TextTerm): boolean {
  return !isShort && findWords(literal)[0]?.text === literal;
}

/** Finds messages that contain a text, also if it begins or ends inside a word. */
function literalQuery({ literal, isShort }: TextTerm, findWordsWith: WordFinder): string {
  if (isShort) return quote(stemEntry(stem(literal)));
  const words = findWords(literal)
    .slice(0, maxWords)
    .map(({ text, index }) => {
      const begins = index > 0;
      const ends = index + text.length < literal.length;
      if (begins && ends) return quote(stemEntry(stem(text)));
      return partQuery(text, findWordsWith, begins ? 'start' : ends ? 'end' : 'anywhere');
    });
  return all([...words.filter((query) => query !== ''), ...gramsBetweenWords(literal).slice(0, maxGrams).map(quote)]);
}

/**
 * Finds messages with a word that contains `part`: by those words or, if there are too many, by the grams of the part.
 */
function partQuery(part: string, findWordsWith: WordFinder, place: PartPlace): string {
  const grams = gramsQuery(part);
  if (grams === '') return '';
  const words = findWordsWith(part, place);
  if (!words) return `(${grams})`;
  if (words.length === 0) return quote(nothing);
  return any([...new Set(words.map((word) => stemEntry(stem(word))))].map(quote));
}

/** The FTS5 query for the grams of a part of a word; empty if it has none. */
export function gramsQuery(part: string): string {
  const grams = spread([...gramsOfWord(part)], partGrams);
  return grams.map(quote).join(' AND ');
}

/** At most `count` elements of a list, evenly spread from the first to the last. */
function spread(list: readonly string[], count: number): readonly string[] {
  if (list.length <= count) return list;
  return Array.from({ length: count }, (_, n) => list[Math.round((n * (list.length - 1)) / (count - 1))] as string);
}

// An entry that no message has.
const nothing = '\u0082';

function all(queries: readonly string[]): string {
  return queries.length === 1 ? (queries[0] as string) : `(${queries.join(' AND ')})`;
}

export function any(queries: readonly string[]): string {
  return queries.length === 1 ? (queries[0] as string) : `(${[...new Set(queries)].join(' OR ')})`;
}

/** Quotes an entry as an FTS5 string. */
export function quote(entry: string): string {
  return `"${entry}"`;
}
