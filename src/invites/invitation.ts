import type { Context } from '../context.ts';
import { type Database, inJsonList } from '../db/database.ts';
import { publish } from '../events/event.ts';
import { administratorRequired, errorKind, ownerRequired } from '../http/errors.ts';
import { isAdministrator, isOwner, type Role, roles, type User } from '../users/user.ts';
import { createSalt, joinUrl, keyHmac, keyOf } from './key.ts';

/** The conditions of an invitation. */
export interface Terms {
  invited_as: Role;
  channel_ids: readonly number[];
  group_ids: readonly number[];
  include_default_channels: boolean;
  /** Markdown; null for the organization's default. */
  welcome_message: string | null;
  notify_inviter: boolean;
  /** UNIX seconds; null for never. */
  expires_at: number | null;
}

export interface Invitation {
  id: number;
  salt: Buffer;
  /** Null for a link that anyone can use. */
  email: string | null;
  inviter_id: number;
  invited_as: Role;
  created_at: number;
  expires_at: number | null;
  ended_at: number | null;
  include_default_channels: 0 | 1;
  notify_inviter: 0 | 1;
  welcome_message: string | null;
}

/** An invitation for one address. */
export type MailedInvitation = Invitation & { email: string };

export const noSuchInvitation = errorKind('No such invitation');
export const alreadyRevoked = errorKind('Invitation has already been revoked');
/** Errors about invitations of other users. */
export const foreignInvitationErrors = [administratorRequired, ownerRequired] as const;

const columns = `invitations.id, salt, invitations.email, inviter_id, invited_as, created_at, expires_at, ended_at,
  include_default_channels, notify_inviter, welcome_message`;

// Binds the current time as ?1. The inviter must still be allowed to grant the role, and the address must have no
// account yet.
const fromOpen = `FROM invitations JOIN users inviter ON inviter.id = inviter_id
  WHERE ended_at IS NULL AND (expires_at IS NULL OR expires_at > ?1)
    AND inviter.is_active = 1 AND inviter.role <= invited_as
    AND NOT EXISTS (SELECT 1 FROM users WHERE users.email_key = invitations.email_key)`;

/** Usable invitations: those to an address, then the links that many can use; oldest first. */
export function listOpenInvitations({ db, clock }: Context): Invitation[] {
  return db.all<Invitation>(
    `SELECT ${columns} ${fromOpen} ORDER BY invitations.email IS NULL, invitations.id`,
    clock.now(),
  );
}

/** The invitation with this id, if it is usable. */
export function findOpenInvitation({ db, clock }: Context, id: number): Invitation | undefined {
  return db.get<Invitation>(`SELECT ${columns} ${fromOpen} AND invitations.id = ?2`, clock.now(), id);
}

/** The invitation with this key, if it is usable. */
export function findInvitationByKey(app: Context, key: string): Invitation | undefined {
  const id = app.db.value<number>('SELECT id FROM invitations WHERE key_hmac = ?', keyHmac(app, key));
  return id === undefined ? undefined : findOpenInvitation(app, id);
}

export function termsOf(db: Database, invitation: Invitation): Terms {
  const { id, invited_as, include_default_channels, notify_inviter, welcome_message, expires_at } = invitation;
  return {
    invited_as,
    channel_ids: db.values('SELECT channel_id FROM invitation_channels WHERE invitation_id = ?', id),
    group_ids: db.values('SELECT group_id FROM invitation_groups WHERE invitation_id = ?', id),
    include_default_channels: include_default_channels === 1,
    notify_inviter: notify_inviter === 1,
    welcome_message,
    expires_at,
  };
}

/** An open invitation by mail that the user may manage. Throws noSuchInvitation or a foreignInvitationError. */
export function accessMailedInvitation(app: Context, user: User, id: number): MailedInvitation {
  const invitation = findOpenInvitation(app, id);
  if (!invitation || !isMailed(invitation)) throw noSuchInvitation();
  ensureCanManage(user, invitation);
  return invitation;
}

/**
 * A link that the user may manage, even if it has expired. Throws noSuchInvitation, a foreignInvitationError, or
 * alreadyRevoked.
 */
export function accessLink(app: Context, user: User, id: number): Invitation {
  const link = app.db.get<Invitation>(`SELECT ${columns} FROM invitations WHERE id = ? AND email IS NULL`, id);
  if (!link) throw noSuchInvitation();
  ensureCanManage(user, link);
  if (link.ended_at !== null) throw alreadyRevoked();
  return link;
}

