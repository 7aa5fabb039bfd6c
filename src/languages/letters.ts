/** Small letters that Unicode does not take apart, as people write them who lack them on their keyboard. */
const plainLetters: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', þ: 'th' },
  ...{ ł: 'l', ı: 'i', ħ: 'h', ŧ: 't', ς: 'σ' },
  // Arabic letters that are written for each other, those of Persian keyboards, and the stroke that stretches words.
  ...{ ة: 'ه', ى: 'ي', ٱ: 'ا', ک: 'ك', ی: 'ي', ـ: '' },
};

const others = new RegExp(`[${Object.keys(plainLetters).join('')}]`, 'g');

// Marks that people omit when they type: accents, and the vowel points of Hebrew and Arabic. Vowels of other scripts, and
// what makes ga of ka, are no less than letters.
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

/** Brings a text into a form of Unicode. */
type Normalize = (text: string, form: 'NFC' | 'NFKD') => string;

/**
 * A text without case, accents, differences of width, and letters that few keyboards have, so that `joao` finds João and
 * `lukasz` Łukasz: the rule by which the server searches messages, and the client names.
 */
export function foldLetters(text: string, normalize: Normalize = (one, form) => one.normalize(form)): string {
  const bare = normalize(normalize(text, 'NFKD').replace(accents, ''), 'NFC');
  const small = bare.toUpperCase().toLowerCase();
  return small.replace(others, (letter) => plainLetters[letter] ?? letter);
}
