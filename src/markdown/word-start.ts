import type { StateInline } from 'markdown-it';

/** Whether what a rule looks at is no later part of a word, as in `name@host`; scripts without blanks have none. */
export function startsWord({ src, pos }: StateInline): boolean {
  return pos === 0 || !/[A-Za-z0-9_]/.test(src[pos - 1] as string);
}
