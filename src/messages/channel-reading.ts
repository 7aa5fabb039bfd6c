import type { App } from '../app.ts';
import { listPlaced, listUnread, type Placed, readStates } from '../conversations/read-state.ts';
import type { Database } from '../db/database.ts';
import { publishFlagChange } from './flag-event.ts';

type Users = readonly { id: number }[];

/** Makes a change by which some users leave a channel read behind, and tells them of the messages that it reads. */
export function doFollowingLeave(app: App, users: Users, channel_id: number, change: () => void): void {
  const unread = listOnline(app, users).map((user) => ({ user, ids: listCounted(app.db, user.id, channel_id) }));
  change();
  for (const { user, ids } of unread) publishFlagChange(app, user, 'add', 'read', ids);
}

/**
 * Makes a change by which some users begin to follow a channel, and tells them of the messages that it reads, and of
 * those that moved there from elsewhere and now count as unread.
 */
export function doFollowingEntry(app: App, users: Users, channel_id: number, change: () => void): void {
  const online = listOnline(app, users).map((user) => ({ user, moved: listMoved(app.db, user.id, channel_id) }));
  change();
  for (const { user, moved } of online) {
    const unread = listCounted(app.db, user.id, channel_id);
    publishFlagChange(
      app,
      user,
      'add',
      'read',
      moved.filter((id) => !unread.includes(id)),
    );
    publishFlagChange(app, user, 'remove', 'read', unread);
  }
}

function listOnline({ queues }: App, users: Users): Users {
  return users.filter(({ id }) => queues.isOnline(id));
}

/** Ids of what a user who follows a channel has not read there. */
function listCounted(db: Database, user_id: number, channel_id: number): number[] {
  const ids = listUnread(db, user_id).map(({ id }) => id);
  return listPlaced(db, ids).flatMap((message) => (message.channel_id === channel_id ? message.id : []));
}

/** Ids of what a user received elsewhere and has not read, and what is in a channel now. */
function listMoved(db: Database, user_id: number, channel_id: number): number[] {
  const moved = db.all<Placed>(movedSql, channel_id);
  const stateOf = readStates(db, user_id, moved);
  return moved.flatMap((message) => (stateOf(message) === 'unread' ? message.id : []));
}

const movedSql = `
  SELECT id, conversation_id, place_id, channel_id, sent_channel_id FROM messages INDEXED BY messages_moved
  WHERE moved_at_id IS NOT NULL AND channel_id = ? ORDER BY id`;
