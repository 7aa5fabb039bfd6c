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

/** Options whose name begins with the text come first, then those with a later word that does. */
export function rank<Option extends Completion>(
  options: readonly Option[],
  written: string,
  nameOf: (option: Option) => string = ({ label }) => label,
): Option[] {
  const wanted = fold(written);
  const scored = options.map((option): [Option, number] => [option, score(fold(nameOf(option)), wanted)]);
  return scored
    .filter(([, points]) => points < 3)
    .sort(([, a], [, b]) => a - b)
    .map(([option]) => option);
}

function score(name: string, wanted: string): number {
  if (name.startsWith(wanted)) return 0;
  if (name.split(/[\s-]+/).some((word) => word.startsWith(wanted))) return 1;
  return name.includes(wanted) ? 2 : 3;
}

/** Text without case and accents, so that `joao` matches João. */
export function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
