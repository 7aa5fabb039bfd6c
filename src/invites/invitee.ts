import { isEmail } from '../accounts/email.ts';
import type { Context } from '../context.ts';
import { ApiError, errorKind } from '../http/errors.ts';
import { ensureEmailAllowed } from '../organization/email-policy.ts';
import { findUserByEmail } from '../users/user.ts';

/** How many people may be invited by address in a day. */
export const dailyLimit = 1000;

/** How long a list of addresses may be, in Unicode code points. */
export const maxInviteesLength = 100_000;

export const addressMissing = errorKind('You must specify at least one email address.');

/** An address that was not invited, why, and whether it is that of a deactivated account. */
export type Refusal = readonly [email: string, reason: string, is_deactivated: boolean];

export const invitationFailed = errorKind<{
  msg: string;
  errors: readonly Refusal[];
  sent_invitations: boolean;
  daily_limit_reached: boolean;
}>('{msg}', {
  code: 'INVITATION_FAILED',
  extra: ({ errors, sent_invitations, daily_limit_reached }) => ({
    errors,
    sent_invitations,
    daily_limit_reached,
    // Nobody pays by the head here.
    license_limit_reached: false,
  }),
});

/** The addresses in a text, separated by commas or line breaks, each bare or as `Name <address>`; none twice. */
export function parseInvitees(text: string): string[] {
  // A comma between quotes belongs to a name.
  const entries = text.match(/("[^"\n]*"|[^,\n])+/g) ?? [];
  const emails = entries.map((entry) => (/<([^<>]*)>\s*$/.exec(entry)?.[1] ?? entry).trim());
  const byKey = new Map(emails.filter(Boolean).map((email) => [email.toLowerCase(), email]));
  return [...byKey.values()];
}

/**
 * Sorts addresses into those to invite and those who have an account already. Throws invitationFailed where one of
 * them can have none, and where nobody is left to invite.
 */
export function sortInvitees(app: Context, emails: readonly string[]): { invited: string[]; known: Refusal[] } {
  const unfit = emails.flatMap((email) => findProblem(app, email) ?? []);
  if (unfit.length > 0) {
    throw nobodyInvited('Some of these addresses cannot be invited, so no invitation was sent.', unfit);
  }
  const known = emails.flatMap((email) => findAccount(app, email) ?? []);
  const names = new Set(known.map(([email]) => email));
  const invited = emails.filter((email) => !names.has(email));
  if (invited.length === 0) {
    throw nobodyInvited('All of these addresses have an account here already, so no invitation was sent.', known);
  }
  return { invited, known };
}

function nobodyInvited(msg: string, errors: readonly Refusal[]): ApiError {
  return invitationFailed({ msg, errors, sent_invitations: false, daily_limit_reached: false });
}

function findProblem(app: Context, email: string): [Refusal] | undefined {
  if (!isEmail(email)) return [[email, 'Invalid address.', false]];
  try {
    ensureEmailAllowed(app, email);
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return [[email, error.message, false]];
  }
}

function findAccount({ db }: Context, email: string): [Refusal] | undefined {
  const user = findUserByEmail(db, email);
  if (!user) return undefined;
  return [[email, user.is_active ? 'Already has an account.' : 'Account has been deactivated.', !user.is_active]];
}
