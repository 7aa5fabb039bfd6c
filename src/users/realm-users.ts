import type { App } from '../app.ts';
import type { Fields } from '../http/endpoint.ts';
import { hasRealmPermission } from '../realm/permission.ts';
import type { RealmPermission } from '../realm/settings.ts';
import { accessTest, presentUnknownUser } from './access.ts';
import { presentAvatar } from './avatar.ts';
import { profilePresenter } from './profile-record.ts';
import {
  isAdministrator,
  isModerator,
  isOwner,
  listUsers,
  roles,
  type User,
  type UserRecord,
  userPresenter,
} from './user.ts';

interface Options {
  client_gravatar: boolean;
  /** Whether the client can do without those its user may not know of. */
  user_list_incomplete: boolean;
}

/** What a client must know of everyone, and of its own user, before the first `realm_user` event. */
export function presentRealmUsers(app: App, user: User, options: Options): Fields {
  const mayKnow = accessTest(app, user);
  const present = userPresenter(app, user, options);
  const profileOf = profilePresenter(app.db);
  const show = (one: User) => ({ ...withoutActivity(present(one)), ...profileOf(one) });
  const users = listUsers(app.db);
  const known = users.filter((one) => !one.is_system_bot && mayKnow(one));
  const others = options.user_list_incomplete ? [] : users.filter((one) => !mayKnow(one));
  return {
    realm_users: [
      ...known.filter((one) => one.is_active).map(show),
      ...others.map((one) => withoutActivity(presentUnknownUser(app, one.id))),
    ],
    realm_non_active_users: known.filter((one) => !one.is_active).map(show),
    cross_realm_bots: users.filter((one) => one.is_system_bot).map(show),
    ...presentOneself(user),
    ...presentOwnPermissions(app, user),
  };
}

function withoutActivity({ is_active: _, ...record }: UserRecord): object {
  return record;
}

function presentOneself(user: User): Fields {
  return {
    user_id: user.id,
    email: user.email,
    delivery_email: user.email,
    full_name: user.full_name,
    ...presentAvatar(user),
    is_admin: isAdministrator(user),
    is_owner: isOwner(user),
    is_moderator: isModerator(user),
    is_guest: user.role === roles.guest,
  };
}

function presentOwnPermissions(app: App, user: User): Fields {
  const may = (permission: RealmPermission) => hasRealmPermission(app, user, permission);
  const canCreatePublic = may('can_create_public_channel_group');
  const canCreatePrivate = may('can_create_private_channel_group');
  return {
    can_create_streams: canCreatePublic || canCreatePrivate,
    can_create_public_streams: canCreatePublic,
    can_create_private_streams: canCreatePrivate,
    can_create_web_public_streams: may('can_create_web_public_channel_group'),
    can_invite_others_to_realm: may('can_invite_users_group'),
  };
}
