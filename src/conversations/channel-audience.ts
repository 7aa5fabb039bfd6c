import type { Context } from '../context.ts';
import { isInGroup, listGroupUserIds } from '../groups/membership.ts';
import { scopeTest } from '../users/bot-scope.ts';
import { listRecipientIds, recipientsSql } from '../users/recipients.ts';
import { getUser, roles, type User } from '../users/user.ts';
import type { Channel } from './channel.ts';
import { listGroupIdsGrantedSight } from './channel-permissions.ts';

/** Ids of the active users to whom a channel is visible and whom an event reaches. */
export function listChannelAudience(app: Context, channel: Channel): number[] {
  return channelAudienceLister(app)(channel);
}

/**
 * Returns a function that does the same as `listChannelAudience`, for use with many channels until something but
 * subscriptions changes. Users and groups are read once: often one group sees hundreds of private channels.
 */
export function channelAudienceLister(app: Context): (channel: Channel) => number[] {
  const withRole = (least: number) => listRecipientIds(app, presentSql, least);
  const present = new Set(withRole(roles.guest));
  const members = new Set(withRole(roles.member));
  const administrators = withRole(roles.administrator);
  const unsubscribed = new Map<string, Set<number>>();
  const listUnsubscribed = (group_ids: readonly number[]): Set<number> => {
    const key = group_ids.join();
    const found = unsubscribed.get(key) ?? new Set([...administrators, ...listGranted(app, group_ids, members)]);
    unsubscribed.set(key, found);
    return found;
  };
  const listOthers = (channel: Channel): ReadonlySet<number> => {
    if (channel.is_web_public) return present;
    return channel.invite_only ? listUnsubscribed(listGroupIdsGrantedSight(app.db, channel.id)) : members;
  };
  const listAll = (channel: Channel): number[] => {
    const others = listOthers(channel);
    if (others.size === present.size) return [...others];
    const subscribers = app.db.values<number>(subscribersSql, channel.id);
    return [...others, ...subscribers.filter((id) => present.has(id) && !others.has(id))];
  };
  return (channel) => listAll(channel).filter(scopeTest(app.db, channel.id));
}

/** Up to this number, each user is looked for in the groups; of more, all members of the groups are read. */
const fewUsers = 500;

/** Those of some users who are in one of these groups. */
function listGranted(app: Context, group_ids: readonly number[], user_ids: ReadonlySet<number>): number[] {
  if (user_ids.size > fewUsers) {
    return group_ids.flatMap((group_id) => listGroupUserIds(app, group_id)).filter((id) => user_ids.has(id));
  }
  const isGranted = (user: User) => group_ids.some((group_id) => isInGroup(app, user, group_id));
  return [...user_ids].filter((id) => isGranted(getUser(app.db, id)));
}

const presentSql = `${recipientsSql} AND is_system_bot = 0 AND role <= ?2`;
const subscribersSql = 'SELECT user_id FROM subscriptions WHERE channel_id = ? AND is_active = 1';
