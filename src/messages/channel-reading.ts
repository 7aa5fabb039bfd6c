import type { SubscriptionChange } from '../channels/subscription.ts';
import type { Context } from '../context.ts';
import { type Channel, listSubscriberIds } from '../conversations/channel.ts';
import { lastMessageId } from '../conversations/conversation.ts';
import { type MessageRef, messageRefColumns } from '../conversations/message.ts';
import { markChannelReadByMany } from '../conversations/read-marks.ts';
import { readStates } from '../conversations/read-state.ts';
import { listUnreadInChannel } from '../conversations/unread-messages.ts';
import type { Database } from '../db/database.ts';
import type { User } from '../users/user.ts';
import { publishFlagChange, publishRead } from './flag-event.ts';

/** Watches users who leave a channel. The returned function publishes the messages that became read. */
export function watchLeaving(app: Context, { users, channel_id }: SubscriptionChange): () => void {
  const unread = listOnline(app, users).map((user) => ({
    user,
    ids: listUnreadInChannel(app.db, user.id, channel_id),
  }));
  return () => {
    for (const { user, ids } of unread) publishFlagChange(app, user, 'add', 'read', ids);
  };
}

/**
 * Watches users who subscribe to a channel. The returned function publishes the messages that became read, and messages
 * moved in from elsewhere that now count as unread.
 */
export function watchEntering(app: Context, { users, channel_id }: SubscriptionChange): () => void {
  const online = listOnline(app, users).map((user) => ({ user, moved: listMoved(app.db, user.id, channel_id) }));
  return () => {
    for (const { user, moved } of online) {
      const unread = new Set(listUnreadInChannel(app.db, user.id, channel_id));
      const read = moved.filter((id) => !unread.has(id));
      publishFlagChange(app, user, 'add', 'read', read);
      publishFlagChange(app, user, 'remove', 'read', [...unread]);
    }
  };
}

function listOnline({ clients }: Context, users: readonly User[]): readonly User[] {
  return users.filter(({ id }) => clients.isOnline(id));
}

/** Ids of unread messages that the user received elsewhere and that have moved to this channel. */
function listMoved(db: Database, user_id: number, channel_id: number): number[] {
  const moved = db.all<MessageRef>(movedSql, channel_id);
  const stateOf = readStates(db, user_id, moved);
  return moved.flatMap((message) => (stateOf(message) === 'unread' ? message.id : []));
}

const movedSql = `
  SELECT ${messageRefColumns} FROM messages INDEXED BY messages_moved
  WHERE moved_at_id IS NOT NULL AND channel_id = ? ORDER BY id`;

/** Marks a channel that is archived as read for its subscribers, and publishes that to those online. */
export function doMarkClosedRead(app: Context, { channel }: { channel: Channel }): void {
  const { db, clients } = app;
  const marking = { channel_id: channel.id, user_ids: listSubscriberIds(db, channel.id), until: lastMessageId(db) };
  const read = markChannelReadByMany(db, marking, (user_id) => clients.isOnline(user_id));
  for (const { user_ids, ids } of read) publishRead(app, user_ids, ids);
}
