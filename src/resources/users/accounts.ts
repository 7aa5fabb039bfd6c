import {
  doChangeEmail,
  emailChangeRefused,
  ensureCanChangeEmails,
  newEmailInUse,
  newEmailInvalid,
} from '../../accounts/email.ts';
import { botNameInUse, doChangeFullName, nameErrors } from '../../accounts/full-name.ts';
import { ensureNotOwnBrowser, onlyInSettings } from '../../accounts/password-question.ts';
import {
  doSetProfileValues,
  fieldRestricted,
  type NewProfileValue,
  profileErrors,
  profileValues,
} from '../../accounts/profile-values.ts';
import { doChangeRole, ensureCanChangeRole, guestAsAdministrator, lastOwner } from '../../accounts/role.ts';
import type { Context } from '../../context.ts';
import { errorKind, insufficientPermission, ownerRequired } from '../../http/errors.ts';
import { oneOfNumbers, optional, required, text } from '../../http/params.ts';
import type { SendsMail } from '../../mail/mail.ts';
import { accessUserNamed } from '../../users/access.ts';
import { isAdministrator, isBot, noSuchUser, roles, type User } from '../../users/user.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';

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
    onlyInSettings,
    lastOwner,
    guestAsAdministrator,
    ...nameErrors,
    botNameInUse,
    botProfile,
    // Administrators may change every field.
    ...profileErrors.filter((kind) => kind !== fieldRestricted),
  ],
  handler(call, { user_id_or_email, full_name, role, new_email, profile_data }) {
    const { app, db, user: actor } = call;
    ensureAdministrator(actor);
    const user = accessUserNamed(app, actor, user_id_or_email);
    if (new_email !== undefined && new_email.trim() !== user.email) {
      ensureCanChangeEmails(db, actor);
      ensureNotOwnBrowser(call, user);
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

function ensureAdministrator(actor: User): void {
  if (!isAdministrator(actor)) throw insufficientPermission();
}

function setProfile(app: Context, actor: User, user: User, values: NewProfileValue[]): void {
  if (isBot(user)) throw botProfile();
  doSetProfileValues(app, actor, user, values);
}
