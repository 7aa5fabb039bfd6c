import { problems } from './parameter-problems.ts';
import { parseJson } from './params.ts';
import type { Phrase } from './phrase.ts';

/** The problem with a value that is no URL. */
export function urlProblem(raw: unknown): Phrase {
  return isOtherJson(raw) ? problems.notString : problems.notUrl;
}

function isOtherJson(raw: unknown): boolean {
  try {
    return typeof parseJson(raw, '') !== 'string';
  } catch {
    return false;
  }
}
