import { closedAtOnce } from '../channels/archive.ts';
import type { SubscriptionChange } from '../channels/subscription.ts';
import { announce, announcement, type Context } from '../context.ts';
import type { Channel } from '../conversations/channel.ts';
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

/** A closing channel still has subscribers for whom it must be marked as read. */
export const closingPending = announcement<void>('closingPending');

/**
 * Marks an archived channel as read for its first subscribers, and publishes that to those online. The `ChannelCloser`
 * continues with the others after the commit.
 */
export function doBeginClosing(app: Context, { channel }: { channel: Channel }): void {
  app.db.run('INSERT OR REPLACE INTO closing_channels (channel_id, done_user_id) VALUES (?, 0)', channel.id);
  doContinueClosing(app, channel.id);
}

/** Marks a closing channel as read for its next subscribers. */
export function doContinueClosing(app: Context, channel_id: number): void {
  const { db, clients } = app;
  const user_ids = db.values<number>(nextReadersSql, channel_id, closedAtOnce);
  const marking = { channel_id, user_ids, until: lastMessageId(db) };
  const read = markChannelReadByMany(db, marking, (user_id) => clients.isOnline(user_id));
  for (const { user_ids, ids } of read) publishRead(app, user_ids, ids);
  if (user_ids.length < closedAtOnce) {
    db.run('DELETE FROM closing_channels WHERE channel_id = ?', channel_id);
  } else {
    db.run('UPDATE closing_channels SET done_user_id = ? WHERE channel_id = ?', user_ids.at(-1) ?? 0, channel_id);
    announce(app, closingPending);
  }
}

const nextReadersSql = `
  SELECT user_id FROM closing_channels JOIN subscriptions USING (channel_id)
  WHERE channel_id = ? AND is_active = 1 AND user_id > done_user_id ORDER BY user_id LIMIT ?`;

/** A closing channel. A channel that was unarchived meanwhile keeps its messages unread. */
export function findClosing(db: Database): number | undefined {
  const sql = 'SELECT channel_id FROM closing_channels JOIN channels ON id = channel_id WHERE is_archived = 1 LIMIT 1';
  return db.value<number>(sql);
}
