import { checkNewUser, doCreateUser, newUserErrors } from '../../accounts/new-user.ts';
import { ensurePasswordAcceptable, hashPassword, passwordTooLong, passwordTooWeak } from '../../accounts/password.ts';
import { hasSpecialPermission } from '../../accounts/special-permission.ts';
import { findNewestReceivedId } from '../../conversations/newest-received.ts';
import { errorKind } from '../../http/errors.ts';
import { boolean, hint, integer, list, optional, required, text } from '../../http/params.ts';
import { doAnnounceNewcomer } from '../../messages/notices.ts';
import { emailPolicyErrors, ensureEmailAllowed } from '../../organization/email-policy.ts';
import { accessTest, accessUserNamed } from '../../users/access.ts';
import { presentProfile } from '../../users/profile-record.ts';
import { listUsers, noSuchUser, presentUser, roles, type User, userPresenter } from '../../users/user.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';

const creationRefused = errorKind('User not authorized to create users');

const client_gravatar = optional(hint(boolean()), 'Accepted without effect: no avatar comes from Gravatar.', {
  fallback: true,
});
const include_custom_profile_fields = optional(hint(boolean()), 'Whether to add `profile_data`.', { fallback: false });

export const createUser: Endpoint = endpoint({
  method: 'POST',
  path: '/users',
  summary: 'Create a user',
  access: 'administrator',
  params: {
    email: required(text(), 'Address of the new user.'),
    password: required(text(), 'Password of the new user.'),
    full_name: required(text(), 'Name of the new user.'),
  },
  errors: [creationRefused, ...emailPolicyErrors, ...newUserErrors, passwordTooWeak, passwordTooLong],
  prepare({ app, db, user }, { password, ...account }) {
    if (!hasSpecialPermission(db, user.id, 'can_create_users')) throw creationRefused();
    ensureEmailAllowed(app, checkNewUser(app, account).email);
    ensurePasswordAcceptable(password);
    return hashPassword(app, password);
  },
  handler({ app, user: actor }, { email, full_name }, password_hash) {
    const user = doCreateUser(app, { email, full_name, role: roles.member, password_hash });
    doAnnounceNewcomer(app, user, actor);
    return { user_id: user.id };
  },
});

export const getUsers: Endpoint = endpoint({
  method: 'GET',
  path: '/users',
  summary: 'Get all users',
  access: 'user',
  scoped: 'reads',
  params: {
    client_gravatar,
    include_custom_profile_fields,
    user_ids: optional(list(integer()), 'Ids of the users to return.'),
  },
  errors: [],
  handler({ app, db, user }, options) {
    const wanted = options.user_ids && new Set(options.user_ids);
    const mayKnow = accessTest(app, user);
    const users = listUsers(db).filter((one) => !one.is_system_bot && (wanted?.has(one.id) ?? true) && mayKnow(one));
    const present = userPresenter(app);
    const profileOf = (one: User) => (options.include_custom_profile_fields ? presentProfile(db, one) : {});
    return { members: users.map((one) => Object.assign(present(user, one), profileOf(one))) };
  },
});

export const getOwnUser: Endpoint = endpoint({
  method: 'GET',
  path: '/users/me',
  summary: 'Get your own user',
  access: 'user',
  scoped: 'reads',
  params: {},
  errors: [],
  handler({ app, db, user }) {
    const record = presentUser(app, user, user);
    return { ...record, max_message_id: findNewestReceivedId(db, user), ...presentProfile(db, user) };
  },
});

export const getUser: Endpoint = endpoint({
  method: 'GET',
  path: '/users/{user_id_or_email}',
  summary: 'Get a user by id or address',
  access: 'user',
  scoped: 'reads',
  params: {
    user_id_or_email: required(text(), 'Id of the user, or their address as the API shows it.'),
    client_gravatar,
    include_custom_profile_fields,
  },
  errors: [noSuchUser],
  handler({ app, db, user }, { user_id_or_email, ...options }) {
    const found = accessUserNamed(app, user, user_id_or_email);
    const profile = options.include_custom_profile_fields ? presentProfile(db, found) : {};
    return { user: { ...presentUser(app, user, found), ...profile } };
  },
});
