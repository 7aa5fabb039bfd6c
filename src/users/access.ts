import type { Context } from '../context.ts';
import type { Database } from '../db/database.ts';
import { systemGroupId } from '../realm/group.ts';
import { realmPermissionGroup } from '../realm/settings.ts';
import { listRecipientIds } from './recipients.ts';
import {
  apiEmail,
  canSeeEmail,
  findUser,
  findUserByEmail,
  noSuchUser,
  placeholderEmail,
  roles,
  type User,
} from './user.ts';

/**
 * Whether a user may know everyone: all except guests in an organization that restricts `can_access_all_users_group`.
 */
export function canAccessEveryone({ db }: Context, viewer: User): boolean {
  return viewer.role !== roles.guest || !isAccessRestricted(db);
}

/** Whether guests know only themselves, bots, and whom they have met. */
export function isAccessRestricted(db: Database): boolean {
  return realmPermissionGroup(db, 'can_access_all_users_group') !== systemGroupId(db, 'role:everyone');
}

/** Whether `viewer` may know a user. */
export function canAccessUser(app: Context, viewer: User, user: User): boolean {
  return canAccessEveryone(app, viewer) || app.db.value<number>(isKnownSql, viewer.id, user.id) === 1;
}

/** Returns a test for whether `viewer` may know a user, for use with many users. */
export function accessTest(app: Context, viewer: User): (user: User) => boolean {
  if (canAccessEveryone(app, viewer)) return () => true;
  const known = new Set(listKnownIds(app, viewer));
  return (user) => known.has(user.id);
}

/** Ids of the users whom `viewer` may know, all or those among `user_ids`; ascending. */
export function listKnownIds(app: Context, viewer: User, user_ids?: readonly number[]): readonly number[] {
  if (canAccessEveryone(app, viewer)) return user_ids ?? app.db.values('SELECT id FROM users ORDER BY id');
  if (!user_ids) return app.db.values(knownSql, viewer.id);
  return app.db.values(knownAmongSql, viewer.id, JSON.stringify(user_ids));
}

/** Audience of events about a user: the active users who may know them. */
export function userAudience(app: Context, user: User): 'everyone' | { user_ids: readonly number[] } {
  if (user.bot_type !== null || !isAccessRestricted(app.db)) return 'everyone';
  return { user_ids: listRecipientIds(app, knowingSql, user.id) };
}

/** Returns a test for whether a viewer may know `user`, for use with the recipients of an event. */
export function visibilityTest(app: Context, user: User): (viewer_id: number) => boolean {
  if (user.bot_type !== null || !isAccessRestricted(app.db)) return () => true;
  return (viewer_id) => {
    const viewer = findUser(app.db, viewer_id);
    return viewer !== undefined && canAccessUser(app, viewer, user);
  };
}

/** The user with this id, if `viewer` may know them. Throws noSuchUser. */
export function accessUser(app: Context, viewer: User, user_id: number): User {
  const user = findUser(app.db, user_id);
  if (!user || !canAccessUser(app, viewer, user)) throw noSuchUser();
  return user;
}

/** The user with this real address (if `viewer` may see it) or placeholder address. Throws noSuchUser. */
export function accessUserByEmail(app: Context, viewer: User, email: string): User {
  const address = email.toLowerCase();
  const placeholder = /^user(\d{1,15})@/.exec(address);
  // A real address can have the form of a placeholder.
  const candidates = [
    placeholder ? findUser(app.db, Number(placeholder[1])) : undefined,
    findUserByEmail(app.db, email),
  ].filter((user) => user !== undefined);
  const found = candidates.find((user) => addressesSeenBy(app, viewer, user).includes(address));
  if (!found || !canAccessUser(app, viewer, found)) throw noSuchUser();
  return found;
}

/** The user named in a request's path, by id, real address or placeholder. Throws noSuchUser. */
export function accessUserNamed(app: Context, viewer: User, named: string): User {
  const isId = /^\d{1,15}$/.test(named);
  const user = isId ? accessUser(app, viewer, Number(named)) : accessUserByEmail(app, viewer, named);
  if (user.is_system_bot) throw noSuchUser();
  return user;
}

function addressesSeenBy(app: Context, viewer: User, user: User): string[] {
  const open = [apiEmail(app, user).toLowerCase(), placeholderEmail(app, user.id).toLowerCase()];
  return canSeeEmail(app.db, viewer, user) ? [...open, user.email_key] : open;
}

// Whether a viewer who is a guest may know a user: oneself, a bot, or one met in a channel, while active, or in a direct
// conversation.
const isKnown = `(
  user.id = viewer.id OR user.bot_type IS NOT NULL
  OR user.is_active = 1 AND EXISTS (
    SELECT 1 FROM subscriptions mine CROSS JOIN subscriptions theirs ON theirs.channel_id = mine.channel_id
    WHERE mine.user_id = viewer.id AND mine.is_active = 1 AND theirs.user_id = user.id AND theirs.is_active = 1)
  OR EXISTS (
    SELECT 1 FROM direct_members mine CROSS JOIN direct_members theirs ON theirs.conversation_id = mine.conversation_id
      JOIN conversations ON conversations.id = mine.conversation_id
    WHERE mine.user_id = viewer.id AND theirs.user_id = user.id AND conversations.max_message_id IS NOT NULL))`;

const isKnownSql = `SELECT 1 FROM users viewer CROSS JOIN users user WHERE viewer.id = ? AND user.id = ? AND ${isKnown}`;
const knownSql = `
  SELECT user.id FROM users viewer CROSS JOIN users user WHERE viewer.id = ? AND ${isKnown}
  ORDER BY user.id`;
const knownAmongSql = `
  SELECT user.id FROM users viewer CROSS JOIN users user
  WHERE viewer.id = ? AND user.id IN (SELECT value FROM json_each(?)) AND ${isKnown}
  ORDER BY user.id`;
const knowingSql = `
  SELECT viewer.id FROM users viewer CROSS JOIN users user
  WHERE viewer.id IN (SELECT value FROM json_each(?)) AND viewer.is_active = 1 AND user.id = ?
    AND (viewer.role <> 600 OR ${isKnown})`;
