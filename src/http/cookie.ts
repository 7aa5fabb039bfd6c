import type { IncomingMessage } from 'node:http';

/** The value of a cookie as it was sent; undefined where there is none of that name. */
export function readCookie({ headers }: Pick<IncomingMessage, 'headers'>, name: string): string | undefined {
  const start = `${name}=`;
  const found = headers.cookie?.split(';').find((one) => one.trimStart().startsWith(start));
  return found?.trim().slice(start.length);
}
