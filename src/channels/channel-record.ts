import type { Context } from '../context.ts';
import type { Channel } from '../conversations/channel.ts';
import { permissionPresenter } from '../conversations/channel-permissions.ts';
import { presentProperties } from '../conversations/channel-properties.ts';
import { type GroupValue, systemGroupId } from '../realm/group.ts';
import { channelFacts } from './channel-facts.ts';

/** A channel as the API presents it to all users who see it. */
export type ChannelRecord = ReturnType<typeof presentChannels>[number];

/** Channel records in the order of `channels`. */
export function presentChannels(app: Context, channels: readonly Channel[]) {
  if (channels.length === 0) return [];
  const permissions = permissionPresenter(app.db);
  const factsOf = channelFacts(app, channels);
  const postPolicy = postPolicyPresenter(app);
  return channels.map((channel) => {
    const { first_message_id, is_recently_active, weekly_traffic, subscriber_count } = factsOf(channel);
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
      first_message_id,
      is_recently_active,
      ...presentProperties(channel),
      subscriber_count,
      stream_weekly_traffic: weekly_traffic,
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
