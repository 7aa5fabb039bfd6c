/** Something that can be put in the place of what is being typed. */
export interface Completion {
  key: string;
  /** What stands in the list. */
  label: string;
  detail?: string;
  user_id?: number;
  picture?: string;
  /** What is written. */
  text: string;
  /** Whether a space chooses it too, because nothing longer begins with it and a space. */
  isEndedBySpace?: boolean;
}

/** Those whose name begins with the text come first, then those of which a later word does. */
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

/** Text without case and accents, so that `joao` finds João. */
export function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
