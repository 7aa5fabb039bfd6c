import type { Context } from '../../context.ts';
import { hasRealmPermission } from '../../groups/realm-permission.ts';
import { nullable } from '../../http/combined-kinds.ts';
import { insufficientPermission } from '../../http/errors.ts';
import { bareOrQuoted, boolean, integer, list, oneOfNumbers, optional, required, text } from '../../http/params.ts';
import { phrase } from '../../http/phrase.ts';
import { doDeliver } from '../../invites/delivery.ts';
import {
  accessLink,
  accessMailedInvitation,
  alreadyRevoked,
  countMailedLately,
  doInvite,
  doRevokeInvitation,
  foreignInvitationErrors,
  type Invitation,
  linkOf,
  listOpenInvitations,
  type MailedInvitation,
  noSuchInvitation,
  presentInvitation,
  publishInvitesChanged,
} from '../../invites/invitation.ts';
import {
  addressMissing,
  dailyLimit,
  invitationFailed,
  maxInviteesLength,
  parseInvitees,
  sortInvitees,
} from '../../invites/invitee.ts';
import { checkTerms, defaultValidity, longestValidity, termsErrors } from '../../invites/terms.ts';
import { canSendMail, type SendsMail } from '../../mail/mail.ts';
import { maxWelcomeLength } from '../../realm/setting-table.ts';
import type { RealmPermission } from '../../realm/settings.ts';
import { isAdministrator, isOwner, roles, type User } from '../../users/user.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';

const terms = {
  invite_expires_in_minutes: optional(
    nullable(integer({ min: 1, max: longestValidity })),
    'How long the invitation lasts; null: until it is revoked.',
    { fallback: defaultValidity },
  ),
  invite_as: optional(oneOfNumbers(Object.values(roles)), 'Role of the invited users.', { fallback: roles.member }),
  group_ids: optional(list(integer()), 'Groups that they are added to.', { fallback: [] as number[] }),
  include_realm_default_subscriptions: optional(boolean(), 'Whether they are subscribed to the default channels.', {
    fallback: false,
  }),
  welcome_message_custom_text: optional(
    nullable(bareOrQuoted(text({ max: maxWelcomeLength }))),
    'Custom message of the welcome bot, in Markdown. Null: the message set for the organization; empty: none.',
    { fallback: null },
  ),
};
const channelsMeant = 'Channels that they are subscribed to.';
const invite_id = required(integer(), 'The invitation.');

export const getInvites: Endpoint = endpoint({
  method: 'GET',
  path: '/invites',
  summary: 'Get the invitations that you can manage',
  access: 'member',
  onlyPeople: true,
  params: {},
  errors: [],
  handler({ app, user }) {
    const invitations = listOpenInvitations(app).filter((invitation) => canList(user, invitation));
    return { invites: invitations.map((invitation) => presentInvitation(app, invitation)) };
  },
});

export const sendInvites: Endpoint<SendsMail> = endpoint({
  method: 'POST',
  path: '/invites',
  summary: 'Invite people by e-mail',
  access: 'member',
  onlyPeople: true,
  params: {
    invitee_emails: required(text({ max: maxInviteesLength }), 'Addresses, separated by commas or line breaks.'),
    stream_ids: required(list(integer()), channelsMeant),
    notify_referrer_on_join: optional(boolean(), 'Whether the inviter is notified when the invited users join.', {
      fallback: true,
    }),
    ...terms,
  },
  errors: [...termsErrors, addressMissing, invitationFailed],
  handler({ app, user }, params) {
    ensureMayInvite(app, user, 'can_invite_users_group');
    const checked = { ...checkTerms(app, user, params), notify_inviter: params.notify_referrer_on_join };
    const emails = parseInvitees(params.invitee_emails);
    if (emails.length === 0) throw addressMissing();
    const { invited, known } = sortInvitees(app, emails);
    ensureBelowDailyLimit(app, invited.length);
    const invitations = invited.map((email) => doInvite(app, user, email, checked) as MailedInvitation);
    doDeliver(app, user, invitations);
    publishInvitesChanged(app, [user.id]);
    if (known.length === 0) return linksToPassOn(app, invitations);
    // Returned, not thrown: the other addresses stay invited.
    return invitationFailed({
      msg: someKnown,
      errors: known,
      sent_invitations: true,
      daily_limit_reached: false,
    });
  },
});

