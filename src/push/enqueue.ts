import type { SubscriptionChange } from '../channels/subscription.ts';
import type { Context } from '../context.ts';
import { type Channel, isSubscribed, listSubscriberIds } from '../conversations/channel.ts';
import type { Conversation } from '../conversations/conversation.ts';
import { inJsonList } from '../db/database.ts';
import type { EditedMessage } from '../messages/edit.ts';
import type { MovedMessages } from '../messages/move.ts';
import type { SentMessage } from '../messages/sent-message.ts';
import { shouldNotifyOfTopic } from './notify-policy.ts';
import { enqueueTask, longestRemoval, spreading, toBrowser, toPhones } from './task.ts';

/** Messages that a user has read. */
interface ReadMessages {
  user_id: number;
  message_ids: readonly number[];
}

/** Queues a task that determines, after the commit, the users to notify of a new message. */
export function enqueueNotifications(app: Context, { message, mentions: { group_ids } }: SentMessage): void {
  if (!isAnybodyReachable(app)) return;
  enqueueTask(app, spreading, { kind: 'spread', message_id: message.id, group_ids, after: 0 });
}

/** Notifies users newly addressed by an edit, and retracts the notifications of users no longer addressed. */
export function followEdit(
  app: Context,
  { message_id, conversation, group_ids, gained_ids, lost_ids }: EditedMessage,
): void {
  if (!isAnybodyReachable(app)) return;
  retractFromUnaddressed(app, message_id, conversation, lost_ids);
  if (gained_ids.length === 0) return;
  enqueueTask(app, spreading, { kind: 'spread', message_id, group_ids, only: gained_ids, after: 0 });
}

/** Retracts notifications of moved messages from users who have not subscribed to the new channel. */
export function followMove(app: Context, { ids, from, to }: MovedMessages): void {
  if (from.channel_id === to.channel_id) return;
  retractMessages(app, ids, (user_id) => !isSubscribed(app.db, user_id, to.channel_id));
}

/** Watches a deletion of messages: retracts their notifications while the messages still exist. */
export function watchDeletion(app: Context, { ids }: { ids: readonly number[] }): () => void {
  retractMessages(app, ids);
  return () => {};
}

/** Retracts a user's notifications of messages that they have read. */
export function retractNotifications(app: Context, { user_id, message_ids }: ReadMessages): void {
  if (message_ids.length === 0 || !isAnybodyReachable(app)) return;
  const told = app.db.values<number>(
    `DELETE FROM notified_messages WHERE user_id = ? AND message_id ${inJsonList} RETURNING message_id`,
    user_id,
    JSON.stringify(message_ids),
  );
  enqueueRemoval(app, user_id, told);
}

/** Retracts users' notifications of messages in a channel that they left. */
export function retractChannelNotifications(app: Context, { users, channel_id }: SubscriptionChange): void {
  withdrawChannel(
    app,
    users.map(({ id }) => id),
    channel_id,
  );
}

/** Retracts subscribers' notifications of messages in a channel that is archived: they count as read. */
export function followClosing(app: Context, { channel }: { channel: Channel }): void {
  withdrawChannel(app, listSubscriberIds(app.db, channel.id), channel.id);
}

function withdrawChannel(app: Context, user_ids: readonly number[], channel_id: number): void {
  if (!isAnybodyReachable(app)) return;
  const told = app.db.tuples<[user_id: number, message_id: number]>(
    `DELETE FROM notified_messages
     WHERE user_id ${inJsonList} AND (SELECT channel_id FROM messages WHERE id = message_id) = ?
     RETURNING user_id, message_id`,
    JSON.stringify(user_ids),
    channel_id,
  );
  for (const [user_id, pairs] of Map.groupBy(told, ([user_id]) => user_id)) {
    enqueueRemoval(
      app,
      user_id,
      pairs.map(([, message_id]) => message_id),
    );
  }
}

/** Retracts notifications: all of them before a deletion, otherwise those of users who have lost the messages. */
function retractMessages(
  app: Context,
  message_ids: readonly number[],
  hasLost: (user_id: number) => boolean = () => true,
): void {
  if (!isAnybodyReachable(app)) return;
  const user_ids = app.db.values<number>(
    `SELECT DISTINCT user_id FROM notified_messages WHERE message_id ${inJsonList}`,
    JSON.stringify(message_ids),
  );
  for (const user_id of user_ids.filter(hasLost)) retractNotifications(app, { user_id, message_ids });
}

/** Retracts notifications of users no longer addressed, unless they are notified of the whole topic. */
function retractFromUnaddressed(
  app: Context,
  message_id: number,
  conversation: Conversation,
  user_ids: readonly number[],
): void {
  if (conversation.channel_id === null) return;
  for (const user_id of user_ids) {
    if (!shouldNotifyOfTopic(app, conversation, user_id))
      retractNotifications(app, { user_id, message_ids: [message_id] });
  }
}

/** Whether any user can be notified: most servers have no device and no browser registered. */
function isAnybodyReachable({ db, config }: Context): boolean {
  if (db.cachedValue<number>('SELECT 1 FROM browsers LIMIT 1') !== undefined) return true;
  const sql = 'SELECT 1 FROM devices WHERE push_token_id IS NOT NULL LIMIT 1';
  return config.push_service !== undefined && db.cachedValue<number>(sql) !== undefined;
}

function enqueueRemoval(app: Context, user_id: number, message_ids: readonly number[]): void {
  const ascending = message_ids.toSorted((a, b) => a - b);
  for (let start = 0; start < ascending.length; start += longestRemoval) {
    const part = ascending.slice(start, start + longestRemoval);
    for (const aim of listDestinations(app, user_id))
      enqueueTask(app, aim, { kind: 'remove', user_id, message_ids: part });
  }
}

/** The destinations of a user's notifications: their phones, through the push service, and each of their browsers. */
export function listDestinations({ db, config }: Context, user_id: number) {
  const browsers = db.values<number>('SELECT id FROM browsers WHERE user_id = ? ORDER BY id', user_id);
  const sql = 'SELECT 1 FROM devices WHERE user_id = ? AND push_token_id IS NOT NULL LIMIT 1';
  const hasPhone = config.push_service !== undefined && db.value<number>(sql, user_id) !== undefined;
  return [...(hasPhone ? [toPhones(user_id)] : []), ...browsers.map((id) => toBrowser(user_id, id))];
}

/** Ids of users with a registered phone or browser, ascending and above `after`; at most `most`. */
export function listReachable({ db, config }: Context, after: number, most: number): number[] {
  return db.values(
    `SELECT users.id FROM users WHERE users.id > ?1 AND is_active = 1 AND bot_type IS NULL
       AND (EXISTS (SELECT 1 FROM browsers WHERE user_id = users.id)
         OR (?3 AND EXISTS (SELECT 1 FROM devices WHERE user_id = users.id AND push_token_id IS NOT NULL)))
     ORDER BY users.id LIMIT ?2`,
    after,
    most,
    Number(config.push_service !== undefined),
  );
}
