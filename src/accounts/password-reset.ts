import type { Context } from '../context.ts';
import type { AttemptLimit, LimitsAttempts } from '../http/attempts.ts';
import { errorKind, rateLimitHit } from '../http/errors.ts';
import { doSendMail, paragraphs, type SendsMail } from '../mail/mail.ts';
import { findRealm } from '../realm/realm.ts';
import { accountState } from '../users/account-state.ts';
import { textsFor } from '../users/language.ts';
import { canUsePassword } from '../users/password-permission.ts';
import { isKeyOf, type Sealed, sealKey, subjectOf } from '../users/sealed-key.ts';
import { findUser, isBot, type User } from '../users/user.ts';
import { doRevokeApiKeys } from './api-key.ts';
import { storePasswordHash } from './password.ts';

export const resetClosed = errorKind('This link cannot be used any more.');
export const passwordUseless = errorKind('This user cannot log in with a password of this server.');

const day = 86_400;

/** Throws passwordUseless for a user who may not log in with a password. */
export function ensureCanResetPassword(app: Context, user: User): void {
  if (!canUsePassword(app, user)) throw passwordUseless();
}

/**
 * The URL where a user can choose a new password once, valid for a day. It gives access to the account. It ends with the
 * rights of the administrator who passes it on, if there is one.
 */
export function resetUrl(app: Context, user: User, granter?: User): string {
  return `${app.config.public_url}/reset/${sealKey(app, sealOf(app, user, granter), day)}/`;
}

/** The user of a key for choosing a password; undefined if the key is expired, used or forged. */
export function findResetUser(app: Context, key: string): User | undefined {
  const [, id, granter_id] = /^([1-9]\d{0,14})(?:-([1-9]\d{0,14}))?$/.exec(subjectOf(key)) ?? [];
  const user = findUser(app.db, Number(id ?? 0));
  if (!user?.is_active || isBot(user) || !canUsePassword(app, user)) return undefined;
  const granter = granter_id === undefined ? undefined : findUser(app.db, Number(granter_id));
  return isKeyOf(app, sealOf(app, user, granter), key) ? user : undefined;
}

/**
 * Sets the password of a user who opened a reset link. They may have lost more than the password, such as a phone, so
 * all API keys are revoked. Throws resetClosed.
 */
export function doResetPassword(app: Context, key: string, password_hash: string): User {
  const user = findResetUser(app, key);
  if (!user) throw resetClosed();
  storePasswordHash(app, user, password_hash);
  doRevokeApiKeys(app, user);
  return user;
}

/** Mails a link to a user. Throws rateLimitHit after too many recent mails. */
export function doMailResetLink(app: Context & SendsMail & LimitsAttempts, user: User): void {
  countMail(app, user);
  const { name } = findRealm(app.db);
  const texts = textsFor(app.db, user);
  doSendMail(app, {
    to: user.email,
    from_name: name,
    subject: texts.t('mail.resetSubject', { organization: name }),
    text: paragraphs([
      texts.t('mail.resetText', { address: user.email, organization: name }),
      `${texts.t('mail.resetHere')}\n${resetUrl(app, user)}`,
      texts.t('mail.resetEnd'),
    ]),
  });
}

function sealOf(app: Context, user: User, granter: User | undefined): Sealed {
  const accounts = granter ? [user, granter] : [user];
  return {
    purpose: 'password reset',
    subject: accounts.map(({ id }) => id).join('-'),
    state: accounts.map((one) => accountState(app, one)).join(),
  };
}

/** Reset mails per user. */
const mailLimit: AttemptLimit = { max: 3, windowSeconds: 3600 };

function countMail({ attempts }: LimitsAttempts, user: User): void {
  const mails = attempts.of(mailLimit);
  const seconds = mails.wait(String(user.id));
  if (seconds > 0) throw rateLimitHit({ seconds });
  mails.count(String(user.id));
}
