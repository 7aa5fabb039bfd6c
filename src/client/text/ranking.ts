import { foldLetters } from '../../languages/letters.ts';

/** A completion of the text being typed. */
export interface Completion {
  key: string;
  /** The text in the list. */
  label: string;
  detail?: string;
  user_id?: number;
  picture?: string;
  /** The inserted text. */
  text: string;
  /** Whether a space chooses it too, because no longer completion continues with a space. */
  isEndedBySpace?: boolean;
}

/**
 * The options whose name contains the text: first the name itself, then names that begin with the text, then names with
 * a later word that does.
 */
export function rank<Option extends Completion>(
  options: readonly Option[],
  written: string,
  nameOf: (option: Option) => string = ({ label }) => label,
): Option[] {
  const wanted = fold(written);
  const scored = options.map((option): [Option, number] => [option, score(fold(nameOf(option)), wanted)]);
  return scored
    .filter(([, points]) => points < none)
    .sort(([, a], [, b]) => a - b)
    .map(([option]) => option);
}

/** The score of a name that does not match. */
export const none = 4;

/** How well a name matches a text, both folded; lower is better. */
export function score(name: string, wanted: string): number {
  if (name === wanted) return 0;
  if (name.startsWith(wanted)) return 1;
  if (name.split(/[\s_-]+/).some((word) => word.startsWith(wanted))) return 2;
  return name.includes(wanted) ? 3 : none;
}

/** A text as names are compared: by their letters, and syllables of Hangul by their parts, which are typed one by one. */
export function fold(text: string): string {
  return foldLetters(text).normalize('NFD');
}
