import {
  doChangeEmail,
  emailChangesDisabled,
  ensureCanChangeOwnEmail,
  isEmail,
  isEmailTaken,
} from '../../accounts/email.ts';
import { doAskToConfirmEmail } from '../../accounts/email-confirmation.ts';
import { doChangeFullName, nameErrors, nameTooShort } from '../../accounts/full-name.ts';
import type { CountsLoginFailures } from '../../accounts/login-limit.ts';
import { ensurePasswordAcceptable, hashPassword, passwordTooLong, storePasswordHash } from '../../accounts/password.ts';
import { browserSessionOf, ensurePassword, needsPassword, wrongPassword } from '../../accounts/password-question.ts';
import type { Session } from '../../accounts/session.ts';
import { doChangeTimezone, doChangeUserSettings, type SettingChanges } from '../../accounts/setting-change.ts';
import { settingParams } from '../../accounts/setting-params.ts';
import type { Context } from '../../context.ts';
import type { SubmitsWrites } from '../../db/turn-queue.ts';
import { listGroupUserIds } from '../../groups/membership.ts';
import { accessGroup } from '../../groups/user-group.ts';
import type { LimitsAttempts } from '../../http/attempts.ts';
import { administratorRequired, errorKind, rateLimitHit } from '../../http/errors.ts';
import { boolean, integer, list, object, optional, text } from '../../http/params.ts';
import { canSendMail, type SendsMail } from '../../mail/mail.ts';
import { emailPolicyErrors } from '../../organization/email-policy.ts';
import { invalidGroup } from '../../realm/group.ts';
import { findRealmSetting } from '../../realm/settings.ts';
import { accessUser } from '../../users/access.ts';
import { invalidBatchingPeriod, invalidSound, timezone } from '../../users/setting-kinds.ts';
import { settingNames } from '../../users/setting-table.ts';
import { isAdministrator, isBot, noSuchUser, type User } from '../../users/user.ts';
import { type Call, type Endpoint, endpoint } from '../endpoint.ts';

const newPasswordTooWeak = errorKind('New password is too weak!');
const addressInvalid = errorKind('Invalid address.');
const addressTaken = errorKind('Already has an account.');
const onlyOwnAccount = errorKind('Name, address, password and time zone can be changed only for yourself.');
const nameChangesDisabled = errorKind('Name changes are disabled in this organization.');

export const updateSettings: Endpoint<SendsMail & LimitsAttempts & SubmitsWrites & CountsLoginFailures> = endpoint({
  method: 'PATCH',
  path: '/settings',
  summary: 'Change your settings',
  access: 'user',
  onlyPeople: true,
  params: {
    full_name: optional(text(), 'New name.'),
    email: optional(
      text(),
      'New e-mail address. If the server can send e-mails, the address changes once the link sent to it is opened.',
    ),
    old_password: optional(
      text(),
      'Current password; required to change the password and, in a browser session, the address.',
    ),
    new_password: optional(text(), 'New password. Ends all browser sessions; API keys stay valid.'),
    timezone: optional(timezone(), 'Time zone that others see, by its IANA name; empty for none.'),
    ...settingParams(settingNames),
    target_users: optional(
      object({
        user_ids: optional(list(integer()), 'The users.', { fallback: [] }),
        group_ids: optional(list(integer()), 'Groups, for all their members.', { fallback: [] }),
      }),
      'Whose settings an administrator changes, instead of their own: the people among these users and members.',
    ),
    skip_if_already_edited: optional(boolean(), 'Leave settings alone that these people have chosen.', {
      fallback: false,
    }),
  },
  errors: [
    wrongPassword,
    rateLimitHit,
    newPasswordTooWeak,
    passwordTooLong,
    nameChangesDisabled,
    ...nameErrors,
    emailChangesDisabled,
    addressInvalid,
    addressTaken,
    ...emailPolicyErrors,
    invalidSound,
    invalidBatchingPeriod,
    administratorRequired,
    onlyOwnAccount,
    noSuchUser,
    invalidGroup,
  ],
  async prepare(call, { email, old_password = '', new_password = '' }) {
    const { app } = call;
    if (new_password !== '' || (isOtherEmail(call, email) && needsPassword(call)))
      await ensurePassword(call, old_password);
    if (new_password === '') return undefined;
    ensurePasswordAcceptable(new_password, newPasswordTooWeak);
    return hashPassword(app, new_password);
  },
  handler({ app, user, request }, { target_users, skip_if_already_edited, ...own }, password_hash) {
    const { full_name, email, timezone, ...changes } = own;
    if (target_users !== undefined) {
      const account = [full_name, email, timezone, own.new_password];
      if (account.some((value) => value !== undefined)) throw onlyOwnAccount();
      for (const one of accessTargets(app, user, target_users)) {
        doChangeUserSettings(app, one, skip_if_already_edited ? notChosen(app, one, changes) : changes);
      }
      return {};
    }
    if (password_hash !== undefined) storePasswordHash(app, user, password_hash);
    if (full_name !== undefined) changeFullName(app, user, full_name);
    if (email !== undefined) changeEmail(app, user, email, browserSessionOf(app, request));
    if (timezone !== undefined) doChangeTimezone(app, user, timezone);
    doChangeUserSettings(app, user, changes);
    return {};
  },
});

interface Targets {
  user_ids: readonly number[];
  group_ids: readonly number[];
}

/** The active people among users and members of groups, for an administrator. */
function accessTargets(app: Context, user: User, { user_ids, group_ids }: Targets): User[] {
  if (!isAdministrator(user)) throw administratorRequired();
  const members = group_ids.flatMap((id) => listGroupUserIds(app, accessGroup(app.db, id).id));
  const targets = [...new Set([...user_ids, ...members])].map((id) => accessUser(app, user, id));
  return targets.filter((one) => one.is_active && !isBot(one));
}

function notChosen({ db }: Context, { id }: User, changes: SettingChanges): SettingChanges {
  const chosen = new Set(db.values<string>('SELECT name FROM user_settings WHERE user_id = ?', id));
  return Object.fromEntries(Object.entries(changes).filter(([name]) => !chosen.has(name)));
}

function isOtherEmail({ user }: Call, email: string | undefined): boolean {
  return email !== undefined && email.trim() !== '' && email.trim() !== user.email;
}

function changeFullName(app: Context, user: User, full_name: string): void {
  if (full_name.trim() === user.full_name) return;
  if (full_name.trim() === '') throw nameTooShort();
  if (findRealmSetting(app.db, 'name_changes_disabled') && !isAdministrator(user)) throw nameChangesDisabled();
  doChangeFullName(app, user, full_name);
}

function changeEmail(
  app: Context & SendsMail & LimitsAttempts,
  user: User,
  email: string,
  session: Session | undefined,
): void {
  const wanted = email.trim();
  if (wanted === '' || wanted === user.email) return;
  if (!isEmail(wanted)) throw addressInvalid();
  ensureCanChangeOwnEmail(app, user, wanted);
  if (isEmailTaken(app, user, wanted)) throw addressTaken();
  // With a mail server, an address is changed only after it is confirmed.
  if (canSendMail(app)) doAskToConfirmEmail(app, user, wanted, session);
  else doChangeEmail(app, user, wanted);
}
