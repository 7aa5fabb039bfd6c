import type { Context } from '../context.ts';
import type { Database } from '../db/database.ts';
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
  const written = writtenUsers(app.db);
  const sightOf = sightReader(app.db);
  const present = seenPresenter(app);
  const urlOf = avatarUrls(app);
  const profileOf = hasProfile ? profileReader(app.db) : undefined;
  // Without the closing brace, because other fields follow.
  const write = (user: User, sight: Sight) => JSON.stringify(present(user, sight)).slice(0, -1);
  return (user, hasAvatar) => {
    const sight = sightOf(viewer, user);
    const form = Number(sight.isOpen) * 2 + Number(sight.showsEmail);
    let text = written.find(form, user) ?? written.keep(form, user, write(user, sight));
    if (hasActivity) text += user.is_active ? ',"is_active":true' : ',"is_active":false';
    if (hasAvatar) text += `,"avatar_url":"${urlOf(user)}"`;
    if (profileOf && !isBot(user)) text += `,"profile_data":${profileOf(user)}`;
    return `${text}}`;
  };
}

/** Returns a function that presents a user as JSON to viewers who may not know the user. */
export function unknownUserWriter(app: Context): (user: User) => string {
  const written = writtenUsers(app.db);
  const write = (user: User) =>
    JSON.stringify({ ...presentUnknownUser(app, user.id), is_active: undefined, profile_data: {} });
  return (user) => written.find(unknown, user) ?? written.keep(unknown, user, write(user));
}

/** JSON, and the user that it is about. */
interface Written {
  user: User;
  text: string;
}

/** The form of a record for viewers who may not know the user; the other forms are below. */
const unknown = 4;

/**
 * The JSON of users, which is the same for most viewers. It is kept until its user changes: in a large organization it
 * is most of the initial state, and somebody changes all the time.
 */
class WrittenUsers {
  /** By form and id. */
  #forms = Array.from({ length: unknown + 1 }, () => new Map<number, Written>());

  find(form: number, user: User): string | undefined {
    const found = this.#forms[form]?.get(user.id);
    if (!found || !(found.user === user || isSame(found.user, user))) return undefined;
    found.user = user;
    return found.text;
  }

  keep(form: number, user: User, text: string): string {
    this.#forms[form]?.set(user.id, { user, text });
    return text;
  }
}

function writtenUsers(db: Database): WrittenUsers {
  return db.derived<WrittenUsers>('written users', 'users', (outdated) => outdated ?? new WrittenUsers());
}

function isSame(one: User, other: User): boolean {
  for (const name in one) if (one[name as keyof User] !== other[name as keyof User]) return false;
  return true;
}
