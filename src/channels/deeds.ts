import { announcement } from '../context.ts';
import type { Channel } from '../conversations/channel.ts';
import type { ChannelPermission } from '../conversations/channel-permissions.ts';
import type { Database } from '../db/database.ts';
import { groupName, isSystemGroup, presentGroupValue, systemGroups } from '../realm/group.ts';
import { mention, mentionGroup } from '../users/mention.ts';
import { listUsersAmong, type User } from '../users/user.ts';

/** A user changed a channel. */
export interface ChannelDeed {
  actor: User;
  channel: Channel;
  /** The change, as Markdown that follows the user's name. */
  deed: string;
  /** Users for whom the notice of the change starts as read. */
  read_by?: readonly number[];
}

export const channelChanged = announcement<ChannelDeed>('channelChanged');

/** Describes a change of a channel's description. */
export function describeDescriptions(before: string, after: string): string {
  const quote = (text: string) => (text === '' ? '*No description.*' : `> ${text}`);
  return `changed the description of this channel.\n\nBefore:\n\n${quote(before)}\n\nNow:\n\n${quote(after)}`;
}

/** The visibility of a channel and its history, in words. */
export function describePrivacy(channel: Channel): string {
  if (channel.is_web_public) return 'web-public';
  if (!channel.invite_only) return 'public';
  return `private, with ${channel.history_public_to_subscribers ? 'shared' : 'protected'} history`;
}

const deeds: Record<ChannelPermission, string> = {
  can_add_subscribers_group: 'subscribe others',
  can_administer_channel_group: 'administer this channel',
  can_create_topic_group: 'start topics',
  can_delete_any_message_group: 'delete all messages',
  can_delete_own_message_group: 'delete their own messages',
  can_move_messages_out_of_channel_group: 'move messages to other channels',
  can_move_messages_within_channel_group: 'move messages between topics',
  can_remove_subscribers_group: 'unsubscribe others',
  can_resolve_topics_group: 'resolve topics',
  can_send_message_group: 'post messages',
  can_subscribe_group: 'subscribe themselves',
};

/** A channel permission in words. */
export function describePermission(name: ChannelPermission): string {
  return deeds[name];
}

const mostNamed = 10;

/** The members of a group in words. */
export function describeGroup(db: Database, group_id: number): string {
  const value = presentGroupValue(db, group_id);
  if (typeof value === 'number') return describeNamedGroup(db, value);
  const people = listUsersAmong(db, value.direct_members).map(mention);
  const all = [...value.direct_subgroups.map((id) => describeNamedGroup(db, id)), ...people];
  if (all.length === 0) return systemGroups['role:nobody'];
  const more = all.length > mostNamed ? [`${all.length - mostNamed} more`] : [];
  return [...all.slice(0, mostNamed), ...more].join(', ');
}

function describeNamedGroup(db: Database, group_id: number): string {
  const name = groupName(db, group_id) ?? '';
  return isSystemGroup(name) ? systemGroups[name] : mentionGroup(name);
}
