import type { IncomingMessage } from 'node:http';
import type { Context } from '../context.ts';
import { readCookie } from '../http/cookie.ts';

/** Headers that pass a newcomer's email address to the next page without putting it into the URL. */
export function cookieFor({ config }: Context, email: string): Record<string, string> {
  const secure = config.public_url.startsWith('https:') ? '; Secure' : '';
  const value = encodeURIComponent(email);
  return { 'Set-Cookie': `newcomer=${value}; Path=/; Max-Age=3600; HttpOnly; SameSite=Strict${secure}` };
}

/** The address from cookieFor(); undefined without one. */
export function findNewcomer(request: IncomingMessage): string | undefined {
  const value = readCookie(request, 'newcomer');
  try {
    return value === undefined ? undefined : decodeURIComponent(value);
  } catch {
    return undefined;
  }
}
