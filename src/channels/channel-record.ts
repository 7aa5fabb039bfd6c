import type { Context } from '../context.ts';
import type { Channel } from '../conversations/channel.ts';
import { type PresentedPermissions, permissionPresenter } from '../conversations/channel-permissions.ts';
import { presentProperties } from '../conversations/channel-properties.ts';
import { type GroupValue, systemGroupId } from '../realm/group.ts';
import { type ChannelFacts, channelFacts } from './channel-facts.ts';

/** A channel as the API presents it to all users who see it. */
export type ChannelRecord = ReturnType<typeof presentChannels>[number];

/** What a record consists of. */
interface Parts {
  channel: Channel;
  facts: ChannelFacts;
  permissions: PresentedPermissions;
}

/** Channel records in the order of `channels`. */
export function presentChannels(app: Context, channels: readonly Channel[]) {
  return listParts(app, channels).map(recordPresenter(app));
}

/** A channel record as JSON without braces, because other fields follow. */
export interface WrittenChannel {
  id: number;
  subscriber_count: number;
  fields: string;
}

export function writeChannels(app: Context, channels: readonly Channel[]): WrittenChannel[] {
  return presentChannels(app, channels).map((record) => {
    const { stream_id: id, subscriber_count } = record;
    return { id, subscriber_count, fields: JSON.stringify(record).slice(1, -1) };
  });
}

function listParts(app: Context, channels: readonly Channel[]): Parts[] {
  if (channels.length === 0) return [];
  const permissionsOf = permissionPresenter(app.db);
  const factsOf = channelFacts(app, channels);
  return channels.map((channel) => ({ channel, facts: factsOf(channel), permissions: permissionsOf(channel.id) }));
}

function recordPresenter(app: Context) {
  const postPolicy = postPolicyPresenter(app);
  return ({ channel, facts, permissions }: Parts) => {
    const stream_post_policy = postPolicy(permissions.can_send_message_group);
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
      first_message_id: facts.first_message_id,
      is_recently_active: facts.is_recently_active,
      ...presentProperties(channel),
      subscriber_count: facts.subscriber_count,
      stream_weekly_traffic: facts.weekly_traffic,
      stream_post_policy,
      is_announcement_only: stream_post_policy === 2,
      ...permissions,
    };
  };
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
