import type { Context } from '../context.ts';
import type { UserGroup } from '../groups/user-group.ts';
import { mention, mentionGroup } from '../users/mention.ts';
import { isBot, listUsersAmong, type User } from '../users/user.ts';
import { doNotifyUser, maxBulkSubscriptionMessages } from './notices.ts';

/** Notifies users who were added to a group by another user. */
export function doNotifyAdded(app: Context, actor: User, group: UserGroup, user_ids: readonly number[]): void {
  doNotifyOthers(app, actor, user_ids, `${mention(actor)} added you to the group ${mentionGroup(group.name)}.`);
}

/** Notifies users who were removed from a group by another user. */
export function doNotifyRemoved(app: Context, actor: User, group: UserGroup, user_ids: readonly number[]): void {
  doNotifyOthers(app, actor, user_ids, `${mention(actor)} removed you from the group ${mentionGroup(group.name)}.`);
}

// For large changes nobody is notified, as with channels.
function doNotifyOthers(app: Context, actor: User, user_ids: readonly number[], content: string): void {
  const others = listUsersAmong(app.db, user_ids).filter((user) => user.id !== actor.id && !isBot(user));
  if (others.length > maxBulkSubscriptionMessages) return;
  for (const user of others) doNotifyUser(app, user, content);
}
