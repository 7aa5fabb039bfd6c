import type { Hit } from './highlight.ts';
import { commonStart, stem } from './stem.ts';
import {
  findWords,
  foldText,
  foldWithPositions,
  hasUnspaced,
  isAscii,
  isAsciiLetter,
  listWords,
  type Word,
} from './words.ts';

/** A word or quoted phrase of a search. */
export interface TextTerm {
  /** The text as written, folded. */
  literal: string;
  /** Whether it is a word of one or two letters, which is not searched inside other words. */
  isShort: boolean;
  /** The stems of its words, to match other forms; empty for a quoted phrase. */
  stems: readonly string[];
}

/** Parses a search. Every text is valid: signs without a meaning are searched for. */
export function parseQuery(query: string): TextTerm[] {
  const pieces = foldText(query).matchAll(/"([^"]*[^" ][^"]*)"|[^ ]+/g);
  return Array.from(pieces, ({ 0: piece, 1: quoted }) => (quoted === undefined ? readBare(piece) : readQuoted(quoted)));
}

function readQuoted(quoted: string): TextTerm {
  const literal = quoted.trim();
  const [word = ''] = listWords(literal);
  return { literal, isShort: word === literal && Array.from(word).length < 3, stems: [] };
}

function readBare(piece: string): TextTerm {
  const term = readQuoted(piece.replace(/^"+|"+$/g, '') || piece);
  return { ...term, stems: hasUnspaced(term.literal) ? [] : stemsOf(term.literal) };
}

// A term that begins or ends with another sign, such as `c++` or `#general`, matches only literally. Punctuation is
// ignored, because people copy words with it.
function stemsOf(literal: string): string[] {
  const bare = literal.replace(/^[("'[]+|[)"'\].,;:!?]+$/g, '');
  const words = findWords(bare);
  const [first] = words;
  const last = words.at(-1);
  if (!first || !last || first.index > 0 || hitOf(last).end < bare.length) return [];
  return words.map(({ text }) => stem(text));
}

/** The folded texts to search: the content as written, the content without signs of emphasis, and the topic. */
export function searchedTexts(content: string, topic: string): string[] {
  const texts = [foldText(content)];
  if (emphasis.test(content)) texts.push(foldText(content.replace(emphases, '')));
  if (topic !== '') texts.push(foldTopic(topic));
  return texts;
}

const emphasis = /[*~`]/;
const emphases = /[*~`]+/g;

let lastTopic = { topic: '', folded: '' };

// The mark of a resolved topic is not part of its text. Cached, because messages come in runs of one topic.
function foldTopic(topic: string): string {
  if (topic !== lastTopic.topic) lastTopic = { topic, folded: foldText(topic.replace(/^✔ /, '')) };
  return lastTopic.folded;
}

let lastMessage: { content: string; topic: string; texts: readonly string[] } | undefined;

/** Whether a message has all terms. */
export function matchesQuery(terms: readonly TextTerm[], content: string, topic: string): boolean {
  // Cached, because a narrow evaluates its terms one by one for the same message.
  if (content !== lastMessage?.content || topic !== lastMessage.topic) {
    lastMessage = { content, topic, texts: searchedTexts(content, topic) };
  }
  const { texts } = lastMessage;
  return terms.every((term) => texts.some((text) => hasTerm(text, term)));
}

function hasTerm(folded: string, term: TextTerm): boolean {
  if (!term.isShort && folded.includes(term.literal)) return true;
  const start = term.stems[0] === undefined ? term.literal : commonStart(term.stems[0]);
  if (!folded.includes(start)) return false;
  return findStems(folded, term).length > 0 || (term.isShort && findShort(folded, term).length > 0);
}

/** The parts of a text that match a term. */
export function findHits(terms: readonly TextTerm[], text: string): Hit[] {
  const { folded, rangeOf } = foldWithPositions(text);
  const hits = terms.flatMap((term) => [
    ...(term.isShort ? findShort(folded, term) : findLiterals(folded, term)),
    ...findStems(folded, term),
  ]);
  return hits.map(({ start, end }) => rangeOf(start, end));
}

function findLiterals(folded: string, { literal }: TextTerm): Hit[] {
  const hits: Hit[] = [];
  for (let at = folded.indexOf(literal); at >= 0; at = folded.indexOf(literal, at + literal.length)) {
    hits.push({ start: at, end: at + literal.length });
  }
  return hits;
}

function findShort(folded: string, { literal }: TextTerm): Hit[] {
  return findWords(folded)
    .filter(({ text }) => text === literal)
    .map(hitOf);
}

/** Sequences of words with these stems. */
function findStems(folded: string, { stems }: TextTerm): Hit[] {
  const [first] = stems;
  if (first === undefined) return [];
  const start = commonStart(first);
  if (!folded.includes(start)) return [];
  if (stems.length === 1 && isAscii(folded)) return findStem(folded, first, start);
  const words = findWords(folded);
  const hits: Hit[] = [];
  for (let at = 0; at + stems.length <= words.length; at++) {
    if (!words[at]?.text.startsWith(start)) continue;
    const run = words.slice(at, at + stems.length);
    if (!run.every(({ text }, index) => stem(text) === stems[index])) continue;
    hits.push({ start: (run[0] as Word).index, end: hitOf(run.at(-1) as Word).end });
  }
  return hits;
}

/** Words of an ASCII text with one stem, without splitting the rest of the text. */
function findStem(folded: string, wanted: string, start: string): Hit[] {
  const hits: Hit[] = [];
  for (let at = folded.indexOf(start); at >= 0; at = folded.indexOf(start, at + 1)) {
    if (at > 0 && isAsciiLetter(folded.charCodeAt(at - 1))) continue;
    let end = at + start.length;
    while (isAsciiLetter(folded.charCodeAt(end))) end++;
    if (stem(folded.slice(at, end)) === wanted) hits.push({ start: at, end });
  }
  return hits;
}

function hitOf({ text, index }: Word): Hit {
  return { start: index, end: index + text.length };
}
