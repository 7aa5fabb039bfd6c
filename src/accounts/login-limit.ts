import type { App } from '../context.ts';
import type { AttemptLimit, LimitsAttempts } from '../http/attempts.ts';
import { rateLimitHit } from '../http/errors.ts';
import type { User } from '../users/user.ts';
import { verifyPassword } from './password.ts';

/** Failed logins, by address. */
const failureLimit: AttemptLimit = { max: 5, windowSeconds: 30 * 60 };

/**
 * Whether a password is that of the user with an address. Throws rateLimitHit for an address whose password was
 * guessed at too often lately.
 */
export async function verifyLogin(
  app: App & LimitsAttempts,
  username: string,
  user: User | undefined,
  password: string,
): Promise<boolean> {
  ensureLoginAllowed(app, username);
  const isRight = await verifyPassword(app, user, password);
  // Those who guess many at once learn no more than those who guess one after the other.
  ensureLoginAllowed(app, username);
  if (!isRight) app.attempts.of(failureLimit).count(keyOf(username));
  return isRight;
}

function ensureLoginAllowed({ attempts }: LimitsAttempts, username: string): void {
  const seconds = attempts.of(failureLimit).wait(keyOf(username));
  if (seconds > 0) throw rateLimitHit({ seconds });
}

function keyOf(username: string): string {
  return username.trim().toLowerCase().slice(0, 254);
}
