import { announceChange, type Context, change } from '../context.ts';
import type { Database } from '../db/database.ts';
import { publish } from '../events/event.ts';
import { errorKind, ownerRequired } from '../http/errors.ts';
import { userAudience } from '../users/access.ts';
import { isBot, isOwner, noSuchUser, type Role, roles, type User } from '../users/user.ts';

/** A change of role; `user` still has the old one. */
export interface RoleChange {
  user: User;
  role: Role;
}

export const roleChange = change<RoleChange>('roleChange');

export const lastOwner = errorKind('The owner permission cannot be removed from the only organization owner.');

export const guestAsAdministrator = errorKind('Guests cannot be organization administrators');

/**
 * Throws ownerRequired, lastOwner or guestAsAdministrator unless the actor, who administers the user, may grant this
 * role. A guest must become a member or moderator first.
 */
export function ensureCanChangeRole(db: Database, actor: User, user: User, role: Role): void {
  if ((isOwner(user) || role === roles.owner) && !isOwner(actor)) throw ownerRequired();
  if (role !== roles.owner && isLastOwner(db, user)) throw lastOwner();
  if (user.role === roles.guest && !isBot(user) && role <= roles.administrator) throw guestAsAdministrator();
}

/** Throws ownerRequired if a non-owner is about to change an owner's account. */
function ensureCanTouch(actor: User, user: User): void {
  if (isOwner(user) && !isOwner(actor)) throw ownerRequired();
}

/** The same user, unless administrators cannot change them. Throws noSuchUser or ownerRequired. */
export function ensureAdministered(actor: User, user: User): User {
  if (user.is_system_bot) throw noSuchUser();
  ensureCanTouch(actor, user);
  return user;
}

/** Whether a user is the only remaining owner. */
export function isLastOwner(db: Database, user: User): boolean {
  if (!isOwner(user) || isBot(user)) return false;
  const sql = 'SELECT 1 FROM users WHERE role = ? AND bot_type IS NULL AND is_active = 1 AND id <> ?';
  return db.value<number>(sql, roles.owner, user.id) === undefined;
}

/** Changes a user's role, and publishes it to users who may know the user. */
export function doChangeRole(app: Context, user: User, role: Role): void {
  if (role === user.role) return;
  announceChange(app, roleChange, { user, role }, () => {
    app.db.run('UPDATE users SET role = ? WHERE id = ?', role, user.id);
    const person = { user_id: user.id, role };
    publish(app, { type: 'realm_user', op: 'update', person }, userAudience(app, { ...user, role }));
  });
  // Guests may not receive the messages of all public channels; these clients must register again.
  if (role === roles.guest) app.db.afterCommit(() => app.clients.deletePublicOfUser(user.id));
}
