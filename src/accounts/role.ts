import type { App } from '../app.ts';
import { publishBotsOfRole } from '../bots/bot.ts';
import { publishDefaultsTo } from '../channels/default-channel.ts';
import { doFollowingUserSight } from '../channels/sight.ts';
import type { Database } from '../db/database.ts';
import { publish } from '../events/event.ts';
import { publishRoleChange } from '../groups/membership-event.ts';
import { errorKind, ownerRequired } from '../http/errors.ts';
import { publishKnown, rememberKnown, userAudience } from '../users/access.ts';
import { findUser, isBot, isOwner, type Role, roles, type User } from '../users/user.ts';
import { publishEmailsOfRole } from './email.ts';

export const lastOwner = errorKind('The owner permission cannot be removed from the only organization owner.');

export const guestAsAdministrator = errorKind('Guests cannot be organization administrators');

/**
 * Throws ownerRequired, lastOwner or guestAsAdministrator unless the actor, who administers the user, may give them
 * that role. Guests become members or moderators first.
 */
export function ensureCanChangeRole(db: Database, actor: User, user: User, role: Role): void {
  if ((isOwner(user) || role === roles.owner) && !isOwner(actor)) throw ownerRequired();
  if (role !== roles.owner && isLastOwner(db, user)) throw lastOwner();
  if (user.role === roles.guest && !isBot(user) && role <= roles.administrator) throw guestAsAdministrator();
}

/** Throws ownerRequired when somebody who is not an owner is about to change an owner's account. */
export function ensureCanTouch(actor: User, user: User): void {
  if (isOwner(user) && !isOwner(actor)) throw ownerRequired();
}

/** Whether a user is the only person left who can do everything. */
export function isLastOwner(db: Database, user: User): boolean {
  if (!isOwner(user) || isBot(user)) return false;
  const sql = 'SELECT 1 FROM users WHERE role = ? AND bot_type IS NULL AND is_active = 1 AND id <> ?';
  return db.value<number>(sql, roles.owner, user.id) === undefined;
}

/** Gives a user another role: tells those who may know, and the user of channels and people that this shows or hides. */
export function doChangeRole(app: App, user: User, role: Role): void {
  if (role === user.role) return;
  doFollowingUserSight(app, user.id, () => {
    const known = rememberKnown(app, [user]);
    app.db.run('UPDATE users SET role = ? WHERE id = ?', role, user.id);
    const changed = findUser(app.db, user.id) as User;
    const person = { user_id: user.id, role };
    publish(app, { type: 'realm_user', op: 'update', person }, userAudience(app, changed));
    publishRoleChange(app, changed, user.role);
    publishKnown(app, known);
    publishBotsOfRole(app, user, changed);
    publishEmailsOfRole(app, user, changed);
    if ((role === roles.guest) !== (user.role === roles.guest)) publishDefaultsTo(app, changed);
  });
  // Guests may not follow all public channels; their clients begin anew.
  if (role === roles.guest) app.db.afterCommit(() => app.queues.deletePublicOfUser(user.id));
}
