import { type App, announce, announcement } from '../context.ts';
import type { Database } from '../db/database.ts';
import { publish } from '../events/event.ts';
import { errorKind } from '../http/errors.ts';
import { userAudience } from '../users/access.ts';
import { listBotsOf } from '../users/bot.ts';
import { publishStatus, showsStatus } from '../users/status-record.ts';
import type { User } from '../users/user.ts';
import { doRevokeApiKeys } from './api-key.ts';
import { identityChanged } from './identity.ts';
import { isLastOwner } from './role.ts';
import { doEndSessions } from './session.ts';

/** An account is shut; `user` is as now. */
export const userDeactivated = announcement<{ user: User }>('userDeactivated');

/** An account is open again; `user` is as now. */
export const userReactivated = announcement<{ actor: User; user: User }>('userReactivated');

export const lastOwnerDeactivated = errorKind('Cannot deactivate the only organization owner');
export const lastUserLeaving = errorKind<{ entity: 'organization owner' | 'user' }>(
  'Cannot deactivate the only {entity}.',
  {
    code: 'CANNOT_DEACTIVATE_LAST_USER',
    extra: ({ entity }) => ({ is_last_owner: entity === 'organization owner', entity }),
  },
);

/** Throws lastUserLeaving when nobody would be left who can run the organization. */
export function ensureCanLeave(db: Database, user: User): void {
  if (isLastOwner(db, user)) throw lastUserLeaving({ entity: 'organization owner' });
  const others = 'SELECT 1 FROM users WHERE bot_type IS NULL AND is_active = 1 AND id <> ?';
  if (db.value<number>(others, user.id) === undefined) throw lastUserLeaving({ entity: 'user' });
}

/**
 * Shuts an account and those of the user's bots: no key opens it, clients that listen are cut off, nobody reaches it.
 * Everything the user had stays for the day they come back.
 */
export function doDeactivateUser(app: App, user: User): void {
  if (!user.is_active) return;
  for (const bot of listBotsOf(app.db, user.id)) doDeactivateUser(app, bot);
  app.db.run('UPDATE users SET is_active = 0 WHERE id = ?', user.id);
  doRevokeApiKeys(app, user);
  doEndSessions(app, user);
  app.db.afterCommit(() => app.clients.deleteOfUser(user.id));
  const shut = { ...user, is_active: 0 } as const;
  publishActivity(app, shut);
  announce(app, userDeactivated, { user: shut });
}

/** Opens an account again, with the subscriptions and groups it had; its owner logs in anew. */
export function doReactivateUser(app: App, actor: User, user: User): void {
  if (user.is_active) return;
  app.db.run('UPDATE users SET is_active = 1 WHERE id = ?', user.id);
  const opened = { ...user, is_active: 1 } as const;
  publishActivity(app, opened);
  if (showsStatus(opened)) publishStatus(app, opened, userAudience(app, opened));
  announce(app, userReactivated, { actor, user: opened });
}

function publishActivity(app: App, user: User): void {
  const is_active = user.is_active === 1;
  const person = { user_id: user.id, is_active };
  publish(app, { type: 'realm_user', op: 'update', person }, userAudience(app, user));
  announce(app, identityChanged, { user, changes: { is_active } });
}
