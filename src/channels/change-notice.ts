import { announcement } from '../context.ts';
import type { Channel } from '../conversations/channel.ts';
import type { ChannelPermission } from '../conversations/channel-permissions.ts';
import type { Database } from '../db/database.ts';
import type { Texts } from '../ground/texts.ts';
import { groupName, isSystemGroup, presentGroupValue, type SystemGroup } from '../realm/group.ts';
import { mention, mentionGroup } from '../users/mention.ts';
import { listUsersAmong, type User } from '../users/user.ts';

/** A user changed a channel. */
export interface ChannelChange {
  actor: User;
  channel: Channel;
  /** What others are told of the change, as Markdown. */
  notice: string;
  /** Users for whom the notice of the change starts as read. */
  read_by?: readonly number[];
}

export const channelChanged = announcement<ChannelChange>('channelChanged');

/** A channel's description in a notice. */
export function quoteDescription(texts: Texts, description: string): string {
  return description === '' ? texts.t('notice.noDescription') : `> ${description}`;
}

/** The visibility of a channel and its history, as messages choose by it. */
export function privacyOf(channel: Channel): 'web' | 'public' | 'shared' | 'protected' {
  if (channel.is_web_public) return 'web';
  if (!channel.invite_only) return 'public';
  return channel.history_public_to_subscribers ? 'shared' : 'protected';
}

/** The notice of a change of each permission of a channel. */
export const permissionNotices = {
  can_add_subscribers_group: 'notice.whoMayAddSubscribers',
  can_administer_channel_group: 'notice.whoMayAdminister',
  can_create_topic_group: 'notice.whoMayCreateTopics',
  can_delete_any_message_group: 'notice.whoMayDeleteAny',
  can_delete_own_message_group: 'notice.whoMayDeleteOwn',
  can_move_messages_out_of_channel_group: 'notice.whoMayMoveOut',
  can_move_messages_within_channel_group: 'notice.whoMayMoveWithin',
  can_remove_subscribers_group: 'notice.whoMayRemoveSubscribers',
  can_resolve_topics_group: 'notice.whoMayResolveTopics',
  can_send_message_group: 'notice.whoMaySend',
  can_subscribe_group: 'notice.whoMaySubscribe',
} as const satisfies Record<ChannelPermission, string>;

const mostNamed = 10;

/** The members of a group in words. */
export function describeGroup(db: Database, texts: Texts, group_id: number): string {
  const value = presentGroupValue(db, group_id);
  if (typeof value === 'number') return describeNamedGroup(db, texts, value);
  const people = listUsersAmong(db, value.direct_members).map(mention);
  const all = [...value.direct_subgroups.map((id) => describeNamedGroup(db, texts, id)), ...people];
  if (all.length === 0) return texts.t('group.nobody');
  const names = texts.list(all.slice(0, mostNamed));
  return all.length <= mostNamed ? names : texts.markdown('group.more', { names, count: all.length - mostNamed });
}

function describeNamedGroup(db: Database, texts: Texts, group_id: number): string {
  const name = groupName(db, group_id) ?? '';
  return isSystemGroup(name) ? texts.t(systemGroupWords[name]) : mentionGroup(name);
}

const systemGroupWords = {
  'role:internet': 'group.internet',
  'role:everyone': 'group.everyone',
  'role:members': 'group.members',
  'role:fullmembers': 'group.fullMembers',
  'role:moderators': 'group.moderators',
  'role:administrators': 'group.administrators',
  'role:owners': 'group.owners',
  'role:nobody': 'group.nobody',
} as const satisfies Record<SystemGroup, string>;
