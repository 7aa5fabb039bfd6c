import type { Context } from '../context.ts';
import { hasRealmPermission } from '../groups/realm-permission.ts';
import { insufficientPermission } from '../http/errors.ts';
import { botTypes } from '../users/bot.ts';
import { isAdministrator, type User } from '../users/user.ts';

/** Throws insufficientPermission unless a user may create bots of this type. */
export function ensureCanCreateBot(app: Context, user: User, bot_type: number): void {
  if (bot_type === botTypes.outgoingWebhook) ensureMayCallOut(user);
  if (hasRealmPermission(app, user, 'can_create_bots_group')) return;
  const isWriteOnly = bot_type === botTypes.incomingWebhook;
  if (isWriteOnly && hasRealmPermission(app, user, 'can_create_write_only_bots_group')) return;
  throw insufficientPermission();
}

/** Throws insufficientPermission unless a user may choose URLs that the server calls, as administrators may. */
export function ensureMayCallOut(user: User): void {
  if (!isAdministrator(user)) throw insufficientPermission();
}