const someKnown = phrase('Some of these addresses have an account here already and were not invited. All others were.');

export const createInviteLink: Endpoint = endpoint({
  method: 'POST',
  path: '/invites/multiuse',
  summary: 'Create a link that anybody can join with',
  access: 'member',
  onlyPeople: true,
  params: {
    stream_ids: optional(list(integer()), channelsMeant, { fallback: [] as number[] }),
    ...terms,
  },
  errors: termsErrors,
  handler({ app, user }, params) {
    ensureMayInvite(app, user, 'create_multiuse_invite_group');
    const link = doInvite(app, user, null, { ...checkTerms(app, user, params), notify_inviter: true });
    publishInvitesChanged(app, [user.id]);
    return { invite_link: linkOf(app, link) };
  },
});

export const revokeInvite: Endpoint = endpoint({
  method: 'DELETE',
  path: '/invites/{invite_id}',
  summary: 'Revoke an e-mail invitation',
  access: 'member',
  onlyPeople: true,
  params: { invite_id },
  errors: [noSuchInvitation, ...foreignInvitationErrors],
  handler({ app, user }, { invite_id }) {
    doRevokeInvitation(app, accessMailedInvitation(app, user, invite_id));
    return {};
  },
});

export const revokeInviteLink: Endpoint = endpoint({
  method: 'DELETE',
  path: '/invites/multiuse/{invite_id}',
  summary: 'Revoke an invitation link',
  access: 'member',
  onlyPeople: true,
  params: { invite_id },
  errors: [noSuchInvitation, alreadyRevoked, ...foreignInvitationErrors],
  handler({ app, user }, { invite_id }) {
    doRevokeInvitation(app, accessLink(app, user, invite_id));
    return {};
  },
});

export const resendInvite: Endpoint<SendsMail> = endpoint({
  method: 'POST',
  path: '/invites/{invite_id}/resend',
  summary: 'Resend an e-mail invitation',
  access: 'member',
  onlyPeople: true,
  params: { invite_id },
  errors: [noSuchInvitation, ...foreignInvitationErrors],
  handler({ app, user }, { invite_id }) {
    const invitation = accessMailedInvitation(app, user, invite_id);
    doDeliver(app, user, [invitation]);
    return linksToPassOn(app, [invitation]);
  },
});

// An invitation link for owners lets every reader become an owner.
function canList(user: User, { inviter_id, email, invited_as }: Invitation): boolean {
  if (inviter_id === user.id || isOwner(user)) return true;
  return isAdministrator(user) && (email !== null || invited_as !== roles.owner);
}

function ensureMayInvite(app: Context, user: User, permission: RealmPermission): void {
  if (!hasRealmPermission(app, user, permission)) throw insufficientPermission();
}

const tooManyToday = phrase(`No more than ${dailyLimit} people can be invited in a day, so no invitation was sent.`);

function ensureBelowDailyLimit(app: Context, count: number): void {
  if (countMailedLately(app) + count <= dailyLimit) return;
  throw invitationFailed({
    msg: tooManyToday,
    errors: [],
    sent_invitations: false,
    daily_limit_reached: true,
  });
}

// Without a mail server, the inviter has to pass on the links.
function linksToPassOn(app: Context & SendsMail, invitations: readonly MailedInvitation[]) {
  if (canSendMail(app)) return {};
  return { invites: invitations.map((one) => ({ id: one.id, email: one.email, link_url: linkOf(app, one) })) };
}
