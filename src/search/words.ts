import { normalize } from '../ground/text.ts';
import { foldLetters } from '../languages/letters.ts';

const ascii = /^[\0-\x7f]*$/;
// The unit of folding: a character with its marks, or the parts of a Hangul syllable.
const cluster = /[\u1100-\u11ff\ua960-\ua97f\ud7b0-\ud7ff]+|[^\0-\x7f][\p{M}\uff9e\uff9f]*/gu;
/** Spaces that become one, or a cluster: everything that folding changes beside capitals. */
const foldedPiece = new RegExp(`[\\t-\\r ]{2,}|[\\t-\\r]|${cluster.source}`, 'gu');

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

/** A folded text, and where its parts are in the original. */
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
  const folding = new Folding();
  let at = 0;
  for (const { 0: piece, index } of text.matchAll(foldedPiece)) {
    folding.addPlain(text, at, index);
    folding.addPiece(piece, index);
    at = index + piece.length;
  }
  folding.addPlain(text, at, text.length);
  return folding.finish(text.length);
}

/** Collects the pieces of a text as they are folded. */
class Folding {
  #texts: string[] = [];
  #length = 0;
  #endsWithSpace = false;
  /** Where each part begins in the folded text. The parts cover it without gaps. */
  #froms: number[] = [];
  /** Where each part begins in the original, and where a changed one ends; undefined for one of the same length. */
  #starts: number[] = [];
  #ends: (number | undefined)[] = [];

  /** Adds ASCII in which spaces stand alone. */
  addPlain(text: string, from: number, until: number): void {
    const start = this.#endsWithSpace && text[from] === ' ' ? from + 1 : from;
    if (start < until) this.#add(text.slice(start, until).toLowerCase(), start, undefined);
  }

  /** Adds a character with its marks, or ASCII spaces, of which the first stands for all. */
  addPiece(piece: string, start: number): void {
    const isSpace = piece < '!';
    const folded = isSpace ? ' ' : foldCluster(piece);
    const kept = this.#endsWithSpace && folded.startsWith(' ') ? folded.slice(1) : folded;
    const isPlain = piece.length === 1 && kept.length === 1;
    if (kept !== '') this.#add(kept, start, isPlain ? undefined : start + (isSpace ? 1 : piece.length));
  }

  finish(length: number): FoldedText {
    const [froms, starts, ends] = [this.#froms, this.#starts, this.#ends];
    const startOf = (at: number) => {
      const part = partAt(froms, at);
      return ends[part] === undefined ? (starts[part] ?? 0) + at - (froms[part] ?? 0) : (starts[part] ?? 0);
    };
    const endOf = (at: number) => ends[partAt(froms, at)] ?? startOf(at) + 1;
    const rangeOf = (start: number, end: number) => ({ start: startOf(start), end: Math.min(endOf(end - 1), length) });
    return { folded: this.#texts.join(''), rangeOf };
  }

  #add(folded: string, start: number, end: number | undefined): void {
    if (end !== undefined || !this.#continues(start)) {
      this.#froms.push(this.#length);
      this.#starts.push(start);
      this.#ends.push(end);
    }
    this.#texts.push(folded);
    this.#length += folded.length;
    this.#endsWithSpace = folded.endsWith(' ');
  }

  /** Whether the last part keeps its length and reaches up to a position of the original. */
  #continues(start: number): boolean {
    const last = this.#froms.length - 1;
    if (last < 0 || this.#ends[last] !== undefined) return false;
    return (this.#starts[last] as number) + this.#length - (this.#froms[last] as number) === start;
  }
}

/** The last part that begins at a position or before it. */
function partAt(froms: readonly number[], at: number): number {
  let low = 0;
  let high = froms.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if ((froms[middle] as number) <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}

const foldedClusters = new Map<string, string>();
const mostClusters = 10_000;

// Cached, because normalizing takes longer than all else and few characters recur.
function foldCluster(text: string): string {
  let folded = foldedClusters.get(text);
  if (folded === undefined) {
    folded = computeFolded(text);
    if (text.length > 2) return folded;
    if (foldedClusters.size >= mostClusters) foldedClusters.clear();
    foldedClusters.set(text, folded);
  }
  return folded;
}

function computeFolded(text: string): string {
  return foldLetters(text, normalize).replace(/[‘’ʼ]/g, "'").replace(/[“”„]/g, '"').replace(/\s+/g, ' ');
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
