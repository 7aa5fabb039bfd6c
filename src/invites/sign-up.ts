import { checkEmail, isInvited, isPlaceholder } from '../accounts/email.ts';
import { doCreateUser, emailInUse, type NewUser } from '../accounts/new-user.ts';
import { doSubscribeToAll } from '../channels/subscription.ts';
import type { Context } from '../context.ts';
import { listChannelsAmong } from '../conversations/channel.ts';
import { randomText } from '../ground/random.ts';
import type { Texts } from '../ground/texts.ts';
import { doAddMembers } from '../groups/group-members.ts';
import { accessGroup } from '../groups/user-group.ts';
import { errorKind } from '../http/errors.ts';
import { canSendMail, doSendMail, paragraphs, type SendsMail } from '../mail/mail.ts';
import { doAnnounceNewcomer, doGreet, doNotifyInviter } from '../messages/notices.ts';
import { ensureEmailAllowed } from '../organization/email-policy.ts';
import { findRealm } from '../realm/realm.ts';
import { findRealmSetting } from '../realm/settings.ts';
import { textsFor } from '../users/language.ts';
import { findUser, findUserByEmail, isBot, roles, type User } from '../users/user.ts';
import {
  doUseUpInvitations,
  findInvitationByKey,
  findOpenInvitation,
  type Invitation,
  type Terms,
  termsOf,
} from './invitation.ts';
import { joinUrl, keyAlphabet, keyHmac, keyLength } from './key.ts';
import { findRemainingTerms } from './terms.ts';

/** A usable way to sign up. */
export interface Entry {
  terms: Terms;
  /** Undefined if anyone may sign up. */
  inviter: User | undefined;
  /** The link that was used; undefined for an invitation by mail. */
  invitation: Invitation | undefined;
  /** The newcomer's address, if it is confirmed. */
  email: string | undefined;
}

/** The newcomer's account data. */
interface Newcomer extends EnteringUser {
  password_hash: string;
}

type EnteringUser = Pick<NewUser, 'email' | 'full_name' | 'password_hash' | 'language'>;

export const entryClosed = errorKind('This invitation cannot be used any more.');
const invitationNeeded = errorKind('You need an invitation to join. Please ask a member of the organization.');
const invitedElsewhere = errorKind<{ email: string }>('This invitation is for {email}.');
const addressUnconfirmed = errorKind('Please confirm your e-mail address first.');

const day = 86_400;

/** The terms without an invitation. */
const ordinaryTerms: Terms = {
  invited_as: roles.member,
  channel_ids: [],
  group_ids: [],
  include_default_channels: true,
  welcome_message: null,
  notify_inviter: false,
  expires_at: null,
};

/** Whether anyone may sign up without an invitation. */
export function isOpenToAll({ db }: Context): boolean {
  return findRealmSetting(db, 'invite_required') === false;
}

/** The entry behind a key, or without a key the one that is open to all. Undefined if there is none. */
export function findEntry(app: Context, key: string | undefined): Entry | undefined {
  if (key === undefined) return isOpenToAll(app) ? openEntry : undefined;
  const invitation = findInvitationByKey(app, key);
  return invitation ? findInvitedEntry(app, invitation) : findConfirmedEntry(app, key);
}

const openEntry: Entry = { terms: ordinaryTerms, inviter: undefined, invitation: undefined, email: undefined };

// The inviter may have lost the right to some of the terms.
function findInvitedEntry(app: Context, invitation: Invitation): Entry | undefined {
  const inviter = findUser(app.db, invitation.inviter_id);
  const terms = inviter && findRemainingTerms(app, inviter, invitation, termsOf(app.db, invitation));
  return terms && { terms, inviter, invitation, email: invitation.email ?? undefined };
}

function findConfirmedEntry(app: Context, key: string): Entry | undefined {
  const confirmation = app.db.get<{ email: string; invitation_id: number | null }>(
    'SELECT email, invitation_id FROM address_confirmations WHERE key_hmac = ? AND expires_at > ?',
    keyHmac(app, key),
    app.clock.now(),
  );
  if (!confirmation || findUserByEmail(app.db, confirmation.email)) return undefined;
  const { email, invitation_id } = confirmation;
  if (invitation_id === null) return isOpenToAll(app) ? { ...openEntry, email } : undefined;
  const link = findOpenInvitation(app, invitation_id);
  const entry = link && findInvitedEntry(app, link);
  return entry && { ...entry, email };
}

/** Whether newcomers must confirm their address first: if mail can be sent, and the address is not confirmed yet. */
export function needsConfirmation(app: SendsMail, { email }: Entry): boolean {
  return email === undefined && canSendMail(app);
}

/** Trims and checks an address, which may have an account. Throws emailInvalid, emailInUse or one of emailPolicyErrors. */
export function checkJoiningEmail(app: Context, text: string): string {
  const email = checkEmail(text);
  ensureEmailAllowed(app, email);
  if (isPlaceholder(app, email)) throw emailInUse();
  return email;
}

/** The same for an address that must have no account. */
function checkNewEmail(app: Context, text: string): string {
  const email = checkJoiningEmail(app, text);
  if (findUserByEmail(app.db, email)) throw emailInUse();
  return email;
}

/** The same for an address that was typed by the newcomer: an invited address needs its invitation. */
export function checkTypedEmail(app: Context, text: string): string {
  const email = checkNewEmail(app, text);
  if (isInvited(app, email)) throw emailInUse();
  return email;
}

/**
 * Mails a link that confirms an address and continues the sign-up. An address with an account or an invitation gets a
 * mail that says so; the page does not reveal it. `texts` are those of the page. Throws entryClosed, or an error of
 * checkJoiningEmail.
 */
