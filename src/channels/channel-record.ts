import type { Context } from '../context.ts';
import type { Channel } from '../conversations/channel.ts';
import { permissionPresenter } from '../conversations/channel-permissions.ts';
import { presentProperties } from '../conversations/channel-properties.ts';
import type { Database } from '../db/database.ts';
import { type GroupValue, systemGroupId } from '../realm/group.ts';

/** A channel as the API presents it to all users who see it. */
export type ChannelRecord = ReturnType<typeof presentChannels>[number];

/** Channel records in the order of `channels`. */
export function presentChannels(app: Context, channels: readonly Channel[]) {
  if (channels.length === 0) return [];
  const permissions = permissionPresenter(app.db);
  const facts = channelFacts(app, channels);
  const postPolicy = postPolicyPresenter(app);
  return channels.map((channel) => {
    const fact = facts.get(channel.id);
    const permitted = permissions(channel.id);
    const stream_post_policy = postPolicy(permitted.can_send_message_group);
    return {
      stream_id: channel.id,
      name: channel.name,
      description: channel.description,
      rendered_description: channel.rendered_description,
      creator_id: channel.creator_id,
      date_created: channel.created_at,
      invite_only: channel.invite_only === 1,
      is_web_public: channel.is_web_public === 1,
      is_archived: channel.is_archived === 1,
      history_public_to_subscribers: channel.history_public_to_subscribers === 1,
      first_message_id: fact?.first_message_id ?? null,
      is_recently_active: fact?.is_recently_active === 1 || isYoung(app, channel),
      ...presentProperties(channel),
      subscriber_count: countSubscribers(app.db, channel),
      stream_weekly_traffic: weeklyTraffic(app, channel, fact?.recent_messages ?? 0),
      stream_post_policy,
      is_announcement_only: stream_post_policy === 2,
      ...permitted,
    };
  });
}

/** The nearest older post policy: 2 administrators, 3 full members, 4 moderators, 1 all others. */
export function postPolicyPresenter({ db }: Context): (group: GroupValue) => number {
  const policies = new Map<GroupValue, number>([
    [systemGroupId(db, 'role:administrators'), 2],
    [systemGroupId(db, 'role:fullmembers'), 3],
    [systemGroupId(db, 'role:moderators'), 4],
  ]);
  return (group) => policies.get(group) ?? 1;
}

interface ChannelFacts {
  id: number;
  first_message_id: number | null;
  is_recently_active: 0 | 1;
  recent_messages: number;
}

const day = 86_400;
const trafficDays = 28;
const activeDays = 180;

function channelFacts(app: Context, channels: readonly Channel[]): Map<number, ChannelFacts> {
  const now = app.clock.now();
  const firstSince = (days: number) =>
    app.db.value<number>('SELECT min(id) FROM messages WHERE sent_at >= ?', now - days * day) ??
    Number.MAX_SAFE_INTEGER;
  const rows = app.db.cachedAll<ChannelFacts>(
    `SELECT channels.id,
       (SELECT min(id) FROM messages WHERE channel_id = channels.id) AS first_message_id,
       EXISTS (SELECT 1 FROM messages WHERE channel_id = channels.id AND id >= ?2) AS is_recently_active,
       (SELECT count(*) FROM messages WHERE channel_id = channels.id AND id >= ?3) AS recent_messages
     FROM channels WHERE id IN (SELECT value FROM json_each(?1))`,
    JSON.stringify(channels.map(({ id }) => id)),
    firstSince(activeDays),
    firstSince(trafficDays),
  );
  return new Map(rows.map((row) => [row.id, row]));
}

// A new channel counts as active before its first message.
function isYoung(app: Context, channel: Channel): boolean {
  return app.clock.now() - channel.created_at < activeDays * day;
}

// Cached until a subscriber joins or leaves: after a restart all clients register at once, and counting is most of the
// work.
function countSubscribers(db: Database, { id }: Channel): number {
  const sql = `SELECT count(*) FROM subscriptions JOIN users ON users.id = user_id
    WHERE channel_id = ? AND subscriptions.is_active = 1 AND users.is_active = 1`;
  return db.cachedValue<number>(sql, id) ?? 0;
}

// Null for the first seven days of a channel.
function weeklyTraffic(app: Context, channel: Channel, recentMessages: number): number | null {
  const age = Math.floor((app.clock.now() - channel.created_at) / day);
  if (age < 7) return null;
  return Math.ceil((recentMessages * 7) / Math.min(age, trafficDays));
}
