// Porter's algorithm (1980): removes the endings of English words, so that `deploys` and `deployed` have one stem.

import { detached } from '../ground/text.ts';

type Rule = readonly [ending: string, replacement: string];

const plurals: readonly Rule[] = rules('sses:ss ies:i ss:ss s:');
const repairs: readonly Rule[] = rules('at:ate bl:ble iz:ize');
const doubleEndings: readonly Rule[] = rules(
  'ational:ate tional:tion enci:ence anci:ance izer:ize bli:ble alli:al entli:ent eli:e ousli:ous ization:ize ' +
    'ation:ate ator:ate alism:al iveness:ive fulness:ful ousness:ous aliti:al iviti:ive biliti:ble logi:log',
);
const middleEndings: readonly Rule[] = rules('icate:ic ative: alize:al iciti:ic ical:ic ful: ness:');
const lastEndings: readonly Rule[] = rules(
  'al: ance: ence: er: ic: able: ible: ant: ement: ment: ent: sion:s tion:t ou: ism: ate: iti: ous: ive: ize:',
);

const known = new Map<string, string>();
const capacity = 50_000;

/** The stem of a folded word. Words of other scripts, and words with digits, are their own stems. */
export function stem(word: string): string {
  const found = known.get(word);
  if (found !== undefined) return found;
  if (!/^[a-z]{3,40}$/.test(word)) return word;
  if (known.size >= capacity) known.clear();
  const own = detached(word);
  const stem = reduce(own);
  known.set(own, stem);
  return stem;
}

// An ending is shortened or removed, but for an added e, a y that becomes i, and `bility` that becomes `ble`.
const changed = /(?<=.)(?:e|i|(?<=b)le?)$/;

/** The common beginning of all words with this stem. */
export function commonStart(stem: string): string {
  return stem.replace(changed, '');
}

function reduce(word: string): string {
  let text = replaceEnding(word, plurals);
  text = reduceParticiple(text);
  if (text.endsWith('y') && hasVowel(text.slice(0, -1))) text = `${text.slice(0, -1)}i`;
  text = replaceEnding(text, doubleEndings, 0);
  text = replaceEnding(text, middleEndings, 0);
  text = replaceEnding(text, lastEndings, 1);
  return reduceFinal(text);
}

function reduceParticiple(word: string): string {
  if (word.endsWith('eed')) return measure(word.slice(0, -3)) > 0 ? word.slice(0, -1) : word;
  const rest = /^(.*)(?:ed|ing)$/.exec(word)?.[1];
  if (rest === undefined || !hasVowel(rest)) return word;
  const repaired = replaceEnding(rest, repairs);
  if (repaired !== rest) return repaired;
  if (/([^aeioulsz])\1$/.test(rest) && shapeOf(rest).endsWith('cc')) return rest.slice(0, -1);
  return measure(rest) === 1 && isShort(rest) ? `${rest}e` : rest;
}

function reduceFinal(word: string): string {
  let text = word;
  if (text.endsWith('e')) {
    const rest = text.slice(0, -1);
    if (measure(rest) > 1 || (measure(rest) === 1 && !isShort(rest))) text = rest;
  }
  return text.endsWith('ll') && measure(text) > 1 ? text.slice(0, -1) : text;
}

/** Replaces the first ending that fits, if the rest of the word has a measure above `least`. */
function replaceEnding(word: string, list: readonly Rule[], least = -1): string {
  const rule = list.find(([ending]) => word.endsWith(ending));
  if (!rule) return word;
  const [ending, replacement] = rule;
  const rest = word.slice(0, word.length - ending.length);
  return measure(rest + replacement.slice(0, kept(rule))) > least ? rest + replacement : word;
}

// Of `tion` and `sion`, the algorithm removes `ion`; the t or s counts as part of the rest.
function kept([ending]: Rule): number {
  return ending === 'tion' || ending === 'sion' ? 1 : 0;
}

/** Porter's measure: how often a consonant follows a vowel. */
function measure(text: string): number {
  return shapeOf(text).match(/v+c+/g)?.length ?? 0;
}

function hasVowel(text: string): boolean {
  return shapeOf(text).includes('v');
}

/** Whether a text ends like `hop`, whose forms lose an e: `hoping` from `hope`, but `boxing` from `box`. */
function isShort(text: string): boolean {
  return shapeOf(text).endsWith('cvc') && !/[wxy]$/.test(text);
}

/** The letters as consonants (c) and vowels (v). A y after a consonant is a vowel. */
function shapeOf(text: string): string {
  let shape = '';
  for (const letter of text) {
    const isVowel = 'aeiou'.includes(letter) || (letter === 'y' && shape.endsWith('c'));
    shape += isVowel ? 'v' : 'c';
  }
  return shape;
}

function rules(text: string): Rule[] {
  return text.split(' ').map((rule) => rule.split(':') as unknown as Rule);
}
