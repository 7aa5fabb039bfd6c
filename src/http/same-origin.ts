import type { IncomingMessage } from 'node:http';

/** The origin of a request; undefined if the browser does not send it, or the client is not a browser. */
export type Source = 'own page' | 'address bar' | 'elsewhere' | undefined;

export function sourceOf({ headers }: Pick<IncomingMessage, 'headers'>, public_url: string): Source {
  const site = headers['sec-fetch-site'];
  if (site === 'same-origin') return 'own page';
  if (site !== undefined) return site === 'none' ? 'address bar' : 'elsewhere';
  // Over plain HTTP, browsers omit that header. A GET then has no Origin either, but our pages send a Referer.
  const from = headers.origin ?? headers.referer;
  if (from === undefined) return undefined;
  return isOwn(from, headers.host, public_url) ? 'own page' : 'elsewhere';
}

/**
 * Whether a form may come from one of our own pages. Browsers name the origin of a form. A client that does not is a
 * program, which no foreign page can control.
 */
export function isSameOrigin(request: Pick<IncomingMessage, 'headers'>, public_url: string): boolean {
  return sourceOf(request, public_url) !== 'elsewhere';
}

// The Host header may be that of a reverse proxy, so the public URL counts too.
function isOwn(from: string, host: string | undefined, public_url: string): boolean {
  if (!URL.canParse(from)) return false;
  const url = new URL(from);
  return url.origin === new URL(public_url).origin || url.host === host;
}
