import {
  doFollowByMany,
  doSetVisibilityPolicy,
  findVisibilityPolicy,
  hasRoomForTopic,
} from '../channels/user-topic.ts';
import type { Context } from '../context.ts';
import { isSubscribed } from '../conversations/channel.ts';
import type { Conversation } from '../conversations/conversation.ts';
import { seesTopic } from '../conversations/readable.ts';
import type { Database } from '../db/database.ts';
import { type VisibilityPolicy, visibilityPolicies } from '../reach/topic-policy.ts';
import { findUserSetting, listEnabling } from '../users/settings.ts';
import { isBot, type User } from '../users/user.ts';
import type { SentMessage } from './sent-message.ts';

/** Values of the settings that follow or unmute topics automatically. */
const occasions = { participation: 1, sending: 2, starting: 3, never: 4 } as const;
const participating: readonly number[] = [occasions.participation];
const sending = [...participating, occasions.sending];
const sendingFirst = [...sending, occasions.starting];

/**
 * Follows or unmutes a topic for a user who just sent a message to it, and for those whom it mentions by name or by a
 * group, if their settings say so. A mention leaves a muted topic muted. Returns the sender's new policy, or undefined if it
 * is unchanged.
 */
export function doFollowOnSend(app: Context, sent: SentMessage): VisibilityPolicy | undefined {
  const policy = doFollowForSender(app, sent.sender, sent.conversation);
  const follower_ids = doFollowOnMention(app, sent);
  return follower_ids.includes(sent.sender.id) ? visibilityPolicies.followed : policy;
}

/** Takes the conversation as it was before the message: the sender starts a topic of which they saw no message. */
function doFollowForSender(app: Context, sender: User, conversation: Conversation): VisibilityPolicy | undefined {
  const { channel_id, topic } = conversation;
  if (channel_id === null || topic === null || isBot(sender)) return undefined;
  if (seesTopic(app, sender, conversation)) return doFollow(app, sender, conversation, sending);
  const isMuted = findVisibilityPolicy(app.db, sender.id, channel_id, topic) === visibilityPolicies.muted;
  return doFollow(app, sender, conversation, isMuted ? sending : sendingFirst);
}

/** Returns the ids of the users who follow the topic now because they are mentioned in it. */
function doFollowOnMention(app: Context, { conversation, flags }: SentMessage): readonly number[] {
  const { channel_id, topic } = conversation;
  if (channel_id === null || topic === null || flags.size === 0) return [];
  const mentioned = [...flags].filter(([, names]) => names.includes('mentioned')).map(([id]) => id);
  const user_ids = listEnabling(app.db, mentioned, 'automatically_follow_topics_where_mentioned');
  return doFollowByMany(app, user_ids, channel_id, topic);
}

/** The same for other participation in a topic: a reaction, or a vote in a poll. Only subscribers follow by it. */
export function doFollowOnParticipation(app: Context, user: User, conversation: Conversation): void {
  const { channel_id } = conversation;
  if (channel_id !== null && isSubscribed(app.db, user.id, channel_id))
    doFollow(app, user, conversation, participating);
}

function doFollow(
  app: Context,
  user: User,
  { channel_id, topic }: Conversation,
  happening: readonly number[],
): VisibilityPolicy | undefined {
  if (channel_id === null || topic === null || isBot(user)) return undefined;
  const policy = wantedPolicy(app.db, user, channel_id, happening);
  // A topic that is unmuted or followed stays as it is; one that was muted does not, unless the user only starts it.
  if (policy === undefined || findVisibilityPolicy(app.db, user.id, channel_id, topic) >= visibilityPolicies.unmuted) {
    return undefined;
  }
  if (!hasRoomForTopic(app.db, user.id)) return undefined;
  doSetVisibilityPolicy(app, user.id, channel_id, topic, policy);
  return policy;
}

function wantedPolicy(
  db: Database,
  user: User,
  channel_id: number,
  happening: readonly number[],
): VisibilityPolicy | undefined {
  const sql = 'SELECT is_muted FROM subscriptions WHERE user_id = ? AND channel_id = ? AND is_active = 1';
  const isMuted = db.cachedValue<number>(sql, user.id, channel_id) === 1;
  const applies = (name: FollowSetting) => happening.includes(findUserSetting(db, user.id, name));
  if (applies('automatically_follow_topics_policy')) return visibilityPolicies.followed;
  if (isMuted && applies('automatically_unmute_topics_in_muted_streams_policy')) return visibilityPolicies.unmuted;
  return undefined;
}

type FollowSetting = 'automatically_follow_topics_policy' | 'automatically_unmute_topics_in_muted_streams_policy';
