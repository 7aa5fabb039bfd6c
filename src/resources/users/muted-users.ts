import { doMuteUser, doUnmuteUser } from '../../accounts/muted-user.ts';
import { errorKind } from '../../http/errors.ts';
import { integer, required } from '../../http/params.ts';
import { accessUser } from '../../users/access.ts';
import { noSuchUser } from '../../users/user.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';

const cannotMuteSelf = errorKind('Cannot mute self');
const alreadyMuted = errorKind('User already muted');
const notMuted = errorKind('User is not muted');

const muted_user_id = required(integer(), 'The user to mute or unmute.');

export const muteUser: Endpoint = endpoint({
  method: 'POST',
  path: '/users/me/muted_users/{muted_user_id}',
  summary: 'Mute a user',
  access: 'user',
  params: { muted_user_id },
  errors: [cannotMuteSelf, noSuchUser, alreadyMuted],
  handler({ app, user }, params) {
    if (params.muted_user_id === user.id) throw cannotMuteSelf();
    if (!doMuteUser(app, user, accessUser(app, user, params.muted_user_id))) throw alreadyMuted();
    return {};
  },
});

export const unmuteUser: Endpoint = endpoint({
  method: 'DELETE',
  path: '/users/me/muted_users/{muted_user_id}',
  summary: 'Unmute a user',
  access: 'user',
  params: { muted_user_id },
  errors: [noSuchUser, notMuted],
  handler({ app, user }, params) {
    // A muted user can be unmuted even if no longer visible.
    if (doUnmuteUser(app, user, params.muted_user_id)) return {};
    accessUser(app, user, params.muted_user_id);
    throw notMuted();
  },
});
