import {
  doDeactivateUser,
  doReactivateUser,
  ensureCanLeave,
  lastOwnerDeactivated,
  lastUserLeaving,
} from '../../accounts/activity.ts';
import {
  doChangeEmail,
  emailChangeRefused,
  ensureCanChangeEmails,
  newEmailInUse,
  newEmailInvalid,
} from '../../accounts/email.ts';
import { botNameInUse, doChangeFullName, isBotNameTaken, nameErrors } from '../../accounts/full-name.ts';
import {
  doSetProfileValues,
  fieldRestricted,
  type NewProfileValue,
  profileErrors,
  profileValues,
} from '../../accounts/profile-values.ts';
import {
  doChangeRole,
  ensureAdministered,
  ensureCanChangeRole,
  guestAsAdministrator,
  isLastOwner,
  lastOwner,
} from '../../accounts/role.ts';
import { ensureCanCreateBot } from '../../bots/permission.ts';
import type { Context } from '../../context.ts';
import { errorKind, insufficientPermission, ownerRequired } from '../../http/errors.ts';
import { integer, oneOfNumbers, optional, required, text } from '../../http/params.ts';
import { canSendMail, doSendMail, type SendsMail } from '../../mail/mail.ts';
import { findRealm } from '../../realm/realm.ts';
import { accessUser, accessUserNamed } from '../../users/access.ts';
import {
  ensureActive,
  isAdministrator,
  isBot,
  noSuchUser,
  roles,
  type User,
  userIsDeactivated,
} from '../../users/user.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';

const botNameTaken = errorKind<{ name: string }>(
  'There is already an active bot named "{name}" in this organization. To reactivate this bot, you must rename or deactivate the other one first.',
);

const botProfile = errorKind('Bots have no custom profile fields.');

const user_id_or_email = required(text(), 'Id of the user, or their address as the API shows it.');

export const updateUser: Endpoint<SendsMail> = endpoint({
  method: 'PATCH',
  path: '/users/{user_id_or_email}',
  summary: "Change a user's account",
  access: 'user',
  params: {
    user_id_or_email,
    full_name: optional(text(), 'New name.'),
    profile_data: optional(profileValues, 'New values of custom profile fields.'),
    role: optional(oneOfNumbers(Object.values(roles)), 'New role.'),
    new_email: optional(text(), 'New address.'),
  },
  errors: [
    insufficientPermission,
    noSuchUser,
    ownerRequired,
    emailChangeRefused,
    newEmailInvalid,
    newEmailInUse,
    lastOwner,
    guestAsAdministrator,
    ...nameErrors,
    botNameInUse,
    botProfile,
    // Administrators may change every field.
    ...profileErrors.filter((kind) => kind !== fieldRestricted),
  ],
  handler({ app, db, user: actor }, { user_id_or_email, full_name, role, new_email, profile_data }) {
    ensureAdministrator(actor);
    const user = accessUserNamed(app, actor, user_id_or_email);
    if (new_email !== undefined && new_email.trim() !== user.email) {
      ensureCanChangeEmails(db, actor);
      doChangeEmail(app, user, new_email);
    }
    if (role !== undefined && role !== user.role) {
      ensureCanChangeRole(db, actor, user, role);
      doChangeRole(app, user, role);
    }
    if (full_name !== undefined) doChangeFullName(app, user, full_name);
    if (profile_data !== undefined) setProfile(app, actor, user, profile_data);
    return {};
  },
});

export const deactivateUser: Endpoint<SendsMail> = endpoint({
  method: 'DELETE',
  path: '/users/{user_id_or_email}',
  summary: 'Deactivate a user',
  access: 'user',
  params: {
    user_id_or_email,
    deactivation_notification_comment: optional(
      text({ max: 2000 }),
      'Comment in the e-mail that notifies the user; empty: an e-mail without a comment; missing: no e-mail.',
    ),
  },
  errors: [insufficientPermission, noSuchUser, userIsDeactivated, ownerRequired, lastOwnerDeactivated],
  handler({ app, db, user: actor }, { user_id_or_email, deactivation_notification_comment: comment }) {
    ensureAdministrator(actor);
    const user = ensureAdministered(actor, accessUserNamed(app, actor, user_id_or_email));
    if (isBot(user)) throw noSuchUser();
    ensureActive(user);
    if (isLastOwner(db, user)) throw lastOwnerDeactivated();
    doDeactivateUser(app, user);
    if (comment !== undefined) mailFarewell(app, user, comment);
    return {};
  },
});

export const deactivateOwnUser: Endpoint = endpoint({
  method: 'DELETE',
  path: '/users/me',
  summary: 'Deactivate your own account',
  access: 'user',
  onlyPeople: true,
  params: {},
  errors: [lastUserLeaving],
  handler({ app, db, user }) {
    ensureCanLeave(db, user);
    doDeactivateUser(app, user);
    return {};
  },
});

export const reactivateUser: Endpoint = endpoint({
  method: 'POST',
  path: '/users/{user_id}/reactivate',
  summary: 'Reactivate a user',
  access: 'user',
  params: { user_id: required(integer(), 'Id of the user.') },
  errors: [noSuchUser, ownerRequired, insufficientPermission, botNameTaken],
  handler({ app, user: actor }, { user_id }) {
    ensureAdministrator(actor);
    const user = ensureAdministered(actor, accessUser(app, actor, user_id));
    if (isBot(user) && !user.is_active) ensureBotMayReturn(app, actor, user);
    doReactivateUser(app, actor, user);
    return {};
  },
});

function ensureAdministrator(actor: User): void {
  if (!isAdministrator(actor)) throw insufficientPermission();
}

function setProfile(app: Context, actor: User, user: User, values: NewProfileValue[]): void {
  if (isBot(user)) throw botProfile();
  doSetProfileValues(app, actor, user, values);
}

// Without a mail server, a deactivated user cannot be reached.
function mailFarewell(app: Context & SendsMail, user: User, comment: string): void {
  if (!canSendMail(app)) return;
  const { name } = findRealm(app.db);
  const words = comment.trim() === '' ? '' : `\n\nAn administrator adds:\n\n${comment.trim()}`;
  doSendMail(app, {
    to: user.email,
    from_name: name,
    subject: `Your account in ${name} was deactivated`,
    text: `Your account in ${name} (${app.config.public_url}) was deactivated. You can no longer log in there.${words}`,
  });
}

function ensureBotMayReturn(app: Context, actor: User, bot: User): void {
  ensureCanCreateBot(app, actor, bot.bot_type as number);
  if (isBotNameTaken(app.db, bot.full_name, bot.id)) throw botNameTaken({ name: bot.full_name });
}
