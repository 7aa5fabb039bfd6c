import type { IncomingMessage } from 'node:http';
import type { Language } from '../languages/list.ts';
import { browserLanguage } from './accepted-languages.ts';

const finders = new WeakMap<IncomingMessage, () => Language>();

/** Sets how the language of the errors that a request gets is found, once it is known whose request it is. */
export function nameReader(request: IncomingMessage, find: () => Language): void {
  finders.set(request, find);
}

/** The language of the reader of an error: as named, or else of the browser, or English. */
export function languageOfReader(request: IncomingMessage): Language {
  return findNamed(request) ?? browserLanguage(request) ?? 'en';
}

function findNamed(request: IncomingMessage): Language | undefined {
  try {
    return finders.get(request)?.();
  } catch {
    // The database may be the very thing that failed.
    return undefined;
  }
}
