import type { Context } from '../context.ts';
import { getUser, type User } from '../users/user.ts';
import { doChangeAvatar } from './avatar.ts';
import { doRename } from './full-name.ts';

/** The name of everyone whose profile was deleted, also where names must be unique. */
const deletedName = 'Deleted user';

/** Takes name and picture away from a user. Returns the new state. */
export function doDeleteProfile(app: Context, user: User): User {
  if (user.full_name !== deletedName) doRename(app, user, deletedName);
  doChangeAvatar(app, user, null);
  return getUser(app.db, user.id);
}
