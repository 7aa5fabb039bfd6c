import { presenceTimes } from '../accounts/presence.ts';
import { findVisibilityPolicy, type VisibilityPolicy, visibilityPolicies } from '../channels/user-topic.ts';
import type { Context } from '../context.ts';
import type { Conversation } from '../conversations/conversation.ts';
import type { UserSetting } from '../users/setting-table.ts';
import { findUserSetting } from '../users/settings.ts';

/** The facts of a message that decide whether to notify a receiver. */
interface NotificationFacts {
  user_id: number;
  flags: ReadonlySet<string>;
  mentions_channel: boolean;
}

/** A medium for notifications, by the names of its settings. */
interface Medium {
  /** Direct messages and mentions. */
  addressed: UserSetting;
  /** All messages of channels. */
  channel: UserSetting;
  followed: UserSetting;
  /** The setting of a single channel. */
  own: 'push_notifications' | 'email_notifications';
  /** The setting that notifies users even while they are active; undefined: never. */
  online?: UserSetting;
}

/** Notifications of phones and browsers. */
const push: Medium = {
  addressed: 'enable_offline_push_notifications',
  channel: 'enable_stream_push_notifications',
  followed: 'enable_followed_topic_push_notifications',
  own: 'push_notifications',
  online: 'enable_online_push_notifications',
};

export const email: Medium = {
  addressed: 'enable_offline_email_notifications',
  channel: 'enable_stream_email_notifications',
  followed: 'enable_followed_topic_email_notifications',
  own: 'email_notifications',
};

/** Whether to notify a user of a message, by their settings and mutes. */
export function shouldNotify(app: Context, conversation: Conversation, facts: NotificationFacts, by = push): boolean {
  const { user_id } = facts;
  const isSet = (name: UserSetting) => findUserSetting(app.db, user_id, name) === true;
  if (!isAway(app, user_id) && !(by.online && isSet(by.online))) return false;
  const isAddressed = conversation.channel_id === null || facts.flags.has('mentioned');
  const isForAddressed = isSet(by.addressed);
  if (isAddressed && isForAddressed) return true;
  if (conversation.channel_id === null) return false;
  return isReached(app, conversation, facts, { by, isForAddressed });
}

/** Whether a user is notified of every message of a topic, on phones and browsers. */
export function shouldNotifyOfTopic(app: Context, conversation: Conversation, user_id: number): boolean {
  const facts = { user_id, flags: new Set<string>(), mentions_channel: false };
  return isReached(app, conversation, facts, { by: push, isForAddressed: false });
}

function isReached(
  app: Context,
  { channel_id, topic }: Conversation,
  facts: NotificationFacts,
  { by, isForAddressed }: { by: Medium; isForAddressed: boolean },
): boolean {
  const { user_id, flags } = facts;
  const subscription = findSubscription(app, user_id, channel_id as number);
  if (!subscription) return false;
  const policy = findVisibilityPolicy(app.db, user_id, channel_id as number, topic as string);
  const isFollowed = policy === visibilityPolicies.followed;
  const isMuted = isTopicSilent(subscription, policy);
  const set = (name: UserSetting) => findUserSetting(app.db, user_id, name) === true;
  const wanted = (own: 0 | 1 | null, name: UserSetting) => !isMuted && (own === null ? set(name) : own === 1);
  const isAddressed = (): boolean => {
    if (flags.has('has_alert_word') && !isMuted) return true;
    if (!mentionsAll(facts)) return false;
    if (isFollowed && set('enable_followed_topic_wildcard_mentions_notify')) return true;
    return wanted(subscription.wildcard_mentions_notify, 'wildcard_mentions_notify');
  };
  if (isForAddressed && isAddressed()) return true;
  if (isFollowed && set(by.followed)) return true;
  return wanted(subscription[by.own], by.channel);
}

function mentionsAll({ mentions_channel, flags }: NotificationFacts): boolean {
  return mentions_channel || flags.has('topic_wildcard_mentioned');
}

interface Subscription {
  is_muted: 0 | 1;
  push_notifications: 0 | 1 | null;
  email_notifications: 0 | 1 | null;
  wildcard_mentions_notify: 0 | 1 | null;
}

function findSubscription({ db }: Context, user_id: number, channel_id: number): Subscription | undefined {
  return db.get(
    `SELECT is_muted, push_notifications, email_notifications, wildcard_mentions_notify FROM subscriptions
     WHERE user_id = ? AND channel_id = ? AND is_active = 1`,
    user_id,
    channel_id,
  );
}

// A followed topic causes notifications even in a muted channel.
function isTopicSilent({ is_muted }: Subscription, policy: VisibilityPolicy): boolean {
  return policy === visibilityPolicies.muted || (is_muted === 1 && policy === visibilityPolicies.inherit);
}

/** Whether the user is idle on every client. */
function isAway(app: Context, user_id: number): boolean {
  if (!app.clients.isOnline(user_id)) return true;
  const active_at = app.db.value<number | null>('SELECT active_at FROM presence WHERE user_id = ?', user_id) ?? 0;
  return app.clock.now() - active_at >= presenceTimes.offline;
}
