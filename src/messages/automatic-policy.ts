import { listMuterIds } from '../accounts/muted-user.ts';
import {
  doFollowByMany,
  doSetVisibilityPolicy,
  findVisibilityPolicy,
  hasRoomForTopic,
  type VisibilityPolicy,
  visibilityPolicies,
} from '../channels/user-topic.ts';
import type { Context } from '../context.ts';
import type { Conversation } from '../conversations/conversation.ts';
import { seesTopic } from '../conversations/readable.ts';
import type { Database } from '../db/database.ts';
import { findUserSetting, listEnabling } from '../users/settings.ts';
import { isBot, type User } from '../users/user.ts';
import type { SentMessage } from './sent-message.ts';

/** Values of the settings that follow or unmute topics automatically. */
const occasions = { participation: 1, sending: 2, starting: 3, never: 4 } as const;
const participating: readonly number[] = [occasions.participation];
const sending = [...participating, occasions.sending];
const sendingFirst = [...sending, occasions.starting];

/**
 * Follows or unmutes a topic for a user who just sent a message to it, if their settings say so. Takes the conversation
 * as it was before the message; the sender starts a topic of which they saw no message. Returns the new policy, or undefined if it is unchanged.
 */
export function doFollowOnSend(app: Context, sender: User, conversation: Conversation): VisibilityPolicy | undefined {
  if (isBot(sender)) return undefined;
  return doFollow(app, sender, conversation, seesTopic(app, sender, conversation) ? sending : sendingFirst);
}

/** The same for other participation in a topic: a reaction, or a vote in a poll. */
export function doFollowOnParticipation(app: Context, user: User, conversation: Conversation): void {
  doFollow(app, user, conversation, participating);
}

/** Follows a topic for the users mentioned in it, by name or by a group, if their settings say so. A topic they muted stays muted. */
export function doFollowOnMention(app: Context, { sender, conversation, flags }: SentMessage): void {
  const { channel_id, topic } = conversation;
  if (channel_id === null || topic === null || flags.size === 0) return;
  const passed = new Set([sender.id, ...listMuterIds(app.db, sender)]);
  const mentioned = [...flags]
    .filter(([id, names]) => names.includes('mentioned') && !passed.has(id))
    .map(([id]) => id);
  const user_ids = listEnabling(app.db, mentioned, 'automatically_follow_topics_where_mentioned');
  doFollowByMany(app, user_ids, channel_id, topic);
}

function doFollow(
  app: Context,
  user: User,
  { channel_id, topic }: Conversation,
  happening: readonly number[],
): VisibilityPolicy | undefined {
  if (channel_id === null || topic === null || isBot(user)) return undefined;
  const policy = wantedPolicy(app.db, user, channel_id, happening);
  // A topic that is unmuted or followed stays as it is; one that was muted does not.
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
