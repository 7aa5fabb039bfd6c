import type { Context } from '../context.ts';
import type { Database } from '../db/database.ts';
import { presentUnknownUser } from '../users/access.ts';
import { profileReader } from '../users/profile-record.ts';
import { isBot, type Sight, seenPresenter, sightReader, type User, type UserRecord } from '../users/user.ts';

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
  const sightOf = sightReader(app.db, viewer);
  const present = seenPresenter(app);
  const profileOf = hasProfile ? profileReader(app.db) : undefined;
  const write = (user: User, sight: Sight, hasAvatar: boolean) => {
    const record: Partial<Record<keyof UserRecord, unknown>> = present(user, sight);
    // JSON omits undefined fields.
    if (!hasActivity) record.is_active = undefined;
    if (!hasAvatar) record.avatar_url = undefined;
    return JSON.stringify(record);
  };
  return (user, hasAvatar) => {
    const sight = sightOf(user);
    const form = Number(hasActivity) * 8 + Number(hasAvatar) * 4 + Number(sight.isOpen) * 2 + Number(sight.showsEmail);
    const text = written.find(form, user) ?? written.keep(form, user, write(user, sight, hasAvatar));
    return profileOf && !isBot(user) ? `${text.slice(0, -1)},"profile_data":${profileOf(user)}}` : text;
  };
}

/** Returns a function that presents a user as JSON to viewers who may not know the user. */
export function unknownUserWriter(app: Context): (user: User) => string {
  const written = writtenUsers(app.db);
  const write = (user: User) => JSON.stringify({ ...presentUnknownUser(app, user.id), is_active: undefined });
  return (user) => written.find(unknown, user) ?? written.keep(unknown, user, write(user));
}

/** JSON, and the user that it is about. */
interface Written {
  user: User;
  text: string;
}

/** The form of a record for viewers who may not know the user; the other forms are below. */
const unknown = 16;

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
