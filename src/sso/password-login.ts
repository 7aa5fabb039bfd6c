import {
  type CountsLoginFailures,
  ensureLoginAllowed,
  type LoginAttempt,
  limitLogins,
} from '../accounts/login-limit.ts';
import { verifyPassword } from '../accounts/password.ts';
import type { Context } from '../context.ts';
import type { SubmitsWrites } from '../db/turn-queue.ts';
import type { LdapDirectory } from '../ground/config.ts';
import type { RecordsActs } from '../http/act.ts';
import { ApiError, errorKind, isKind } from '../http/errors.ts';
import type { SendsMail } from '../mail/mail.ts';
import { canUsePassword } from '../users/password-permission.ts';
import { findUserByLogin, type User } from '../users/user.ts';
import { type Arrival, doArrive, findAccount } from './arrival.ts';
import { type AsksDirectory, directoryUnreachable } from './ldap.ts';
import type { Person } from './ldap-worker.ts';

const passwordsClosed = errorKind('Password authentication is disabled in this organization.', {
  code: 'PASSWORD_AUTH_DISABLED',
  status: 401,
});

/** A directory confirmed the password, but the user has no account here and gets none. */
const arrivalRefused = errorKind<{ reason: ApiError }>('You cannot log in: {reason}');
/** Errors of logins by password, besides a wrong one. */
export const passwordLoginErrors = [passwordsClosed, directoryUnreachable, arrivalRefused] as const;

/** The ports needed to check passwords. */
export interface ChecksPasswords extends SubmitsWrites, SendsMail, AsksDirectory, CountsLoginFailures {
  audit: RecordsActs;
}

/**
 * The user with this name and password; undefined if they are wrong. A directory is asked first. Throws rateLimitHit
 * after too many failures, or one of passwordLoginErrors.
 */
export async function findByPassword(app: Context & ChecksPasswords, attempt: LoginAttempt): Promise<User | undefined> {
  const ldap = app.config.sso?.ldap;
  if (!ldap) return findHere(app, attempt);
  try {
    return await findThereOrHere(app, ldap, attempt);
  } catch (error) {
    // Owners can log in while the directory is down. All other passwords count as failures, although the directory
    // might accept them.
    const user = isKind(error, directoryUnreachable) ? await findHere(app, attempt) : undefined;
    if (!user) throw error;
    return user;
  }
}

async function findThereOrHere(
  app: Context & ChecksPasswords,
  ldap: LdapDirectory,
  attempt: LoginAttempt,
): Promise<User | undefined> {
  const { username, password, address } = attempt;
  // Blocked attempts must not cause a search either.
  ensureLoginAllowed(app, attempt);
  const person = await app.ldap.findPerson(ldap, username);
  if (!person) return findHere(app, attempt);
  const user = findUserByLogin(app, username.trim());
  const found = await limitLogins(app, { ...attempt, username: countedName(app, person) }, async () => {
    if (await app.ldap.isPasswordOf(ldap, person, password)) return 'there';
    return (await verifyPassword(app, user, password)) ? user : undefined;
  });
  if (found !== 'there') return found && ensurePasswordOpen(app, found);
  return app.writes.submit(() => arrive(app, { identity: person.identity, trust: ldap, address }));
}

/**
 * The name under which failures are counted: all names of a person count together, by their account here or their
 * entry.
 */
function countedName({ db }: Context, { dn, identity }: Person): string {
  return findAccount(db, identity)?.email ?? dn;
}

async function findHere(app: Context & ChecksPasswords, attempt: LoginAttempt): Promise<User | undefined> {
  const user = findUserByLogin(app, attempt.username.trim());
  const found = await limitLogins(app, { ...attempt, username: user?.email ?? attempt.username }, async () =>
    (await verifyPassword(app, user, attempt.password)) ? user : undefined,
  );
  return found && ensurePasswordOpen(app, found);
}

function ensurePasswordOpen(app: Context, user: User): User {
  if (!canUsePassword(app, user)) throw passwordsClosed();
  return user;
}

function arrive(app: Context & ChecksPasswords, arrival: Arrival): User {
  try {
    return doArrive(app, arrival);
  } catch (error) {
    throw error instanceof ApiError ? arrivalRefused({ reason: error }) : error;
  }
}
