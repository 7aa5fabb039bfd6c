import type { Context } from '../context.ts';
import { type Channel, listChannelsAmong, listSubscribedChannelIds } from '../conversations/channel.ts';
import { channelAudienceLister } from '../conversations/channel-audience.ts';
import { inJsonList } from '../db/database.ts';
import { listRecipientIds, recipientsSql } from '../users/recipients.ts';
import { roles, type User } from '../users/user.ts';
import { publishAboutChannel } from './channel-event.ts';

/** Publishes that a deactivated or reactivated user leaves or joins the subscribers of their channels. */
export function publishPeersOfActivity(app: Context, { user }: { user: User }): void {
  publishPeers(app, user.is_active ? 'peer_add' : 'peer_remove', user);
}

// Channels whose subscribers are visible to the same users share an event.
function publishPeers(app: Context, op: 'peer_add' | 'peer_remove', user: User): void {
  const channels = listChannelsAmong(app.db, listSubscribedChannelIds(app.db, user.id));
  const guests = guestsByChannel(
    app,
    channels.filter(({ invite_only }) => !invite_only),
  );
  const listAudience = channelAudienceLister(app);
  for (const alike of Map.groupBy(channels, (channel) => sightOf(channel, guests.get(channel.id))).values()) {
    const [first] = alike as [Channel];
    const user_ids = listAudience(first);
    const event = { type: 'subscription', op, user_ids: [user.id], stream_ids: alike.map(({ id }) => id) } as const;
    publishAboutChannel(app, first, event, { user_ids });
  }
}

// Each private channel has its own audience. The others are visible to all members and to their subscribed guests.
function sightOf(channel: Channel, guests = ''): string {
  const { id, invite_only, is_web_public, is_archived } = channel;
  return invite_only ? String(id) : `${is_archived} ${is_web_public} ${guests}`;
}

/** Ids of the guests subscribed to each channel whom an event reaches, as text. */
function guestsByChannel(app: Context, channels: readonly Channel[]): Map<number, string> {
  return new Map(
    app.db.tuples<[number, string]>(
      `SELECT channel_id, group_concat(user_id ORDER BY user_id) FROM subscriptions
       WHERE is_active = 1 AND user_id ${inJsonList} AND channel_id ${inJsonList} GROUP BY channel_id`,
      JSON.stringify(listRecipientIds(app, guestsSql, roles.guest)),
      JSON.stringify(channels.map(({ id }) => id)),
    ),
  );
}

const guestsSql = `${recipientsSql} AND role = ?2`;
