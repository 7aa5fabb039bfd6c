import { announce, announcement, type Context } from '../context.ts';
import type { Database } from '../db/database.ts';
import { publish } from '../events/event.ts';
import { errorKind } from '../http/errors.ts';
import { type Phrase, phrase } from '../http/phrase.ts';
import { userAudience } from '../users/access.ts';
import { watchActivity } from '../users/acquaintance.ts';
import { listBotsOf } from '../users/bot.ts';
import { findUserSetting } from '../users/settings.ts';
import { presentStatus, publishStatus, showsStatus } from '../users/status-record.ts';
import { isBot, type User } from '../users/user.ts';
import { doRevokeApiKeys } from './api-key.ts';
import { publishExportConsent } from './export-consent.ts';
import { identityChanged } from './identity.ts';
import { isLastOwner } from './role.ts';
import { doEndSessions } from './session.ts';

/** An account was deactivated; `user` is the new state. */
export const userDeactivated = announcement<{ user: User }>('userDeactivated');

/** An account was reactivated; `user` is the new state. */
export const userReactivated = announcement<{ actor: User; user: User }>('userReactivated');

const owner = phrase('organization owner');
const person = phrase('user');

export const lastOwnerDeactivated = errorKind('Cannot deactivate the only organization owner');
export const lastUserLeaving = errorKind<{ entity: Phrase }>('Cannot deactivate the only {entity}.', {
  code: 'CANNOT_DEACTIVATE_LAST_USER',
  // Clients compare it.
  extra: ({ entity }) => ({ is_last_owner: entity === owner, entity: entity.text }),
});

/** Throws lastUserLeaving for the last owner or the last person. */
export function ensureCanLeave(db: Database, user: User): void {
  if (isLastOwner(db, user)) throw lastUserLeaving({ entity: owner });
  const others = 'SELECT 1 FROM users WHERE bot_type IS NULL AND is_active = 1 AND id <> ?';
  if (db.value<number>(others, user.id) === undefined) throw lastUserLeaving({ entity: person });
}

/**
 * Deactivates an account and the user's bots: revokes API keys and sessions and disconnects all clients. All data of
 * the user stays for a reactivation.
 */
export function doDeactivateUser(app: Context, user: User): void {
  if (!user.is_active) return;
  for (const bot of listBotsOf(app.db, user.id)) doDeactivateUser(app, bot);
  const publishKnown = watchActivity(app, user);
  app.db.run('UPDATE users SET is_active = 0 WHERE id = ?', user.id);
  doRevokeApiKeys(app, user);
  doEndSessions(app, user);
  app.db.afterCommit(() => app.clients.deleteOfUser(user.id));
  const shut = { ...user, is_active: 0 } as const;
  publishActivity(app, shut);
  publishKnown();
  announce(app, userDeactivated, { user: shut });
}

/** Reactivates an account with its subscriptions and groups; its owner must log in again. */
export function doReactivateUser(app: Context, actor: User, user: User): void {
  if (user.is_active) return;
  const publishKnown = watchActivity(app, user);
  app.db.run('UPDATE users SET is_active = 1 WHERE id = ?', user.id);
  const opened = { ...user, is_active: 1 } as const;
  publishKnown();
  publishActivity(app, opened);
  if (showsStatus(opened)) publishStatus(app, opened, presentStatus(app.db, opened), userAudience(app, opened));
  if (!isBot(opened)) publishExportConsent(app, opened, findUserSetting(app.db, user.id, 'allow_private_data_export'));
  announce(app, userReactivated, { actor, user: opened });
}

function publishActivity(app: Context, user: User): void {
  const is_active = user.is_active === 1;
  const person = { user_id: user.id, is_active };
  publish(app, { type: 'realm_user', op: 'update', person }, userAudience(app, user));
  announce(app, identityChanged, { user, changes: { is_active } });
}
