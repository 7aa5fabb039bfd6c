import type { IncomingMessage } from 'node:http';
import { findLanguage, type Language } from '../languages/list.ts';
import { readCookie } from './cookie.ts';

/** More say nothing about their reader. */
const most = 20;

/** The cookie with the language that was chosen in a browser before anybody logged in. */
export const languageCookie = 'language';

/** The first language with a catalogue that was chosen in a browser, or that it accepts. */
export function browserLanguage(request: Pick<IncomingMessage, 'headers'>): Language | undefined {
  return findLanguage([readCookie(request, languageCookie) ?? [], acceptedLanguages(request)].flat());
}

/** The languages that a request accepts (RFC 9110, 12.5.4), the best first. */
export function acceptedLanguages({ headers }: Pick<IncomingMessage, 'headers'>): string[] {
  const listed = (headers['accept-language'] ?? '').split(',', most).map((range) => {
    const [tag = '', ...parameters] = range.split(';').map((one) => one.trim());
    const quality = parameters.find((one) => /^q=/i.test(one));
    return { tag, quality: quality === undefined ? 1 : Number(quality.slice(2)) };
  });
  const accepted = listed.filter(({ tag, quality }) => tag !== '' && tag !== '*' && quality > 0);
  return accepted.sort((one, other) => other.quality - one.quality).map(({ tag }) => tag);
}
