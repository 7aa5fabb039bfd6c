import { announce, type Context } from '../context.ts';
import { type Audience, publish } from '../events/event.ts';
import { deleteImage } from '../realm/stored-image.ts';
import { userAudience } from '../users/access.ts';
import { avatarUrl } from '../users/avatar-url.ts';
import { getUser, type User } from '../users/user.ts';
import { identityChanged } from './identity.ts';

/** Sets a user's avatar to a stored image, or with null to the generated one; deletes the previous image. */
export function doChangeAvatar(app: Context, user: User, image_id: number | null): void {
  if (image_id === user.avatar_image_id) return;
  const sql = 'UPDATE users SET avatar_image_id = ?, avatar_version = avatar_version + 1 WHERE id = ?';
  app.db.run(sql, image_id, user.id);
  if (user.avatar_image_id !== null) deleteImage(app.db, user.avatar_image_id);
  const changed = getUser(app.db, user.id);
  publishAvatar(app, changed, userAudience(app, user));
  announce(app, identityChanged, { user: changed, changes: { avatar_url: avatarUrl(app, changed) } });
}

/** Publishes the URL of a user's avatar. */
export function publishAvatar(app: Context, user: User, audience: Audience): void {
  const { id: user_id, avatar_version } = user;
  const person = { user_id, ...presentAvatar(app, user), avatar_version };
  publish(app, { type: 'realm_user', op: 'update', person }, audience);
}

/** URLs of a user's avatar in two sizes, and its source: U uploaded, J generated. */
export function presentAvatar(app: Context, user: User) {
  return {
    avatar_url: avatarUrl(app, user),
    avatar_url_medium: avatarUrl(app, user, 'medium'),
    avatar_source: user.avatar_image_id === null ? 'J' : 'U',
  };
}
