import type { IncomingMessage } from 'node:http';

/** The value of a cookie as sent; undefined if there is none with this name. */
export function readCookie({ headers }: Pick<IncomingMessage, 'headers'>, name: string): string | undefined {
  const start = `${name}=`;
  const found = headers.cookie?.split(';').find((one) => one.trimStart().startsWith(start));
  return found?.trim().slice(start.length);
}
