import { doRevokeApiKeys } from '../accounts/api-key.ts';
import { checkFullName, ensureNameUnique, nameNotUnique } from '../accounts/full-name.ts';
import { storePasswordHash } from '../accounts/password.ts';
import { doChangeRole } from '../accounts/role.ts';
import type { Context } from '../context.ts';
import type { Database } from '../db/database.ts';
import type { SsoRole, Trust } from '../ground/config.ts';
import { foldName } from '../ground/text.ts';
import { doAddMembers, doRemoveMembers } from '../groups/group-members.ts';
import { listDirectMemberIds } from '../groups/membership.ts';
import { accessGroup } from '../groups/user-group.ts';
import type { RecordsActs } from '../http/act.ts';
import { errorKind, isKind } from '../http/errors.ts';
import { doSignUpConfirmed } from '../invites/sign-up.ts';
import { canSendMail, type SendsMail } from '../mail/mail.ts';
import { findUserByEmail, getUser, isBot, isOwner, type Role, roles, type User } from '../users/user.ts';
import type { Identity } from './identity.ts';

/** A user who logged in at another system. */
export interface Arrival {
  identity: Identity;
  /** How far the other system is trusted. */
  trust: Trust;
  /** The client's address. */
  address: string;
  /** The key of the user's invitation link. */
  invitation_key?: string | undefined;
}

const accountDeactivated = errorKind('This account is deactivated. An administrator can reactivate it.');
const addressMissing = errorKind('The account that you used has no e-mail address.');
const addressUnverified = errorKind<{ email: string }>(
  'It is not confirmed that {email} is your address: please confirm it there first.',
);
const addressOfBot = errorKind<{ email: string }>('{email} is the address of a bot here.');
const linkedElsewhere = errorKind<{ email: string }>(
  'The account {email} here belongs to another account there, which had this address before. Please ask the operator of this server.',
);

/**
 * Finds or creates the account of a user who logged in at another system, and updates role and groups. Throws
 * accountDeactivated, addressMissing, addressUnverified, addressOfBot, linkedElsewhere, or an error of
 * doSignUpConfirmed.
 */
export function doArrive(app: Context & SendsMail & { audit: RecordsActs }, arrival: Arrival): User {
  const { identity, trust, address } = arrival;
  const linked = findLinked(app.db, identity);
  const known = linked ? undefined : findKnown(app.db, arrival);
  const user = linked ?? link(app, identity, known ?? signUp(app, arrival));
  if (!user.is_active) throw accountDeactivated();
  const about = { issuer: identity.issuer, user_id: user.id };
  // The other system decides, on behalf of the operator who trusts it.
  const act = { actor_id: null, action: 'single_sign_on', address, about, isAdministrative: false };
  app.audit.record(act, () => {
    if (known) doTakeOver(app, known);
    renewRole(app, user, identity, trust);
    renewGroups(app, user, identity, trust);
  });
  return getUser(app.db, user.id);
}

/**
 * The account of an identity. Without one, the account with its email address, to which the first login would link it.
 */
export function findAccount(db: Database, identity: Identity): User | undefined {
  return findLinked(db, identity) ?? findUserByEmail(db, identity.email ?? '');
}

function findLinked(db: Database, { issuer, subject }: Identity): User | undefined {
  const sql = 'SELECT user_id FROM external_accounts WHERE issuer = ? AND subject = ?';
  const id = db.value<number>(sql, issuer, subject);
  return id === undefined ? undefined : getUser(db, id);
}

/** Forgets which accounts elsewhere belong to a user, or to all; the next login finds users by their addresses. */
export function unlinkAccounts(db: Database, user?: User): number {
  const sql = 'DELETE FROM external_accounts WHERE user_id = coalesce(?, user_id)';
  return db.run(sql, user?.id ?? null).changes;
}

function link({ db, clock }: Context, { issuer, subject }: Identity, user: User): User {
  const sql = 'INSERT INTO external_accounts (issuer, subject, user_id, created_at) VALUES (?, ?, ?, ?)';
  db.run(sql, issuer, subject, user.id, clock.now());
  return user;
}

