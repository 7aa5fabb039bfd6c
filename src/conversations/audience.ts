import type { Context } from '../context.ts';
import { type Database, inJsonList } from '../db/database.ts';
import type { Audience } from '../events/event.ts';
import type { User } from '../users/user.ts';
import { findChannel, getChannel, hasSharedHistory, isSubscribed } from './channel.ts';
import { type Conversation, getConversation, memberIds } from './conversation.ts';
import type { MessageRef } from './message.ts';
import { listOutsideReaderIds } from './outside-readers.ts';
import { receivedSql, sawMoveSql } from './read-state.ts';

/** Whether a user receives new messages of a conversation. */
export function receives(db: Database, user_id: number, conversation: Conversation): boolean {
  const { channel_id } = conversation;
  return channel_id === null ? memberIds(conversation).includes(user_id) : isSubscribed(db, user_id, channel_id);
}

/** The users among `user_ids` who receive new messages of a conversation. */
export function listReceiversAmong(
  db: Database,
  conversation: Conversation,
  user_ids: readonly number[],
): readonly number[] {
  const { channel_id } = conversation;
  if (user_ids.length === 0) return [];
  if (channel_id === null) return memberIds(conversation).filter((id) => user_ids.includes(id));
  const sql = `SELECT user_id FROM subscriptions WHERE channel_id = ? AND is_active = 1 AND user_id ${inJsonList}`;
  return db.values(sql, channel_id, JSON.stringify(user_ids));
}

/** Audience of the events about new messages of a conversation. */
export function conversationAudience(app: Context, conversation: Conversation): Audience {
  const { channel_id } = conversation;
  if (channel_id === null) return { user_ids: memberIds(conversation) };
  return { channel_id, is_public: findChannel(app.db, channel_id)?.invite_only === 0 };
}

/** Audience of changes to messages of a conversation whose history is open to all its readers. Ids are ascending. */
export function historyAudience(
  app: Context,
  conversation: Conversation,
  ids: readonly number[],
  actor?: User,
): Audience {
  const { channel_id } = conversation;
  if (channel_id === null) return conversationAudience(app, conversation);
  const channel = getChannel(app.db, channel_id);
  return {
    channel_id,
    is_public: channel.invite_only === 0,
    other_ids: listOutsideReaderIds(app, channel, ids, actor),
  };
}

/** Audience of changes to a message. In a channel with protected history: only users who received it. */
export function messageAudience(app: Context, message: MessageRef): Audience {
  const { id, channel_id, conversation_id } = message;
  const channel = channel_id === null ? undefined : findChannel(app.db, channel_id);
  if (!channel || hasSharedHistory(channel)) {
    return historyAudience(app, getConversation(app.db, conversation_id), [id]);
  }
  const subscribers = app.db.values<number>(
    `SELECT sub.user_id FROM subscriptions sub JOIN messages m ON m.id = ?2
       WHERE sub.channel_id = ?1 AND sub.is_active = 1 AND (${receivedSql('sub.user_id')} OR ${sawMoveSql('sub.user_id')})`,
    channel.id,
    id,
  );
  return { user_ids: [...subscribers, ...listOutsideReaderIds(app, channel, [id])] };
}
