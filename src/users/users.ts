import { newestMessageId } from '../channels/subscription.ts';
import { type Endpoint, endpoint } from '../http/endpoint.ts';
import { errorKind } from '../http/errors.ts';
import { boolean, integer, list, optional, required, text } from '../http/params.ts';
import { doCreateUser, emailInUse, emailInvalid, nameCharacters, nameEmpty, nameTooLong } from './new-user.ts';
import { ensurePasswordAcceptable, hashPassword, passwordTooLong, passwordTooWeak } from './password.ts';
import { findUserSetting } from './settings.ts';
import { accessUser, accessUserByEmail, isBot, listUsers, noSuchUser, presentUser, roles, type User } from './user.ts';

const creationRefused = errorKind('User not authorized to create users');

const client_gravatar = optional(boolean(), 'Whether the client computes pictures from addresses.', { fallback: true });
const include_custom_profile_fields = optional(boolean(), 'Whether to add `profile_data`.', { fallback: false });

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
  errors: [
    creationRefused,
    emailInvalid,
    emailInUse,
    nameTooLong,
    nameEmpty,
    nameCharacters,
    passwordTooWeak,
    passwordTooLong,
  ],
  prepare({ app, db, user }, { password }) {
    if (!findUserSetting(db, user.id, 'can_create_users')) throw creationRefused();
    ensurePasswordAcceptable(password);
    return hashPassword(app, password);
  },
  handler({ app }, { email, full_name }, password_hash) {
    const user = doCreateUser(app, { email, full_name, role: roles.member, password_hash });
    return { user_id: user.id };
  },
});

export const getUsers: Endpoint = endpoint({
  method: 'GET',
  path: '/users',
  summary: 'Get all users',
  access: 'user',
  params: {
    client_gravatar,
    include_custom_profile_fields,
    user_ids: optional(list(integer()), 'Only these users.'),
  },
  errors: [],
  handler({ app, db, user }, options) {
    const wanted = options.user_ids && new Set(options.user_ids);
    const users = listUsers(db).filter((one) => !one.is_system_bot && (wanted?.has(one.id) ?? true));
    return { members: users.map((one) => presentMember(one, presentUser(app, user, one, options), options)) };
  },
});

export const getOwnUser: Endpoint = endpoint({
  method: 'GET',
  path: '/users/me',
  summary: 'Get own user',
  access: 'user',
  params: {},
  errors: [],
  handler({ app, db, user }) {
    const record = presentUser(app, user, user, { client_gravatar: false });
    return { ...record, max_message_id: newestMessageId(db), ...(isBot(user) ? {} : { profile_data: {} }) };
  },
});

export const getUser: Endpoint = endpoint({
  method: 'GET',
  path: '/users/{user_id_or_email}',
  summary: 'Get a user by id or address',
  access: 'user',
  params: {
    user_id_or_email: required(text(), 'Id of the user, or their address as the API shows it.'),
    client_gravatar,
    include_custom_profile_fields,
  },
  errors: [noSuchUser],
  handler({ app, db, user }, { user_id_or_email, ...options }) {
    const isId = /^\d{1,15}$/.test(user_id_or_email);
    const found = isId ? accessUser(db, Number(user_id_or_email)) : accessUserByEmail(app, user, user_id_or_email);
    return { user: presentMember(found, presentUser(app, user, found, options), options) };
  },
});

interface MemberOptions {
  include_custom_profile_fields: boolean;
}

function presentMember(user: User, record: object, { include_custom_profile_fields }: MemberOptions): object {
  return include_custom_profile_fields && !isBot(user) ? { ...record, profile_data: {} } : record;
}
