import type { IncomingMessage } from 'node:http';

/**
 * Whether a form comes from one of our own pages. Browsers say where a form comes from; a program that does not say it
 * is nobody's browser, and could be made to send nothing that its owner did not want.
 */
export function isSameOrigin({ headers }: Pick<IncomingMessage, 'headers'>, public_url: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const { origin, host } = headers;
  if (origin === undefined) return true;
  // A reverse proxy may have put a name of its own in the place of the host.
  return origin === new URL(public_url).origin || (URL.canParse(origin) && new URL(origin).host === host);
}
