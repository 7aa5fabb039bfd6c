import type { Context } from '../context.ts';
import {
  type Audience,
  type Event,
  type Profile,
  type Publication,
  plainPublication,
  publishVariants,
} from '../events/event.ts';
import { canAccessUser, visibilityTest } from './access.ts';
import { avatarUrl } from './avatar-url.ts';
import { apiEmail, placeholderEmail, roles, type User, type UserRecord } from './user.ts';

/** The fields that name a user. */
interface PublicIdentity {
  email: string;
  full_name: string;
  avatar_url: string;
}

/** The fields that replace a user's for viewers who may not know the user. */
export function presentUnknownIdentity(app: Context, user_id: number): PublicIdentity {
  return { email: placeholderEmail(app, user_id), full_name: unknownUserName, avatar_url: unknownAvatarUrl };
}

/**
 * Publishes an event that names users. Recipients who may not know one of them get the unknown user's fields instead.
 */
export function publishNaming(
  app: Context,
  users: readonly User[],
  make: (identityOf: (user: User) => PublicIdentity, profile: Pick<Profile, 'empty_topic_name'>) => Event,
  audience: Audience,
  accepts: (profile: Profile) => boolean = () => true,
): void {
  const tests = users.map((user) => visibilityTest(app, user));
  const made = new Map<string, Publication>();
  const variantFor = (profile: Profile): Publication => {
    const known = tests.map((test) => test(profile.user_id));
    const key = `${known.join()} ${profile.empty_topic_name}`;
    const identityOf = (user: User) =>
      known[users.indexOf(user)] ? presentIdentity(app, user) : presentUnknownIdentity(app, user.id);
    const variant = made.get(key) ?? plainPublication(make(identityOf, profile), audience);
    made.set(key, variant);
    return variant;
  };
  const open = plainPublication(
    make((user) => presentIdentity(app, user), { empty_topic_name: true }),
    audience,
  );
  publishVariants(app, { ...open, accepts, fields: (profile) => variantFor(profile).fields(profile) });
}

/** The fields that name a user to a viewer, who may or may not know the user. */
export function presentIdentityTo(app: Context, viewer: User, user: User): PublicIdentity {
  return canAccessUser(app, viewer, user) ? presentIdentity(app, user) : presentUnknownIdentity(app, user.id);
}

function presentIdentity(app: Context, user: User): PublicIdentity {
  return { email: apiEmail(app, user), full_name: user.full_name, avatar_url: avatarUrl(app, user) };
}

export const unknownUserName = 'Unknown user';
const unknownAvatarUrl = '/avatar/0?version=1';

/** The record of a user whom the viewer may not know, for clients that need a record of every user. */
export function presentUnknownUser(app: Context, user_id: number): UserRecord {
  return {
    user_id,
    email: placeholderEmail(app, user_id),
    delivery_email: null,
    full_name: unknownUserName,
    role: roles.member,
    is_admin: false,
    is_owner: false,
    is_guest: false,
    is_bot: false,
    is_active: true,
    is_imported_stub: false,
    timezone: '',
    date_joined: '1970-01-01T00:00+00:00',
    avatar_url: unknownAvatarUrl,
    avatar_version: 1,
  };
}
