import { announce, type Context } from '../context.ts';
import type { Database } from '../db/database.ts';
import { publish } from '../events/event.ts';
import { errorKind, ownerRequired } from '../http/errors.ts';
import { canSendMail, doSendMail, paragraphs, type SendsMail } from '../mail/mail.ts';
import { ensureEmailAllowed } from '../organization/email-policy.ts';
import { findRealm } from '../realm/realm.ts';
import { findRealmSetting } from '../realm/settings.ts';
import { accessTest, userAudience } from '../users/access.ts';
import { textsFor } from '../users/language.ts';
import {
  canSeeEmail,
  findUserByEmail,
  isAdministrator,
  isBot,
  isEmailOpen,
  isOwner,
  listEmailAudience,
  type User,
  userColumns,
} from '../users/user.ts';
import { identityChanged } from './identity.ts';
import type { RoleChange } from './role.ts';
import { hasSpecialPermission } from './special-permission.ts';

export const emailInvalid = errorKind('Bad name or username');
export const emailChangeRefused = errorKind('User not authorized to change user emails');
export const emailChangesDisabled = errorKind('Email address changes are disabled in this organization.');
export const newEmailInvalid = errorKind('Invalid new email address.');
export const newEmailInUse = errorKind('New email value error: Already has an account.');

/** In characters; the limit of mail servers. */
const maxLength = 254;

/** Trims and checks an address. Throws emailInvalid. */
export function checkEmail(email: string): string {
  const trimmed = email.trim();
  if (!isEmail(trimmed)) throw emailInvalid();
  return trimmed;
}

// The domain is an IPv6 address in brackets for bots of an organization that is served at one.
const emailPattern = /^[^@<>()[\]\\,;:"]+@(?:[^@<>()[\]\\,;:"]+|\[[\da-f:.]+\])$/i;

export function isEmail(text: string): boolean {
  return text.length <= maxLength && !/[\p{C}\p{Z}]/u.test(text) && emailPattern.test(text);
}

/** Throws ownerRequired or emailChangeRefused unless a user may change others' addresses. */
export function ensureCanChangeEmails(db: Database, actor: User): void {
  if (!isOwner(actor)) throw ownerRequired();
  if (!hasSpecialPermission(db, actor.id, 'can_change_user_emails')) throw emailChangeRefused();
}

/** Throws emailChangesDisabled or one of emailPolicyErrors unless users may change their own address to this one. */
export function ensureCanChangeOwnEmail(app: Context, user: User, email: string): void {
  if (findRealmSetting(app.db, 'email_changes_disabled') && !isAdministrator(user)) throw emailChangesDisabled();
  ensureEmailAllowed(app, email);
}

/** Trims and checks a user's new address. Throws newEmailInvalid or newEmailInUse. */
export function checkChangedEmail(app: Context, user: User, text: string): string {
  const email = text.trim();
  if (!isEmail(email)) throw newEmailInvalid();
  if (isEmailTaken(app, user, email)) throw newEmailInUse();
  return email;
}

/** Whether an address belongs to somebody other than `user`, or may not belong to anybody. */
export function isEmailTaken(app: Context, user: User, email: string): boolean {
  const holder = findUserByEmail(app.db, email);
  return (holder !== undefined && holder.id !== user.id) || isPlaceholder(app, email) || isInvited(app, email);
}

/** Whether an address looks like the placeholders of hidden addresses. */
export function isPlaceholder({ config }: Context, email: string): boolean {
  const [name = '', ...host] = email.toLowerCase().split('@');
  return /^user\d+$/.test(name) && host.join('@') === config.host.toLowerCase();
}

/** Whether an address has an open invitation. */
export function isInvited({ db, clock }: Context, email: string): boolean {
  const sql = `SELECT 1 FROM invitations
    WHERE email_key = ? AND ended_at IS NULL AND (expires_at IS NULL OR expires_at > ?)`;
  return db.value<number>(sql, email.toLowerCase(), clock.now()) !== undefined;
}

/**
 * Changes a user's address, publishes it to users who may see it, and tells a person's previous address. Throws
 * newEmailInvalid or newEmailInUse.
 */
export function doChangeEmail(app: Context & SendsMail, user: User, new_email: string): void {
  const email = checkChangedEmail(app, user, new_email);
  app.db.run('UPDATE users SET email = ?, email_key = ? WHERE id = ?', email, email.toLowerCase(), user.id);
  publishEmail(app, { ...user, email });
  if (canSendMail(app) && !isBot(user)) doTellPreviousAddress(app, user, email);
}

function doTellPreviousAddress(app: Context & SendsMail, user: User, email: string): void {
  const { name } = findRealm(app.db);
  const texts = textsFor(app.db, user);
  doSendMail(app, {
    to: user.email,
    from_name: name,
    subject: texts.t('mail.changedSubject', { organization: name }),
    text: paragraphs([texts.t('mail.changedText', { organization: name, address: email })]),
  });
}

/** Publishes to a user with a new role the addresses that the role reveals or hides. */
export function publishEmailsOfRole(app: Context, { user: before, role }: RoleChange): void {
  const user = { ...before, role };
  const mayKnow = accessTest(app, user);
  for (const other of app.db.all<User>(hidingSql)) {
    const sees = canSeeEmail(app.db, user, other);
    if (!mayKnow(other) || sees === canSeeEmail(app.db, before, other)) continue;
    const person = { user_id: other.id, delivery_email: sees ? other.email : null };
    publish(app, { type: 'realm_user', op: 'update', person }, { user_ids: [user.id] });
  }
}

const hidingSql = `
  SELECT ${userColumns} FROM users JOIN user_settings ON user_settings.user_id = users.id
  WHERE user_settings.name = 'email_address_visibility' ORDER BY users.id`;

function publishEmail(app: Context, user: User): void {
  const { id: user_id, email } = user;
  const isOpen = isEmailOpen(app.db, user);
  // An address that everyone may see is also the user's API address.
  const audience = isOpen ? userAudience(app, user) : { user_ids: listEmailAudience(app, user) };
  publish(app, { type: 'realm_user', op: 'update', person: { user_id, delivery_email: email } }, audience);
  if (!isOpen) return;
  publish(app, { type: 'realm_user', op: 'update', person: { user_id, new_email: email } }, audience);
  announce(app, identityChanged, { user, changes: { email } });
}