/** The user with the address, if it is confirmed, and if nobody else there logs in as this user. */
function findKnown(db: Database, arrival: Arrival): User | undefined {
  const email = confirmedEmail(arrival);
  const user = findUserByEmail(db, email);
  if (user && isBot(user)) throw addressOfBot({ email });
  if (user && hasAccountAt(db, user, arrival.identity.issuer)) throw linkedElsewhere({ email });
  return user;
}

function hasAccountAt(db: Database, { id }: User, issuer: string): boolean {
  const sql = 'SELECT 1 FROM external_accounts WHERE user_id = ? AND issuer = ?';
  return db.value<number>(sql, id, issuer) !== undefined;
}

/**
 * Ends the other ways into an account that a user enters by its address for the first time. Without a mail server, an
 * address is not confirmed when it is typed, so somebody else may have prepared the account. Owners keep their password
 * and keys, because nobody gets their role by an address.
 */
function doTakeOver(app: Context & SendsMail, user: User): void {
  if (canSendMail(app) || isOwner(user)) return;
  doRevokeApiKeys(app, user);
  storePasswordHash(app, user, null);
}

function signUp(app: Context & SendsMail & { audit: RecordsActs }, arrival: Arrival): User {
  const { identity, trust, address, invitation_key } = arrival;
  const email = confirmedEmail(arrival);
  const full_name = freeName(app.db, identity.full_name, email);
  const about = { issuer: identity.issuer };
  const act = { actor_id: null, action: 'sign_up', address, about, isAdministrative: true };
  return app.audit.record(act, () =>
    doSignUpConfirmed(app, { email, full_name }, invitation_key, trust.create_accounts),
  );
}

function confirmedEmail({ identity: { email, is_email_verified }, trust }: Arrival): string {
  if (email === undefined || email === '') throw addressMissing();
  if (!is_email_verified && !trust.trust_email) throw addressUnverified({ email });
  return email;
}

/** A valid name for the account: from the identity, else from the address, with a number if names must be unique. */
function freeName(db: Database, full_name: string, email: string): string {
  const base = usableName(full_name) ?? usableName(email.split('@')[0] ?? '') ?? 'Newcomer';
  for (let count = 1; ; count++) {
    const name = count === 1 ? base : `${base.slice(0, 90)} ${count}`;
    if (isNameFree(db, name)) return name;
  }
}

function usableName(text: string): string | undefined {
  try {
    return checkFullName(text.replace(/[*`\\><"@|\p{C}]/gu, ' ').slice(0, 100));
  } catch {
    return undefined;
  }
}

function isNameFree(db: Database, full_name: string): boolean {
  try {
    ensureNameUnique(db, full_name);
    return true;
  } catch (error) {
    if (isKind(error, nameNotUnique)) return false;
    throw error;
  }
}

// Owners keep their role: a mistake in another system could leave the organization without an owner.
function renewRole(app: Context, user: User, { groups }: Identity, { roles: roleOf }: Trust): void {
  if (Object.keys(roleOf).length === 0 || isOwner(user)) return;
  const given = groups.flatMap((group) => (Object.hasOwn(roleOf, group) ? roles[roleOf[group] as SsoRole] : []));
  doChangeRole(app, user, given.length === 0 ? roles.member : (Math.min(...given) as Role));
}

function renewGroups(app: Context, user: User, { groups }: Identity, trust: Trust): void {
  const wanted = new Set(groups.flatMap((group) => (Object.hasOwn(trust.groups, group) ? trust.groups[group] : [])));
  for (const name of new Set(Object.values(trust.groups))) setMembership(app, user, name, wanted.has(name));
}

/** Groups that do not exist are skipped. */
function setMembership(app: Context, user: User, name: string, isWanted: boolean): void {
  const sql = 'SELECT id FROM groups WHERE name_key = ? AND is_system_group = 0 AND deactivated = 0';
  const id = app.db.value<number>(sql, foldName(name));
  if (id === undefined) return;
  const isMember = listDirectMemberIds(app, id).includes(user.id);
  if (isWanted && !isMember) doAddMembers(app, accessGroup(app.db, id), [user.id]);
  if (!isWanted && isMember) doRemoveMembers(app, accessGroup(app.db, id), [user.id]);
}
