import { fold } from './ranking.ts';

/** What is searched by its name. */
export interface Named {
  label: string;
  /** Where it is; a part of the words by which it is found. */
  detail?: string;
  /** Other words by which it is found. */
  words?: string;
}

/** Things prepared for being searched at each key: folding thousands of names takes longer than comparing them. */
type Index<One extends Named> = readonly { one: One; name: string; all: string }[];

export function indexOf<One extends Named>(all: readonly One[]): Index<One> {
  return all.map((one) => {
    const name = plain(one.label);
    return { one, name, all: `${name}${plain(one.detail ?? '')}${plain(one.words ?? '')}` };
  });
}

/**
 * The things that a text means: by their whole name, its beginning, the beginning of a word, the beginnings of words of
 * the name or of all that is known, and a part of either. Equal matches keep their order.
 */
export function findIn<One extends Named>(index: Index<One>, written: string, most: number): One[] {
  const wanted = plain(written);
  const parts = wanted.split(' ').filter(Boolean);
  const classes: One[][] = Array.from({ length: none }, () => []);
  for (const { one, name, all } of index) classes[classOf(name, all, wanted, parts)]?.push(one);
  return classes.flat().slice(0, most);
}

const none = 7;

/** How well names match a text; lower is better. All texts begin with a space, and so does each word. */
function classOf(name: string, all: string, wanted: string, parts: readonly string[]): number {
  if (name === wanted) return 0;
  if (name.startsWith(wanted)) return 1;
  if (name.includes(wanted)) return 2;
  const begins = (text: string) => parts.every((part) => text.includes(` ${part}`));
  const contains = (text: string) => parts.every((part) => text.includes(part));
  if (!contains(all)) return none;
  if (begins(name)) return 3;
  if (begins(all)) return 4;
  return contains(name) ? 5 : 6;
}

/** Text without case, accents and punctuation, with a space before each word. */
function plain(text: string): string {
  const words = fold(text)
    .split(/[\s_\-/.,:;()[\]#@>]+/)
    .filter(Boolean);
  return words.length === 0 ? '' : ` ${words.join(' ')}`;
}
