import type { Context } from '../context.ts';
import { avatarUrls } from '../users/avatar-url.ts';
import { profileReader } from '../users/profile-record.ts';
import { presentUnknownUser } from '../users/public-identity.ts';
import { isBot, type Sight, seenPresenter, sightReader, type User } from '../users/user.ts';

/** The fields of a record that not every list has. */
interface Shown {
  /** `is_active`. */
  hasActivity: boolean;
  /** `profile_data`. */
  hasProfile: boolean;
}

/** Returns a function that presents a user to a viewer as JSON; without an avatar, the record lacks `avatar_url`. */
export function userWriter(
  app: Context,
  viewer: User,
  { hasActivity, hasProfile }: Shown,
): (user: User, hasAvatar: boolean) => string {
  const sightOf = sightReader(app.db);
  const present = seenPresenter(app);
  const urlOf = avatarUrls(app);
  const profileOf = hasProfile ? profileReader(app.db) : undefined;
  // Without the closing brace, because other fields follow.
  const write = (user: User, sight: Sight) => JSON.stringify(present(user, sight)).slice(0, -1);
  return (user, hasAvatar) => {
    const sight = sightOf(viewer, user);
    let text = write(user, sight);
    if (hasActivity) text += user.is_active ? ',"is_active":true' : ',"is_active":false';
    if (hasAvatar) text += `,"avatar_url":"${urlOf(user)}"`;
    if (profileOf && !isBot(user)) text += `,"profile_data":${profileOf(user)}`;
    return `${text}}`;
  };
}

/** Returns a function that presents a user as JSON to viewers who may not know the user. */
export function unknownUserWriter(app: Context): (user: User) => string {
  return ({ id }) => JSON.stringify({ ...presentUnknownUser(app, id), is_active: undefined, profile_data: {} });
}