function isMailed(invitation: Invitation): invitation is MailedInvitation {
  return invitation.email !== null;
}

function ensureCanManage(user: User, { inviter_id, invited_as }: Invitation): void {
  if (inviter_id === user.id) return;
  if (invited_as === roles.owner && !isOwner(user)) throw ownerRequired();
  if (!isAdministrator(user)) throw administratorRequired();
}

/** Creates an invitation by mail, or a link if `email` is null. The caller has checked permissions and terms. */
export function doInvite(app: Context, inviter: User, email: string | null, terms: Terms): Invitation {
  const salt = createSalt(app);
  const { id } = app.db.run(
    `INSERT INTO invitations (salt, key_hmac, email, email_key, inviter_id, invited_as, created_at, expires_at,
       include_default_channels, notify_inviter, welcome_message) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    salt,
    keyHmac(app, keyOf(app, salt)),
    email,
    email?.toLowerCase() ?? null,
    inviter.id,
    terms.invited_as,
    app.clock.now(),
    terms.expires_at,
    Number(terms.include_default_channels),
    Number(terms.notify_inviter),
    terms.welcome_message,
  );
  for (const channel_id of new Set(terms.channel_ids)) {
    app.db.run('INSERT INTO invitation_channels (invitation_id, channel_id) VALUES (?, ?)', id, channel_id);
  }
  for (const group_id of new Set(terms.group_ids)) {
    app.db.run('INSERT INTO invitation_groups (invitation_id, group_id) VALUES (?, ?)', id, group_id);
  }
  return app.db.get<Invitation>(`SELECT ${columns} FROM invitations WHERE id = ?`, id) as Invitation;
}

export function doRevokeInvitation(app: Context, { id, inviter_id }: Invitation): void {
  endInvitations(app, [id]);
  publishInvitesChanged(app, [inviter_id]);
}

/** Revokes all invitations of a user, when the account is deactivated. */
export function doRevokeInvitationsOf(app: Context, { user }: { user: User }): void {
  const sql = 'SELECT id FROM invitations WHERE inviter_id = ? AND ended_at IS NULL';
  const ids = app.db.values<number>(sql, user.id);
  if (ids.length === 0) return;
  endInvitations(app, ids);
  publishInvitesChanged(app, [user.id]);
}

/** Ends the invitations of an address that has an account now. */
export function doUseUpInvitations(app: Context, email: string): void {
  const rows = app.db.all<{ id: number; inviter_id: number }>(
    'SELECT id, inviter_id FROM invitations WHERE email_key = ? AND ended_at IS NULL',
    email.toLowerCase(),
  );
  if (rows.length === 0) return;
  endInvitations(
    app,
    rows.map(({ id }) => id),
  );
  publishInvitesChanged(
    app,
    rows.map(({ inviter_id }) => inviter_id),
  );
}

function endInvitations({ db, clock }: Context, ids: readonly number[]): void {
  db.run(`UPDATE invitations SET ended_at = ? WHERE id ${inJsonList}`, clock.now(), JSON.stringify(ids));
}

/** Notifies administrators, and some inviters, that the list of invitations has changed. */
export function publishInvitesChanged(app: Context, inviter_ids: readonly number[]): void {
  const administrators = app.db.values<number>(
    'SELECT id FROM users WHERE role <= ? AND is_active = 1 AND bot_type IS NULL',
    roles.administrator,
  );
  publish(app, { type: 'invites_changed' }, { user_ids: [...new Set([...administrators, ...inviter_ids])] });
}

/** The number of invitations by mail in the last day. */
export function countMailedLately({ db, clock }: Context): number {
  const sql = 'SELECT count(*) FROM invitations WHERE email IS NOT NULL AND created_at > ?';
  return db.value<number>(sql, clock.now() - 86_400) ?? 0;
}

/** The URL of an invitation. */
export function linkOf(app: Context, { salt }: Invitation): string {
  return joinUrl(app, keyOf(app, salt));
}

export function presentInvitation(app: Context, invitation: Invitation) {
  const { id, email, inviter_id, created_at, expires_at, invited_as, notify_inviter } = invitation;
  const common = {
    id,
    invited_by_user_id: inviter_id,
    invited: created_at,
    expiry_date: expires_at,
    invited_as,
  };
  if (email === null) return { ...common, is_multiuse: true, link_url: linkOf(app, invitation) };
  return { ...common, is_multiuse: false, email, notify_referrer_on_join: notify_inviter === 1 };
}
