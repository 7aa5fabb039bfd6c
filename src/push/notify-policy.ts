import { presenceTimes } from '../accounts/presence.ts';
import { findVisibilityPolicy } from '../channels/user-topic.ts';
import type { Context } from '../context.ts';
import type { Conversation } from '../conversations/conversation.ts';
import { type Incoming, type Person, type Reach, type ReachedBy, reachesByTopic, reachOf } from '../reach/reach.ts';
import { isQuietNow } from '../users/availability-record.ts';
import type { UserSetting } from '../users/setting-table.ts';
import { findUserSetting } from '../users/settings.ts';

/** The facts of a message that decide whether to notify a receiver. */
interface NotificationFacts {
  user_id: number;
  flags: ReadonlySet<string>;
  mentions_channel: boolean;
}

/** Whether an unread message may reach a user now. Those of muted people are never unread. */
export function reachOfMessage(
  app: Context,
  conversation: Conversation,
  { user_id, flags, mentions_channel }: NotificationFacts,
  way: 'push' | 'mail',
): Reach {
  const message: Incoming = {
    isDirect: conversation.channel_id === null,
    isMentioned: flags.has('mentioned'),
    mentionsAll: mentions_channel || flags.has('topic_wildcard_mentioned'),
    hasAlertWord: flags.has('has_alert_word'),
    isFromMuted: false,
    ...topicFacts(app, conversation, user_id),
  };
  return reachOf(way, personOf(app, user_id), message);
}

/** Whether a user is notified of every message of a topic, on phones and browsers. */
export function shouldNotifyOfTopic(app: Context, conversation: Conversation, user_id: number): boolean {
  return reachesByTopic('push', personOf(app, user_id), topicFacts(app, conversation, user_id));
}

function personOf(app: Context, user_id: number): Person {
  return {
    isHere: () => !isAway(app, user_id),
    isQuiet: () => isQuietNow(app, user_id),
    has: (setting) => findUserSetting(app.db, user_id, setting as UserSetting) === true,
  };
}

function topicFacts(app: Context, { channel_id, topic }: Conversation, user_id: number) {
  return {
    subscription: () => findSubscription(app, user_id, channel_id as number),
    policy: () => findVisibilityPolicy(app.db, user_id, channel_id as number, topic as string),
  };
}

function findSubscription({ db }: Context, user_id: number, channel_id: number): ReachedBy | undefined {
  return db.get(
    `SELECT is_muted, push_notifications, email_notifications, wildcard_mentions_notify FROM subscriptions
     WHERE user_id = ? AND channel_id = ? AND is_active = 1`,
    user_id,
    channel_id,
  );
}

/** Whether the user is idle on every client. */
function isAway(app: Context, user_id: number): boolean {
  if (!app.clients.isOnline(user_id)) return true;
  const active_at = app.db.value<number | null>('SELECT active_at FROM presence WHERE user_id = ?', user_id) ?? 0;
  return app.clock.now() - active_at >= presenceTimes.offline;
}
