import { doChangeAvatar } from '../../accounts/avatar.ts';
import type { Context } from '../../context.ts';
import { errorKind } from '../../http/errors.ts';
import { imageErrors, storeImage } from '../../images/image.ts';
import { findRealmSetting } from '../../realm/settings.ts';
import { avatarUrl } from '../../users/avatar-url.ts';
import { getUser, isAdministrator, type User } from '../../users/user.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';

const changesDisabled = errorKind('Avatar changes are disabled in this organization.');

export const uploadAvatar: Endpoint = endpoint({
  method: 'POST',
  path: '/users/me/avatar',
  summary: 'Upload your profile picture',
  access: 'user',
  params: {},
  file: 'The picture: PNG, JPEG, GIF or WebP.',
  errors: [changesDisabled, ...imageErrors],
  handler({ app, db, user, files }) {
    ensureCanChangeAvatar(app, user);
    return changeAvatar(app, user, storeImage(db, files));
  },
});

export const deleteAvatar: Endpoint = endpoint({
  method: 'DELETE',
  path: '/users/me/avatar',
  summary: 'Delete your profile picture; the server then draws one',
  access: 'user',
  params: {},
  errors: [changesDisabled],
  handler({ app, user }) {
    ensureCanChangeAvatar(app, user);
    return changeAvatar(app, user, null);
  },
});

function changeAvatar(app: Context, user: User, image_id: number | null) {
  doChangeAvatar(app, user, image_id);
  return { avatar_url: avatarUrl(app, getUser(app.db, user.id)) };
}

function ensureCanChangeAvatar({ db }: Context, user: User): void {
  if (findRealmSetting(db, 'avatar_changes_disabled') && !isAdministrator(user)) throw changesDisabled();
}
