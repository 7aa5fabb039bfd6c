import type { IncomingMessage } from 'node:http';
import type { Context } from '../context.ts';
import type { SubmitsWrites } from '../db/turn-queue.ts';
import { errorKind } from '../http/errors.ts';
import { canUsePassword } from '../users/password-permission.ts';
import type { User } from '../users/user.ts';
import { type CountsLoginFailures, limitLogins } from './login-limit.ts';
import { hasPassword, verifyPassword } from './password.ts';
import type { Session } from './session.ts';
import { findSessionOf } from './session-cookie.ts';

export const wrongPassword = errorKind('Wrong password!');
export const onlyInSettings = errorKind('In a browser, change your own address and password in your settings.');

/** A request of a user. */
interface Asked<App> {
  app: App;
  user: User;
  request: Pick<IncomingMessage, 'headers'>;
  address: string;
}

/** The session of a browser's request; undefined if it has an API key. */
export function browserSessionOf(app: Context, request: Pick<IncomingMessage, 'headers'>): Session | undefined {
  return request.headers.authorization === undefined ? findSessionOf(app, request) : undefined;
}

/** Whether a request comes from the browser of a user with a password: anybody may sit in front of it. */
export function needsPassword({ app, user, request }: Omit<Asked<Context>, 'address'>): boolean {
  return browserSessionOf(app, request) !== undefined && canUsePassword(app, user) && hasPassword(app.db, user);
}

/** Throws onlyInSettings if a browser would take over the account that it is logged in to. */
export function ensureNotOwnBrowser(call: Omit<Asked<Context>, 'address'>, target: User): void {
  if (target.id === call.user.id && needsPassword(call)) throw onlyInSettings();
}

/** Throws wrongPassword, or rateLimitHit after too many failures. */
export async function ensurePassword(
  { app, user, address }: Asked<Context & SubmitsWrites & CountsLoginFailures>,
  password: string,
): Promise<void> {
  const attempt = { username: user.email, password, address };
  const isRight = async () => (await verifyPassword(app, user, password)) || undefined;
  if (!(await limitLogins(app, attempt, isRight))) throw wrongPassword();
}
