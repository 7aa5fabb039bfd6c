import type { IncomingMessage } from 'node:http';
import type { KnowsAddresses } from './client-address.ts';

/** The origin of a request; undefined if the browser does not send it, or the client is not a browser. */
export type Source = 'own page' | 'address bar' | 'elsewhere' | undefined;

/** The port for code that needs the origin of a request. */
export interface KnowsOrigins extends KnowsAddresses {
  config: { public_url: string };
}

export function sourceOf(app: KnowsOrigins, request: IncomingMessage): Source {
  const { headers } = request;
  const site = headers['sec-fetch-site'];
  if (site === 'same-origin') return 'own page';
  if (site !== undefined) return site === 'none' ? 'address bar' : 'elsewhere';
  // Over plain HTTP, browsers omit that header. A GET then has no Origin either, but our pages send a Referer.
  const from = headers.origin ?? headers.referer;
  if (from === undefined) return undefined;
  return isOwn(app, request, from) ? 'own page' : 'elsewhere';
}

/**
 * Whether a form may come from one of our own pages. Browsers name the origin of a form. A client that does not is a
 * program, which no foreign page can control.
 */
export function isSameOrigin(app: KnowsOrigins, request: IncomingMessage): boolean {
  return sourceOf(app, request) !== 'elsewhere';
}

// The Host header may be that of a reverse proxy, so the public URL counts too. Where it has the same host, it counts
// alone: a proxy that is not trusted speaks HTTP for a page of HTTPS, and a page of HTTP can be forged on the way.
function isOwn({ config, addresses }: KnowsOrigins, request: IncomingMessage, from: string): boolean {
  if (!URL.canParse(from)) return false;
  const { origin, protocol, host } = new URL(from);
  const own = new URL(config.public_url);
  if (origin === own.origin) return true;
  if (host !== request.headers.host || (host === own.host && own.protocol === 'https:')) return false;
  return protocol === `${addresses.schemeOf(request)}:`;
}
