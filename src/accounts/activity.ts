import type { App } from '../app.ts';
import { listBotsOf, publishBotChange } from '../bots/bot.ts';
import { doChangeOwner } from '../bots/owner.ts';
import { publishAboutChannel } from '../channels/channel-event.ts';
import { publishPermissionsNaming } from '../channels/permission-event.ts';
import {
  type Channel,
  listChannelsAmong,
  listSubscribedChannelIds,
  listUserIdsWhoSee,
} from '../conversations/channel.ts';
import { type Database, inJsonList } from '../db/database.ts';
import { publish } from '../events/event.ts';
import { publishGroupsOfActivity } from '../groups/membership-event.ts';
import { errorKind } from '../http/errors.ts';
import { doRevokeInvitationsOf } from '../invites/invitation.ts';
import { userAudience } from '../users/access.ts';
import { publishStatus, showsStatus } from '../users/status-record.ts';
import { findUser, isBot, roles, type User } from '../users/user.ts';
import { doRevokeApiKeys } from './api-key.ts';
import { isLastOwner } from './role.ts';

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
  doRevokeInvitationsOf(app, user);
  app.db.afterCommit(() => app.queues.deleteOfUser(user.id));
  const shut = { ...user, is_active: 0 } as const;
  publishActivity(app, shut);
  publishGroupsOfActivity(app, shut);
  publishPermissionsNaming(app, shut);
  publishPeers(app, 'peer_remove', user);
}

/**
 * Opens an account again, with the subscriptions and groups it had; its owner logs in anew. A bot whose owner is gone
 * becomes the actor's.
 */
export function doReactivateUser(app: App, actor: User, user: User): void {
  if (user.is_active) return;
  app.db.run('UPDATE users SET is_active = 1 WHERE id = ?', user.id);
  const opened = { ...user, is_active: 1 } as const;
  publishActivity(app, opened);
  if (showsStatus(opened)) publishStatus(app, opened, userAudience(app, opened));
  publishGroupsOfActivity(app, opened);
  publishPermissionsNaming(app, opened);
  const owner = user.bot_owner_id === null ? undefined : findUser(app.db, user.bot_owner_id);
  if (isBot(user) && owner?.is_active !== 1) doChangeOwner(app, user, actor);
  publishPeers(app, 'peer_add', user);
}

function publishActivity(app: App, user: User): void {
  const is_active = user.is_active === 1;
  const person = { user_id: user.id, is_active };
  publish(app, { type: 'realm_user', op: 'update', person }, userAudience(app, user));
  publishBotChange(app, user, { is_active });
}

// Channels whose subscribers the same people see share an event.
function publishPeers(app: App, op: 'peer_add' | 'peer_remove', user: User): void {
  const channels = listChannelsAmong(app.db, listSubscribedChannelIds(app.db, user.id));
  const guests = guestsByChannel(app.db, channels);
  for (const alike of Map.groupBy(channels, (channel) => sightOf(channel, guests.get(channel.id))).values()) {
    const [first] = alike as [Channel];
    const user_ids = listUserIdsWhoSee(app, first);
    const event = { type: 'subscription', op, user_ids: [user.id], stream_ids: alike.map(({ id }) => id) } as const;
    publishAboutChannel(app, first, event, { user_ids });
  }
}

// Who sees a private channel is its own matter; others, all members see, and those guests who are in it.
function sightOf(channel: Channel, guests = ''): string {
  const { id, invite_only, is_web_public, is_archived } = channel;
  return invite_only ? String(id) : `${is_archived} ${is_web_public} ${guests}`;
}

/** Ids of the guests in each of some channels, as text. */
function guestsByChannel(db: Database, channels: readonly Channel[]): Map<number, string> {
  return new Map(
    db.tuples<[number, string]>(
      `SELECT channel_id, group_concat(user_id ORDER BY user_id) FROM subscriptions JOIN users ON users.id = user_id
       WHERE subscriptions.is_active = 1 AND users.is_active = 1 AND role = ? AND channel_id ${inJsonList}
       GROUP BY channel_id`,
      roles.guest,
      JSON.stringify(channels.map(({ id }) => id)),
    ),
  );
}
