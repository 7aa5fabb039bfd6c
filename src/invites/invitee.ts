import { isEmail } from '../accounts/email.ts';
import type { Context } from '../context.ts';
import { ApiError, errorKind } from '../http/errors.ts';
import { type Phrase, phrase } from '../http/phrase.ts';
import { ensureEmailAllowed } from '../organization/email-policy.ts';
import { findUserByEmail } from '../users/user.ts';

/** Invitations by mail per day. */
export const dailyLimit = 1000;

/** In Unicode code points. */
export const maxInviteesLength = 100_000;

export const addressMissing = errorKind('You must specify at least one email address.');

/** An address that was not invited, the reason, and whether it belongs to a deactivated account. */
type Refusal = readonly [email: string, reason: Phrase | ApiError, is_deactivated: boolean];

export const invitationFailed = errorKind<{
  msg: Phrase;
  errors: readonly Refusal[];
  sent_invitations: boolean;
  daily_limit_reached: boolean;
}>('{msg}', {
  code: 'INVITATION_FAILED',
  extra: ({ errors, sent_invitations, daily_limit_reached }) => ({
    errors,
    sent_invitations,
    daily_limit_reached,
    // There are no licenses.
    license_limit_reached: false,
  }),
});

/** Parses addresses, separated by commas or line breaks, each bare or as `Name <address>`. Removes duplicates. */
export function parseInvitees(text: string): string[] {
  // A comma in quotes is part of a name.
  const entries = text.match(/("[^"\n]*"|[^,\n])+/g) ?? [];
  const emails = entries.map((entry) => (/<([^<>]*)>\s*$/.exec(entry)?.[1] ?? entry).trim());
  const byKey = new Map(emails.filter(Boolean).map((email) => [email.toLowerCase(), email]));
  return [...byKey.values()];
}

/**
 * Separates addresses to invite from those with an account. Throws invitationFailed if an address can have no account,
 * or none is left to invite.
 */
export function sortInvitees(app: Context, emails: readonly string[]): { invited: string[]; known: Refusal[] } {
  const unfit = emails.flatMap((email) => findProblem(app, email) ?? []);
  if (unfit.length > 0) {
    throw nobodyInvited(someInvalid, unfit);
  }
  const known = emails.flatMap((email) => findAccount(app, email) ?? []);
  const names = new Set(known.map(([email]) => email));
  const invited = emails.filter((email) => !names.has(email));
  if (invited.length === 0) {
    throw nobodyInvited(noneLeft, known);
  }
  return { invited, known };
}

const someInvalid = phrase("Some emails did not validate, so we didn't send any invitations.");
const noneLeft = phrase("We weren't able to invite anyone.");

function nobodyInvited(msg: Phrase, errors: readonly Refusal[]): ApiError {
  return invitationFailed({ msg, errors, sent_invitations: false, daily_limit_reached: false });
}

const addressInvalid = phrase('Invalid address.');
const accountExists = phrase('Already has an account.');
const accountGone = phrase('Account has been deactivated.');

function findProblem(app: Context, email: string): [Refusal] | undefined {
  if (!isEmail(email)) return [[email, addressInvalid, false]];
  try {
    ensureEmailAllowed(app, email);
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return [[email, error, false]];
  }
}

function findAccount({ db }: Context, email: string): [Refusal] | undefined {
  const user = findUserByEmail(db, email);
  if (!user) return undefined;
  return [[email, user.is_active ? accountExists : accountGone, !user.is_active]];
}
