import type { Context } from '../context.ts';
import type { UserGroup } from '../groups/user-group.ts';
import { textsFor } from '../users/language.ts';
import { mention, mentionGroup } from '../users/mention.ts';
import { isBot, listUsersAmong, type User } from '../users/user.ts';
import { doNotifyUser, maxBulkSubscriptionMessages } from './notices.ts';

/** Notifies users who were added to a group by another user. */
export function doNotifyAdded(app: Context, actor: User, group: UserGroup, user_ids: readonly number[]): void {
  doNotifyOthers(app, 'notice.addedToGroup', { actor, group, user_ids });
}

/** Notifies users who were removed from a group by another user. */
export function doNotifyRemoved(app: Context, actor: User, group: UserGroup, user_ids: readonly number[]): void {
  doNotifyOthers(app, 'notice.removedFromGroup', { actor, group, user_ids });
}

interface MembershipChange {
  actor: User;
  group: UserGroup;
  user_ids: readonly number[];
}

// For large changes nobody is notified, as with channels.
function doNotifyOthers(
  app: Context,
  key: 'notice.addedToGroup' | 'notice.removedFromGroup',
  { actor, group, user_ids }: MembershipChange,
): void {
  const others = listUsersAmong(app.db, user_ids).filter((user) => user.id !== actor.id && !isBot(user));
  if (others.length > maxBulkSubscriptionMessages) return;
  const names = { actor: mention(actor), group: mentionGroup(group.name) };
  for (const user of others) doNotifyUser(app, user, textsFor(app.db, user).markdown(key, names));
}
