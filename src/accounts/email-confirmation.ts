import type { Context } from '../context.ts';
import type { AttemptLimit, LimitsAttempts } from '../http/attempts.ts';
import { ApiError, errorKind, rateLimitHit } from '../http/errors.ts';
import { doSendMail, paragraphs, type SendsMail } from '../mail/mail.ts';
import { findRealm } from '../realm/realm.ts';
import { accountState } from '../users/account-state.ts';
import { textsFor } from '../users/language.ts';
import { isKeyOf, type Sealed, sealKey, subjectOf } from '../users/sealed-key.ts';
import { findUser, type User } from '../users/user.ts';
import { checkChangedEmail, doChangeEmail, ensureCanChangeOwnEmail, isEmailTaken } from './email.ts';
import { listSessions, type Session } from './session.ts';

/** A new address that the user has not confirmed yet. */
export interface EmailChange {
  user: User;
  email: string;
  /** The session of the browser that asked for the change; undefined for a client with an API key. */
  session_id?: number | undefined;
}

export const emailChangeClosed = errorKind('This link cannot be used any more.');

const day = 86_400;

/**
 * Mails a confirmation link to a user's new address, and tells the present one. The link ends with the session that asks
 * for it. Throws newEmailInvalid, newEmailInUse or rateLimitHit.
 */
export function doAskToConfirmEmail(
  app: Context & SendsMail & LimitsAttempts,
  user: User,
  text: string,
  session?: Session,
): void {
  const email = checkChangedEmail(app, user, text);
  countMail(app, user);
  const { name: organization } = findRealm(app.db);
  const texts = textsFor(app.db, user);
  doSendMail(app, {
    to: user.email,
    from_name: organization,
    subject: texts.t('mail.changeSubject', { organization }),
    text: paragraphs([
      texts.t('mail.changeText', { organization, name: user.full_name, address: email }),
      texts.t('mail.changeHint'),
    ]),
  });
  doSendMail(app, {
    to: email,
    from_name: organization,
    subject: texts.t('mail.confirmSubject', { organization }),
    text: paragraphs([
      texts.t('mail.confirmText', { organization, name: user.full_name }),
      `${texts.t('mail.confirmHere')}\n${confirmationUrl(app, { user, email, session_id: session?.id })}`,
      texts.t(session ? 'mail.confirmEndSession' : 'mail.confirmEnd'),
    ]),
  });
}

/** The change that a link confirms; undefined if the link is expired, used, forged or forbidden by now. */
export function findEmailChange(app: Context, key: string): EmailChange | undefined {
  const [, id, session, address = ''] = /^([1-9]\d{0,14})-(\d{0,15})-([\w-]+)$/.exec(subjectOf(key)) ?? [];
  const user = findUser(app.db, Number(id ?? 0));
  if (!user?.is_active) return undefined;
  const change = {
    user,
    email: Buffer.from(address, 'base64url').toString(),
    session_id: Number(session) || undefined,
  };
  if (!isKeyOf(app, sealOf(app, change), key) || !hasSession(app, change)) return undefined;
  return !isEmailTaken(app, user, change.email) && isStillAllowed(app, change) ? change : undefined;
}

function hasSession(app: Context, { user, session_id }: EmailChange): boolean {
  return session_id === undefined || listSessions(app, user).some(({ id }) => id === session_id);
}

// The organization may have changed its rules since the link was sent.
function isStillAllowed(app: Context, { user, email }: EmailChange): boolean {
  try {
    ensureCanChangeOwnEmail(app, user, email);
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}

/** Changes a user's address to the confirmed one. Throws emailChangeClosed. */
export function doConfirmEmail(app: Context & SendsMail, key: string): EmailChange {
  const change = findEmailChange(app, key);
  if (!change) throw emailChangeClosed();
  doChangeEmail(app, change.user, change.email);
  return change;
}

function confirmationUrl(app: Context, change: EmailChange): string {
  return `${app.config.public_url}/confirm-email/${sealKey(app, sealOf(app, change), day)}/`;
}

function sealOf(app: Context, { user, email, session_id }: EmailChange): Sealed {
  const address = Buffer.from(email).toString('base64url');
  return {
    purpose: 'email change',
    subject: `${user.id}-${session_id ?? ''}-${address}`,
    state: accountState(app, user),
  };
}

/** Mails per user who requests them. */
const mailLimit: AttemptLimit = { max: 5, windowSeconds: 3600 };

function countMail({ attempts }: LimitsAttempts, user: User): void {
  const mails = attempts.of(mailLimit);
  const seconds = mails.wait(String(user.id));
  if (seconds > 0) throw rateLimitHit({ seconds });
  mails.count(String(user.id));
}
