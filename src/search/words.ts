import { normalize } from '../ground/text.ts';

// Marks that people omit when they type: accents, and the vowel points of Hebrew and Arabic.
const accents = new RegExp(
  `[${[
    '\\u0300-\\u036f\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\u20d0-\\u20ff\\ufe20-\\ufe2f',
    '\\u0483-\\u0487',
    '\\u0591-\\u05bd\\u05bf\\u05c1\\u05c2\\u05c4\\u05c5\\u05c7',
    '\\u0610-\\u061a\\u064b-\\u065f\\u0670',
    // Signs without width, and those that choose how an emoji looks.
    '\\u00ad\\u200b-\\u200d\\u2060\\ufeff\\ufe00-\\ufe0f',
  ].join('')}]`,
  'g',
);
const ascii = /^[\0-\x7f]*$/;
// The unit of folding: a character with its marks, or the parts of a Hangul syllable.
const cluster = /[\u1100-\u11ff\ua960-\ua97f\ud7b0-\ud7ff]+|[^\0-\x7f][\p{M}\uff9e\uff9f]*/gu;
const clusterOrAscii = new RegExp(`[\\0-\\x7f]|${cluster.source}`, 'gu');

export function isAscii(text: string): boolean {
  return ascii.test(text);
}

/** Whether a character of a folded ASCII text belongs to a word. */
export function isAsciiLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57);
}

/** Folds a text for comparison: without case, accents and differences of spaces. */
export function foldText(text: string): string {
  const folded = isAscii(text) ? text.toLowerCase() : text.replace(cluster, foldCluster).toLowerCase();
  return otherSpace.test(folded) ? folded.replace(/\s+/g, ' ') : folded;
}

const otherSpace = /\s\s|[^\S ]/;
const severalSpaces = /\s\s/;

interface FoldedText {
  folded: string;
  /** The range of the original that belongs to a range of the folded text. */
  rangeOf: (start: number, end: number) => { start: number; end: number };
}

/** Folds a text and remembers positions, to show matches in the original. */
export function foldWithPositions(text: string): FoldedText {
  if (isAscii(text) && !severalSpaces.test(text)) {
    return { folded: text.toLowerCase().replace(/\s/g, ' '), rangeOf: (start, end) => ({ start, end }) };
  }
  const starts: number[] = [];
  const ends: number[] = [];
  let folded = '';
  for (const { 0: piece, index } of text.matchAll(clusterOrAscii)) {
    for (const character of foldText(piece)) {
      if (character === ' ' && folded.endsWith(' ')) continue;
      folded += character;
      for (let unit = 0; unit < character.length; unit++) {
        starts.push(index);
        ends.push(index + piece.length);
      }
    }
  }
  const rangeOf = (start: number, end: number) => ({ start: starts[start] ?? 0, end: ends[end - 1] ?? text.length });
  return { folded, rangeOf };
}

function foldCluster(text: string): string {
  const bare = normalize(normalize(text, 'NFKD').replace(accents, ''), 'NFC');
  return bare.toUpperCase().toLowerCase().replace(/ς/g, 'σ').replace(/[‘’ʼ]/g, "'").replace(/[“”„]/g, '"');
}

const unspaced =
  '\\p{sc=Han}\\p{sc=Hira}\\p{sc=Kana}\\p{sc=Hang}\\p{sc=Bopo}\\p{sc=Thai}\\p{sc=Laoo}\\p{sc=Khmr}\\p{sc=Mymr}ー';

/** Runs of scripts that do not separate words by spaces, or in which one or two characters are a word. */
export const unspacedRun = new RegExp(`[${unspaced}]+`, 'gv');
/** Words of a folded text in all other scripts. */
export const spacedWord = new RegExp(`[[\\p{L}\\p{N}\\p{M}]--[${unspaced}]]+`, 'gv');
const asciiWord = /[a-z0-9]+/g;

/** A word of a folded text, and its position. */
export interface Word {
  text: string;
  index: number;
}

/** The words of a folded text, except in unspaced scripts. */
export function listWords(folded: string): string[] {
  return folded.match(isAscii(folded) ? asciiWord : spacedWord) ?? [];
}

/** Like listWords, with positions. */
export function findWords(folded: string): Word[] {
  const pattern = isAscii(folded) ? asciiWord : spacedWord;
  return Array.from(folded.matchAll(pattern), ({ 0: text, index }) => ({ text, index }));
}

/** Whether a folded text contains an unspaced script. */
export function hasUnspaced(folded: string): boolean {
  return !isAscii(folded) && folded.search(unspacedRun) >= 0;
}
