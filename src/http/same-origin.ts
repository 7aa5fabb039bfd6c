import type { IncomingMessage } from 'node:http';

/** Where a request comes from; undefined where the browser does not say, or no browser sent it. */
export type Source = 'own page' | 'address bar' | 'elsewhere' | undefined;

/** Where a request comes from, as its browser says. */
export function sourceOf({ headers }: Pick<IncomingMessage, 'headers'>, public_url: string): Source {
  const site = headers['sec-fetch-site'];
  if (site === 'same-origin') return 'own page';
  if (site !== undefined) return site === 'none' ? 'address bar' : 'elsewhere';
  // On plain HTTP browsers leave that header out. A GET then has no origin either, but our pages have it name them.
  const from = headers.origin ?? headers.referer;
  if (from === undefined) return undefined;
  return isOwn(from, headers.host, public_url) ? 'own page' : 'elsewhere';
}

/**
 * Whether a form comes from one of our own pages. Browsers say where a form comes from; a program that does not say it
 * is nobody's browser, and could be made to send nothing that its owner did not want.
 */
export function isSameOrigin(request: Pick<IncomingMessage, 'headers'>, public_url: string): boolean {
  return sourceOf(request, public_url) !== 'elsewhere';
}

// A reverse proxy may have put a name of its own in the place of the host.
function isOwn(from: string, host: string | undefined, public_url: string): boolean {
  if (!URL.canParse(from)) return false;
  const url = new URL(from);
  return url.origin === new URL(public_url).origin || url.host === host;
}
