import type { Context } from '../context.ts';
import { hasRealmPermission } from '../groups/realm-permission.ts';
import type { Fields } from '../http/endpoint.ts';
import { findRealmSetting, type RealmPermission } from '../realm/settings.ts';
import { accessTest } from '../users/access.ts';
import { presentProfile } from '../users/profile-record.ts';
import { presentUnknownUser } from '../users/public-identity.ts';
import { recentlyHereTest } from '../users/recently-here.ts';
import {
  apiEmail,
  isAdministrator,
  isModerator,
  isOwner,
  listUsers,
  roles,
  type User,
  userPresenter,
} from '../users/user.ts';
import { presentAvatar } from './avatar.ts';

interface Options {
  /** Whether users whom the client's user may not know can be left out. */
  user_list_incomplete: boolean;
  /**
   * Whether the client can construct the URLs of avatars itself, and needs them only for users it is likely to show.
   */
  user_avatar_url_field_optional: boolean;
}

/** The initial state about all users and the client's own user. */
export function presentRealmUsers(app: Context, user: User, options: Options): Fields {
  const mayKnow = accessTest(app, user);
  const show = recordPresenter(app, user, options);
  const present = userPresenter(app);
  const { active, gone, unknown, systemBots } = sortUsers(listUsers(app.db), mayKnow);
  return {
    realm_users: [...active, ...(options.user_list_incomplete ? [] : unknown)].map((one) =>
      mayKnow(one) ? show(one) : presentUnknown(app, one),
    ),
    realm_non_active_users: gone.map(show),
    cross_realm_bots: systemBots.map((one) => present(user, one)),
    ...presentOneself(app, user),
    ...presentOwnPermissions(app, user),
  };
}

/** All users by the list that shows them. */
interface Sorted {
  active: User[];
  gone: User[];
  unknown: User[];
  systemBots: User[];
}

function sortUsers(users: readonly User[], mayKnow: (user: User) => boolean): Sorted {
  const sorted: Sorted = { active: [], gone: [], unknown: [], systemBots: [] };
  for (const user of users) {
    if (user.is_system_bot) sorted.systemBots.push(user);
    else if (!mayKnow(user)) sorted.unknown.push(user);
    else if (user.is_active) sorted.active.push(user);
    else sorted.gone.push(user);
  }
  return sorted;
}

/** Returns a function that presents a user; the list shows who is active. */
function recordPresenter(app: Context, viewer: User, options: Options): (user: User) => object {
  const present = userPresenter(app);
  const showsAvatar = avatarTest(app, options);
  return (user) => {
    const left = showsAvatar(user) ? withoutActivity : withoutAvatar;
    // Copying each record would take a tenth of the time of a registration.
    return Object.assign(present(viewer, user), left, presentProfile(app.db, user));
  };
}

const withoutActivity = { is_active: undefined };
const withoutAvatar = { ...withoutActivity, avatar_url: undefined };

function presentUnknown(app: Context, { id }: User): object {
  return { ...presentUnknownUser(app, id), is_active: undefined, profile_data: {} };
}

// Clients request avatars of rarely seen users when they show them.
function avatarTest(app: Context, { user_avatar_url_field_optional }: Options): (user: User) => boolean {
  if (!user_avatar_url_field_optional) return () => true;
  const isHere = recentlyHereTest(app);
  return ({ id }) => isHere(id);
}

function presentOneself(app: Context, user: User): Fields {
  return {
    user_id: user.id,
    email: apiEmail(app, user),
    delivery_email: user.email,
    full_name: user.full_name,
    ...presentAvatar(app, user),
    is_admin: isAdministrator(user),
    is_owner: isOwner(user),
    is_moderator: isModerator(user),
    is_guest: user.role === roles.guest,
  };
}

function presentOwnPermissions(app: Context, user: User): Fields {
  const may = (permission: RealmPermission) => hasRealmPermission(app, user, permission);
  const canCreatePublic = may('can_create_public_channel_group');
  const canCreatePrivate = may('can_create_private_channel_group');
  const mayBeOpen = findRealmSetting(app.db, 'enable_spectator_access');
  return {
    can_create_streams: canCreatePublic || canCreatePrivate,
    can_create_public_streams: canCreatePublic,
    can_create_private_streams: canCreatePrivate,
    can_create_web_public_streams: mayBeOpen && may('can_create_web_public_channel_group'),
    can_invite_others_to_realm: may('can_invite_users_group'),
  };
}
