import { doChangeAvatar } from '../../accounts/avatar.ts';
import type { Context } from '../../context.ts';
import { errorKind } from '../../http/errors.ts';
import { imageErrors, readSquare, type SquaresPictures } from '../../images/image.ts';
import { findRealmSetting } from '../../realm/settings.ts';
import { insertImage } from '../../realm/stored-image.ts';
import { avatarUrl } from '../../users/avatar-url.ts';
import { getUser, isAdministrator, type User } from '../../users/user.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';

const changesDisabled = errorKind('Avatar changes are disabled in this organization.');

export const uploadAvatar: Endpoint<SquaresPictures> = endpoint({
  method: 'POST',
  path: '/users/me/avatar',
  summary: 'Upload your profile picture',
  access: 'user',
  params: {},
  file: 'A picture, of which the square in the middle is shown: PNG, JPEG, GIF or WebP.',
  errors: [changesDisabled, ...imageErrors],
  async prepare({ app, user, files }) {
    ensureCanChangeAvatar(app, user);
    return readSquare(app, files);
  },
  handler({ app, user }, _params, picture) {
    ensureCanChangeAvatar(app, user);
    return changeAvatar(app, user, insertImage(app, picture));
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
