import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Context } from '../context.ts';
import type { AttemptLimit, LimitsAttempts } from '../http/attempts.ts';
import { ApiError, errorKind, rateLimitHit } from '../http/errors.ts';
import { canSendMail, doSendMail, type SendsMail } from '../mail/mail.ts';
import { findRealm } from '../realm/realm.ts';
import { findUser, type User } from '../users/user.ts';
import { checkChangedEmail, doChangeEmail, ensureCanChangeOwnEmail, isEmailTaken } from './email.ts';

/** A new address that the user has not confirmed yet. */
export interface EmailChange {
  user: User;
  email: string;
}

export const emailChangeClosed = errorKind('This link cannot be used any more.');

const day = 86_400;

/** Mails a confirmation link to a user's new address. Throws newEmailInvalid, newEmailInUse or rateLimitHit. */
export function doAskToConfirmEmail(app: Context & SendsMail & LimitsAttempts, user: User, text: string): void {
  const email = checkChangedEmail(app, user, text);
  countMail(app, user);
  const { name } = findRealm(app.db);
  doSendMail(app, {
    to: email,
    from_name: name,
    subject: `Your new address at ${name}`,
    text:
      `${user.full_name} wants to log in to ${name} with this address.\n\n` +
      `If that is you, confirm it here:\n${confirmationUrl(app, user, email)}\n\n` +
      'The link expires after a day. If it was not you, you can ignore this mail.\n',
  });
}

/** The change that a link confirms; undefined if the link is expired, used, forged or forbidden by now. */
export function findEmailChange(app: Context, token: string): EmailChange | undefined {
  const [id = '', expires_at = '', address = '', seal = ''] = token.split('.');
  const user = /^\d{1,15}$/.test(id) ? findUser(app.db, Number(id)) : undefined;
  if (!user?.is_active || !isSealed(app, user, `${id}.${expires_at}.${address}`, seal)) return undefined;
  const email = Buffer.from(address, 'base64url').toString();
  const isOpen = Number(expires_at) > app.clock.now() && !isEmailTaken(app, user, email);
  return isOpen && isStillAllowed(app, user, email) ? { user, email } : undefined;
}

// The organization may have changed its rules since the link was sent.
function isStillAllowed(app: Context, user: User, email: string): boolean {
  try {
    ensureCanChangeOwnEmail(app, user, email);
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}

/** Changes a user's address to the confirmed one, and notifies the previous address. Throws emailChangeClosed. */
export function doConfirmEmail(app: Context & SendsMail, token: string): EmailChange {
  const change = findEmailChange(app, token);
  if (!change) throw emailChangeClosed();
  const { user, email } = change;
  doChangeEmail(app, user, email);
  const { name } = findRealm(app.db);
  if (canSendMail(app)) {
    const text = `You log in to ${name} with ${email} from now on. If you did not want that, tell an administrator.\n`;
    doSendMail(app, { to: user.email, from_name: name, subject: `Your address at ${name} has changed`, text });
  }
  return change;
}

function confirmationUrl(app: Context, user: User, email: string): string {
  const content = `${user.id}.${app.clock.now() + day}.${Buffer.from(email).toString('base64url')}`;
  return `${app.config.public_url}/confirm-email/${content}.${seal(app, user, content).toString('base64url')}/`;
}

function isSealed(app: Context, user: User, content: string, given: string): boolean {
  const expected = seal(app, user, content);
  const actual = Buffer.from(given, 'base64url');
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

// Includes the current address, so that a link works only once.
function seal(app: Context, user: User, content: string): Buffer {
  return createHmac('sha256', app.secret).update(`email change:${content}:${user.email}`).digest();
}

/** Mails per user who requests them. */
const mailLimit: AttemptLimit = { max: 5, windowSeconds: 3600 };

function countMail({ attempts }: LimitsAttempts, user: User): void {
  const mails = attempts.of(mailLimit);
  const seconds = mails.wait(String(user.id));
  if (seconds > 0) throw rateLimitHit({ seconds });
  mails.count(String(user.id));
}
