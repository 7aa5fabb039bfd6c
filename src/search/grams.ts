import { hasUnspaced, isAsciiLetter, spacedWord, unspacedRun } from './words.ts';

// A gram is short enough that every longer part of a text is found by its grams: three characters in most scripts, one
// between words, one and two in scripts without spaces.

/** Adds the grams of a folded text. */
export function addGrams(grams: Set<string>, folded: string): void {
  if (!hasUnspaced(folded)) {
    addSpaced(grams, folded);
    return;
  }
  let end = 0;
  for (const { 0: run, index } of folded.matchAll(unspacedRun)) {
    addSpaced(grams, folded.slice(end, index));
    addUnspaced(grams, run);
    end = index + run.length;
  }
  addSpaced(grams, folded.slice(end));
}

/** The characters of a text. Most texts need no splitting, because each is one UTF-16 unit. */
function lettersOf(text: string): string | string[] {
  return /[\ud800-\udfff]/.test(text) ? Array.from(text) : text;
}

function addUnspaced(grams: Set<string>, run: string): void {
  const letters = lettersOf(run);
  for (let at = 0; at < letters.length; at++) {
    grams.add(letters[at] as string);
    if (at > 0) grams.add(`${letters[at - 1]}${letters[at]}`);
  }
}

// Grams of three with only their middle in a word are omitted: they would double the index and exclude little.
function addSpaced(grams: Set<string>, text: string): void {
  const letters = lettersOf(text);
  // Escaped as a whole: a message has a hundred grams.
  const written = lettersOf(escapeText(text));
  let wasWord = false;
  let isWord = letters.length > 0 && isWordLetter(letters[0] as string);
  for (let at = 0; at < letters.length; at++) {
    const letter = letters[at] as string;
    const isInside = at > 0 && at + 1 < letters.length;
    const willBeWord = at + 1 < letters.length && isWordLetter(letters[at + 1] as string);
    if (!isWord && letter !== ' ') grams.add(written[at] as string);
    if (isInside && (!isWord || (wasWord && willBeWord))) grams.add(around(written, at));
    wasWord = isWord;
    isWord = willBeWord;
  }
}

function around(letters: string | string[], at: number): string {
  const three = letters.slice(at - 1, at + 2);
  return typeof three === 'string' ? three : three.join('');
}

export function gramsOfWord(word: string): Set<string> {
  const grams = new Set<string>();
  addSpaced(grams, word);
  return grams;
}

/** The grams of a folded text outside its words, without those that are part of another. */
export function gramsBetweenWords(folded: string): string[] {
  const grams = new Set<string>();
  addGrams(grams, folded);
  for (const [word] of folded.matchAll(spacedWord)) for (const gram of gramsOfWord(word)) grams.delete(gram);
  return [...grams].filter((gram) => ![...grams].some((other) => other !== gram && other.includes(gram)));
}

const wordLetter = new RegExp(spacedWord.source, 'v');

function isWordLetter(letter: string): boolean {
  const code = letter.charCodeAt(0);
  if (code < 0x80) return isAsciiLetter(code);
  return wordLetter.test(letter);
}

const gaps = /[^a-z0-9\u0080-\uffff]/g;

// FTS5's ASCII tokenizer splits at ASCII characters other than letters and digits.
function escapeText(text: string): string {
  return text.replace(gaps, (letter) => String.fromCharCode(0x100 + letter.charCodeAt(0)));
}