export function doAskToConfirm(app: Context & SendsMail, key: string | undefined, text: string, texts: Texts): void {
  const entry = findEntry(app, key);
  if (!entry) throw entryClosed();
  const email = checkJoiningEmail(app, text);
  const user = findUserByEmail(app.db, email);
  if (user) doMailOwner(app, user);
  else if (isInvited(app, email)) doMail(app, texts, email, [texts.t('mail.joinInvited')]);
  else doMailLink(app, texts, email, entry);
}

function doMailOwner(app: Context & SendsMail, user: User): void {
  if (isBot(user)) return;
  const texts = textsFor(app.db, user);
  doMail(app, texts, user.email, [`${texts.t('mail.joinKnown')}\n${app.config.public_url}/login`]);
}

function doMailLink(app: Context & SendsMail, texts: Texts, email: string, { invitation }: Entry): void {
  const fresh = randomText(app.random, keyAlphabet, keyLength);
  app.db.run('DELETE FROM address_confirmations WHERE expires_at <= ?', app.clock.now());
  app.db.run(
    'INSERT INTO address_confirmations (key_hmac, email, invitation_id, expires_at) VALUES (?, ?, ?, ?)',
    keyHmac(app, fresh),
    email,
    invitation?.id ?? null,
    app.clock.now() + day,
  );
  doMail(app, texts, email, [`${texts.t('mail.chooseHere')}\n${joinUrl(app, fresh)}`, texts.t('mail.linkExpires')]);
}

function doMail(app: Context & SendsMail, texts: Texts, to: string, answer: readonly string[]): void {
  const { name } = findRealm(app.db);
  doSendMail(app, {
    to,
    from_name: name,
    subject: texts.t('mail.joinSubject', { organization: name }),
    text: paragraphs([texts.t('mail.joinText', { organization: name }), ...answer, texts.t('mail.ignore')]),
  });
}

/**
 * Creates an account through an entry, with its channels, groups and messages. Throws entryClosed, addressUnconfirmed,
 * or one of emailPolicyErrors or newUserErrors.
 */
export function doSignUp(app: Context & SendsMail, key: string | undefined, newcomer: Newcomer): User {
  const entry = findEntry(app, key);
  if (!entry) throw entryClosed();
  if (needsConfirmation(app, entry)) throw addressUnconfirmed();
  return doEnter(app, entry, { ...newcomer, email: checkEntryEmail(app, entry, newcomer.email) });
}

/**
 * Creates the account of a user without a password whose address another system confirmed: by the invitation of the
 * key, else by one for the address, else without an invitation, if `isWelcome` or if anyone may sign up. Throws
 * invitationNeeded, invitedElsewhere, entryClosed, or one of emailPolicyErrors or newUserErrors.
 */
export function doSignUpConfirmed(
  app: Context & SendsMail,
  { email, full_name }: Omit<Newcomer, 'password_hash'>,
  key: string | undefined,
  isWelcome: boolean,
): User {
  const entry = findConfirmedWay(app, email, key, isWelcome);
  return doEnter(app, entry, { email: checkNewEmail(app, email), full_name, password_hash: null });
}

function findConfirmedWay(app: Context, email: string, key: string | undefined, isWelcome: boolean): Entry {
  const entry = key === undefined ? findEntryOfAddress(app, email) : findEntry(app, key);
  if (key !== undefined && !entry) throw entryClosed();
  if (entry?.email !== undefined && entry.email.toLowerCase() !== email.toLowerCase()) {
    throw invitedElsewhere({ email: entry.email });
  }
  if (entry) return entry;
  if (isWelcome || isOpenToAll(app)) return openEntry;
  throw invitationNeeded();
}

function findEntryOfAddress(app: Context, email: string): Entry | undefined {
  const ids = app.db.values<number>('SELECT id FROM invitations WHERE email_key = ?', email.toLowerCase());
  for (const id of ids.reverse()) {
    const invitation = findOpenInvitation(app, id);
    const entry = invitation && findInvitedEntry(app, invitation);
    if (entry) return entry;
  }
  return undefined;
}

function doEnter(app: Context & SendsMail, { terms, inviter }: Entry, newcomer: EnteringUser): User {
  const user = doCreateUser(app, {
    ...newcomer,
    role: terms.invited_as,
    include_default_channels: terms.include_default_channels,
  });
  doAddToChannels(app, user, terms);
  doAddToGroups(app, user, terms);
  doUseUpInvitations(app, user.email);
  doGreet(app, user, welcomeText(app, user, terms));
  doAnnounceNewcomer(app, user);
  if (inviter && terms.notify_inviter) doNotifyInviter(app, inviter, user);
  return user;
}

function checkEntryEmail(app: Context, { invitation, email }: Entry, typed: string): string {
  return invitation?.email ? checkNewEmail(app, invitation.email) : checkTypedEmail(app, email ?? typed);
}

function doAddToChannels(app: Context, user: User, { channel_ids }: Terms): void {
  doSubscribeToAll(app, user, listChannelsAmong(app.db, channel_ids));
}

function doAddToGroups(app: Context, user: User, { group_ids }: Terms): void {
  for (const id of group_ids) doAddMembers(app, accessGroup(app.db, id), [user.id]);
}

function welcomeText({ db }: Context, user: User, { welcome_message }: Terms): string {
  const custom = welcome_message ?? String(findRealmSetting(db, 'welcome_message_custom_text'));
  if (custom.trim() !== '') return custom;
  return textsFor(db, user).markdown('welcome.text', { organization: findRealm(db).name });
}
