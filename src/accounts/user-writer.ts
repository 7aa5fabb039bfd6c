import type { Context } from '../context.ts';
import type { Database } from '../db/database.ts';
import { presentUnknownUser } from '../users/access.ts';
import { profileReader } from '../users/profile-record.ts';
import { isBot, presentSeen, type Sight, sightReader, type User } from '../users/user.ts';

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
  const writtenOf = writtenRecords(app.db);
  const sightOf = sightReader(app.db, viewer);
  const profileOf = hasProfile ? profileReader(app.db) : undefined;
  return (user, hasAvatar) => {
    const { records } = writtenOf(user);
    const sight = sightOf(user);
    const form = Number(hasActivity) * 8 + Number(hasAvatar) * 4 + Number(sight.isOpen) * 2 + Number(sight.showsEmail);
    const record = records[form] ?? writeRecord(app, user, sight, { hasActivity, hasAvatar });
    records[form] = record;
    return profileOf && !isBot(user) ? `{${record},"profile_data":${profileOf(user)}}` : `{${record}}`;
  };
}

/** Returns a function that presents a user as JSON to viewers who may not know the user. */
export function unknownUserWriter(app: Context): (user: User) => string {
  const writtenOf = writtenRecords(app.db);
  return (user) => {
    const written = writtenOf(user);
    written.unknown ??= JSON.stringify({ ...presentUnknownUser(app, user.id), is_active: undefined });
    return written.unknown;
  };
}

/** The JSON that was written about a user. It is the same for most viewers. */
interface Written {
  user: User;
  /** The fields of the record without profile values, by what the viewer sees. */
  records: string[];
  unknown: string | undefined;
}

/**
 * Returns a function that finds the JSON written about a user. It is kept until that user changes: in a large
 * organization it is most of the initial state, and somebody changes all the time.
 */
function writtenRecords(db: Database): (user: User) => Written {
  const known = db.derived<Map<number, Written>>('written users', 'users', (outdated) => outdated ?? new Map());
  return (user) => {
    const found = known.get(user.id);
    const isCurrent = found && (found.user === user || isSame(found.user, user));
    const written = isCurrent ? found : { user, records: [], unknown: undefined };
    written.user = user;
    if (!isCurrent) known.set(user.id, written);
    return written;
  };
}

function isSame(one: User, other: User): boolean {
  for (const name in one) if (one[name as keyof User] !== other[name as keyof User]) return false;
  return true;
}

// JSON omits undefined fields.
function writeRecord(
  app: Context,
  user: User,
  sight: Sight,
  { hasActivity, hasAvatar }: Pick<Shown, 'hasActivity'> & { hasAvatar: boolean },
): string {
  const hidden = { ...(hasActivity ? {} : { is_active: undefined }), ...(hasAvatar ? {} : { avatar_url: undefined }) };
  return JSON.stringify({ ...presentSeen(app, user, sight), ...hidden }).slice(1, -1);
}
