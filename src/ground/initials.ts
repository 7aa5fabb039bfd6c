const segmenter = new Intl.Segmenter();
/** Maximum length of an initial, in code points: a letter with its marks, not a tower of them. */
const longest = 8;

/** The first letters of the first and the last word of a name, in capitals; empty if it has no letter or digit. */
export function initialsOf(name: string): string {
  const words = name.split(/[\s\p{Pd}_./]+/u).filter((word) => isWritten(word));
  const [first, last] = [words[0], words.at(-1)];
  if (first === undefined || last === undefined) return '';
  return words.length === 1 ? initialOf(first) : initialOf(first) + initialOf(last);
}

function initialOf(word: string): string {
  for (const { segment } of segmenter.segment(word)) if (isWritten(segment)) return capital(segment);
  return '';
}

function isWritten(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

function capital(grapheme: string): string {
  const letter = [...grapheme].slice(0, longest).join('');
  const upper = letter.toUpperCase();
  // Some capitals are two letters, such as that of ß.
  return upper.length === letter.length ? upper : letter;
}
