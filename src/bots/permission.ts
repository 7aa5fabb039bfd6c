import type { App } from '../app.ts';
import { isInGroup } from '../groups/membership.ts';
import { insufficientPermission } from '../http/errors.ts';
import { type RealmPermission, realmPermissionGroup } from '../realm/settings.ts';
import { isAdministrator, type User } from '../users/user.ts';
import { botTypes } from './bot.ts';

/** Throws insufficientPermission unless a user may have bots of this type. */
export function ensureCanCreateBot(app: App, user: User, bot_type: number): void {
  if (bot_type === botTypes.outgoingWebhook) ensureMayCallOut(user);
  const may = (name: RealmPermission) => isInGroup(app, user, realmPermissionGroup(app.db, name));
  if (may('can_create_bots_group')) return;
  if (bot_type === botTypes.incomingWebhook && may('can_create_write_only_bots_group')) return;
  throw insufficientPermission();
}

/** Throws insufficientPermission unless a user may decide which addresses the server calls: an administrator. */
export function ensureMayCallOut(user: User): void {
  if (!isAdministrator(user)) throw insufficientPermission();
}
