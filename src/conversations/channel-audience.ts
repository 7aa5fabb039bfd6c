import type { Context } from '../context.ts';
import { listGroupUserIds } from '../groups/membership.ts';
import { listRecipientIds } from '../users/recipients.ts';
import { roles } from '../users/user.ts';
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
  const withRole = (least: number) => listRecipientIds(app, 'is_system_bot = 0 AND role <= ?2', least);
  const present = new Set(withRole(roles.guest));
  const members = new Set(withRole(roles.member));
  const administrators = withRole(roles.administrator);
  const unsubscribed = new Map<string, Set<number>>();
  const listUnsubscribed = (group_ids: readonly number[]): Set<number> => {
    const key = group_ids.join();
    const granted = () => group_ids.flatMap((id) => listGroupUserIds(app, id)).filter((id) => members.has(id));
    const found = unsubscribed.get(key) ?? new Set([...administrators, ...granted()]);
    unsubscribed.set(key, found);
    return found;
  };
  const listOthers = (channel: Channel): ReadonlySet<number> => {
    if (channel.is_web_public) return present;
    return channel.invite_only ? listUnsubscribed(listGroupIdsGrantedSight(app.db, channel.id)) : members;
  };
  return (channel) => {
    const others = listOthers(channel);
    if (others.size === present.size) return [...others];
    const subscribers = app.db.values<number>(subscribersSql, channel.id);
    return [...others, ...subscribers.filter((id) => present.has(id) && !others.has(id))];
  };
}

const subscribersSql = 'SELECT user_id FROM subscriptions WHERE channel_id = ? AND is_active = 1';
