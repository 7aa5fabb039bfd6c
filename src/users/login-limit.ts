import type { App } from '../app.ts';
import { tooManyLogins } from '../http/errors.ts';
import { triesByApp } from '../http/tries.ts';

/** Failed logins, by address. */
const failuresOf = triesByApp({ max: 5, windowSeconds: 30 * 60 });

/** Throws tooManyLogins for an address whose password was guessed at too often lately. */
export function ensureLoginAllowed(app: App, username: string): void {
  const seconds = failuresOf(app).wait(keyOf(username));
  if (seconds > 0) throw tooManyLogins({ seconds });
}

export function recordFailedLogin(app: App, username: string): void {
  failuresOf(app).count(keyOf(username));
}

function keyOf(username: string): string {
  return username.trim().toLowerCase().slice(0, 254);
}
