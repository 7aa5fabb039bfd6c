import { directionOf, type Language } from './list.ts';

/** Returns the function that isolates values of messages in a language, so that they leave the words around in order. */
export function isolatorIn(language: Language): <Value>(value: Value) => Value | string {
  const apart = directionOf(language) === 'rtl' ? /./ : rightToLeft;
  return (value) => (typeof value === 'string' && apart.test(value) ? `\u2068${value}\u2069` : value);
}

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufefc]/;
