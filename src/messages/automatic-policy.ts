import type { App } from '../app.ts';
import { isSubscribed } from '../channels/channel.ts';
import {
  doSetVisibilityPolicy,
  findVisibilityPolicy,
  isChannelMuted,
  type VisibilityPolicy,
  visibilityPolicies,
} from '../channels/user-topic.ts';
import { findUserSetting } from '../users/settings.ts';
import { isBot, type User } from '../users/user.ts';
import type { Conversation } from './conversation.ts';

/** Values of the settings that follow or unmute topics by themselves. */
const occasions = { participation: 1, sending: 2, starting: 3, never: 4 } as const;
const participating: readonly number[] = [occasions.participation];
const sending = [...participating, occasions.sending];
const sendingFirst = [...sending, occasions.starting];

/**
 * Follows or unmutes a topic for the person who just wrote in it, if their settings say so. Returns the new policy, or
 * undefined when it stays. `isNew` tells whether the message started the topic.
 */
export function doFollowOnSend(
  app: App,
  sender: User,
  conversation: Conversation,
  isNew: boolean,
): VisibilityPolicy | undefined {
  const { channel_id, topic } = conversation;
  if (channel_id === null || topic === null || isBot(sender)) return undefined;
  if (!isSubscribed(app.db, sender.id, channel_id)) return undefined;
  const policy = wantedPolicy(app, sender, channel_id, isNew ? sendingFirst : sending);
  // Nobody hears less of a topic for having written in it.
  if (policy === undefined || findVisibilityPolicy(app.db, sender.id, channel_id, topic) >= policy) return undefined;
  doSetVisibilityPolicy(app, sender.id, channel_id, topic, policy);
  return policy;
}

/** Follows or unmutes a topic for a person who took part in it otherwise: by a reaction, or a vote in a poll. */
export function doFollowOnParticipation(app: App, user: User, conversation: Conversation): void {
  const { channel_id, topic } = conversation;
  if (channel_id === null || topic === null || isBot(user) || !isSubscribed(app.db, user.id, channel_id)) return;
  const policy = wantedPolicy(app, user, channel_id, participating);
  if (policy === undefined || findVisibilityPolicy(app.db, user.id, channel_id, topic) >= policy) return;
  doSetVisibilityPolicy(app, user.id, channel_id, topic, policy);
}

/** Follows a topic for people whom somebody else mentioned in it, if their settings say so; one they muted stays so. */
export function doFollowOnMention(app: App, user_ids: readonly number[], conversation: Conversation): void {
  const { channel_id, topic } = conversation;
  if (channel_id === null || topic === null) return;
  for (const user_id of user_ids) {
    if (!findUserSetting(app.db, user_id, 'automatically_follow_topics_where_mentioned')) continue;
    const present = findVisibilityPolicy(app.db, user_id, channel_id, topic);
    if (present === visibilityPolicies.muted) continue;
    doSetVisibilityPolicy(app, user_id, channel_id, topic, visibilityPolicies.followed);
  }
}

function wantedPolicy(
  app: App,
  user: User,
  channel_id: number,
  happening: readonly number[],
): VisibilityPolicy | undefined {
  const setting = (
    name: 'automatically_follow_topics_policy' | 'automatically_unmute_topics_in_muted_streams_policy',
  ) => findUserSetting(app.db, user.id, name);
  if (happening.includes(setting('automatically_follow_topics_policy'))) return visibilityPolicies.followed;
  if (!happening.includes(setting('automatically_unmute_topics_in_muted_streams_policy'))) return undefined;
  return isChannelMuted(app.db, user.id, channel_id) ? visibilityPolicies.unmuted : undefined;
}
