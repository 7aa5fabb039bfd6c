import { spacedWord, unspacedRun } from './words.ts';

// So few characters of a text that every longer part of it can be found by those it consists of. In most scripts that
// is three characters; of what stands between words one; of scripts without spaces one and two.

/** Adds the grams of a folded text. */
export function addGrams(grams: Set<string>, folded: string): void {
  let end = 0;
  for (const { 0: run, index } of folded.matchAll(unspacedRun)) {
    addSpaced(grams, folded.slice(end, index));
    addUnspaced(grams, run);
    end = index + run.length;
  }
  addSpaced(grams, folded.slice(end));
}

/** Characters of a text: of most texts, each is one of the string. */
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

// Three characters of which only the outer ones are not of a word would double the index and tell little.
function addSpaced(grams: Set<string>, text: string): void {
  const letters = lettersOf(text);
  let wasWord = false;
  let isWord = letters.length > 0 && isWordLetter(letters[0] as string);
  for (let at = 0; at < letters.length; at++) {
    const letter = letters[at] as string;
    const isInside = at > 0 && at + 1 < letters.length;
    const willBeWord = at + 1 < letters.length && isWordLetter(letters[at + 1] as string);
    if (!isWord && letter !== ' ') grams.add(escapeGram(letter));
    if (isInside && (!isWord || (wasWord && willBeWord))) grams.add(escapeGram(around(letters, at)));
    wasWord = isWord;
    isWord = willBeWord;
  }
}

function around(letters: string | string[], at: number): string {
  const three = letters.slice(at - 1, at + 2);
  return typeof three === 'string' ? three : three.join('');
}

/** The grams inside a word. */
export function gramsOfWord(word: string): Set<string> {
  const grams = new Set<string>();
  addSpaced(grams, word);
  return grams;
}

/** The grams of a folded text that are not inside one of its words, and that no other one says. */
export function gramsBetweenWords(folded: string): string[] {
  const grams = new Set<string>();
  addGrams(grams, folded);
  for (const [word] of folded.matchAll(spacedWord)) for (const gram of gramsOfWord(word)) grams.delete(gram);
  return [...grams].filter((gram) => ![...grams].some((other) => other !== gram && other.includes(gram)));
}

const wordLetter = new RegExp(spacedWord.source, 'v');

function isWordLetter(letter: string): boolean {
  const code = letter.charCodeAt(0);
  if (code < 0x80) return (code >= 97 && code <= 122) || (code >= 48 && code <= 57);
  return wordLetter.test(letter);
}

const gap = /[^a-z0-9\u0080-\uffff]/;
const gaps = new RegExp(gap, 'g');

// To FTS5's tokenizer, ASCII characters other than letters and digits are gaps.
function escapeGram(gram: string): string {
  return gap.test(gram) ? gram.replace(gaps, (letter) => String.fromCharCode(0x100 + letter.charCodeAt(0))) : gram;
}
