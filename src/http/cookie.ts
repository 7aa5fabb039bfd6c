import type { IncomingMessage } from 'node:http';
import type { Config } from '../ground/config.ts';

/** The value of a cookie as sent; undefined if there is none with this name. */
export function readCookie({ headers }: Pick<IncomingMessage, 'headers'>, name: string): string | undefined {
  const start = `${name}=`;
  const found = headers.cookie?.split(';').find((one) => one.trimStart().startsWith(start));
  return found?.trim().slice(start.length);
}

/**
 * The name of a cookie of this server. The prefix __Host- requires TLS. All ports of a host share their cookies, so
 * without TLS the name contains the port.
 */
export function cookieName({ public_url }: Pick<Config, 'public_url'>, name: string): string {
  const { protocol, port } = new URL(public_url);
  return protocol === 'https:' ? `__Host-${name}` : `${name}-${port || 80}`;
}

/** The Set-Cookie header of such a cookie. It lasts for `seconds`; zero deletes it. Scripts cannot read it. */
export function setCookie(config: Pick<Config, 'public_url'>, name: string, value: string, seconds: number): string {
  const secure = config.public_url.startsWith('https:') ? '; Secure' : '';
  // `SameSite=Strict` would drop the cookie when the user follows a link from a mail or another site.
  return `${cookieName(config, name)}=${value}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax${secure}`;
}
