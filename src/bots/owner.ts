import { doChangeRole, type RoleChange } from '../accounts/role.ts';
import type { Context } from '../context.ts';
import { publish } from '../events/event.ts';
import { errorKind } from '../http/errors.ts';
import { canAccessUser } from '../users/access.ts';
import { listBotsOf } from '../users/bot.ts';
import { findUser, getUser, isAdministrator, isBot, roles, type User } from '../users/user.ts';
import { listAdministrators, presentBot } from './bot.ts';

const noSuchOwner = errorKind('Failed to change owner, no such user');
const ownerDeactivated = errorKind('Failed to change owner, user is deactivated');
const ownerIsBot = errorKind("Failed to change owner, bots can't own other bots");
const ownerIsGuest = errorKind("Failed to change owner, guests can't own bots");
/** Errors of a new owner. */
export const newOwnerErrors = [noSuchOwner, ownerDeactivated, ownerIsBot, ownerIsGuest] as const;

/** A user who may become the owner of a bot. Throws one of newOwnerErrors. */
export function accessNewOwner(app: Context, actor: User, user_id: number): User {
  const owner = findUser(app.db, user_id);
  if (!owner || owner.is_system_bot || !canAccessUser(app, actor, owner)) throw noSuchOwner();
  if (!owner.is_active) throw ownerDeactivated();
  if (isBot(owner)) throw ownerIsBot();
  if (owner.role === roles.guest) throw ownerIsGuest();
  return owner;
}

/** Changes a bot's owner. Administrators receive the change; other owners receive a removal or an added bot. */
export function doChangeOwner(app: Context, bot: User, owner: User): void {
  if (bot.bot_owner_id === owner.id) return;
  const before = bot.bot_owner_id === null ? undefined : findUser(app.db, bot.bot_owner_id);
  app.db.run('UPDATE users SET bot_owner_id = ? WHERE id = ?', owner.id, bot.id);
  const changed = getUser(app.db, bot.id);
  const user_id = bot.id;
  if (before && !isAdministrator(before)) {
    publish(app, { type: 'realm_bot', op: 'delete', bot: { user_id } }, { user_ids: [before.id] });
  }
  if (!isAdministrator(owner)) {
    publish(app, { type: 'realm_bot', op: 'add', bot: presentBot(app, changed) }, { user_ids: [owner.id] });
  }
  const others = listAdministrators(app.db, changed).filter((id) => id !== owner.id || isAdministrator(owner));
  publish(app, { type: 'realm_bot', op: 'update', bot: { user_id, owner_id: owner.id } }, { user_ids: others });
  publish(app, { type: 'realm_user', op: 'update', person: { user_id, bot_owner_id: owner.id } }, 'everyone');
}

/** If a reactivated bot has no active owner, the user who reactivates it becomes the owner; ignores people. */
export function doAdoptBot(app: Context, { actor, user }: { actor: User; user: User }): void {
  const owner = user.bot_owner_id === null ? undefined : findUser(app.db, user.bot_owner_id);
  if (isBot(user) && owner?.is_active !== 1) doChangeOwner(app, user, actor);
}

/** Lowers the roles of a user's bots to the new role of the user, who has their API keys. */
export function doLowerBots(app: Context, { user, role }: RoleChange): void {
  if (role < user.role) return;
  for (const bot of listBotsOf(app.db, user.id)) if (bot.role < role) doChangeRole(app, bot, role);
}
