import { parseJson } from './params.ts';

/** The problem with a value that is no URL. */
export function urlProblem(raw: unknown): string {
  return isOtherJson(raw) ? 'is not a string' : 'is not a URL';
}

function isOtherJson(raw: unknown): boolean {
  try {
    return typeof parseJson(raw, '') !== 'string';
  } catch {
    return false;
  }
}
