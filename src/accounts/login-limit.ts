import type { App } from '../app.ts';
import { tooManyLogins } from '../http/errors.ts';
import { triesByApp } from '../http/tries.ts';
import type { User } from '../users/user.ts';
import { verifyPassword } from './password.ts';

/** Failed logins, by address. */
const failuresOf = triesByApp({ max: 5, windowSeconds: 30 * 60 });

/**
 * Whether a password is that of the user with an address. Throws tooManyLogins for an address whose password was
 * guessed at too often lately.
 */
export async function verifyLogin(
  app: App,
  username: string,
  user: User | undefined,
  password: string,
): Promise<boolean> {
  ensureLoginAllowed(app, username);
  const isRight = await verifyPassword(app, user, password);
  // Those who guess many at once learn no more than those who guess one after the other.
  ensureLoginAllowed(app, username);
  if (!isRight) failuresOf(app).count(keyOf(username));
  return isRight;
}

function ensureLoginAllowed(app: App, username: string): void {
  const seconds = failuresOf(app).wait(keyOf(username));
  if (seconds > 0) throw tooManyLogins({ seconds });
}

function keyOf(username: string): string {
  return username.trim().toLowerCase().slice(0, 254);
}
