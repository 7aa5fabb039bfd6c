import type { StateInline } from 'markdown-it';

/** Whether this is the start of a word, unlike in `name@host`. Only ASCII counts: some scripts have no spaces. */
export function startsWord({ src, pos }: StateInline): boolean {
  return pos === 0 || !/[A-Za-z0-9_]/.test(src[pos - 1] as string);
}
