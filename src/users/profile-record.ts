import type { Database } from '../db/database.ts';
import { isBot, type User } from './user.ts';

/** A user's value of a custom profile field. */
export interface ProfileValue {
  value: string;
  /** HTML, for types of fields that support Markdown. */
  rendered_value?: string;
}

/** The part of a user record with the custom profile values by field id. Bots have none. */
interface ProfileRecord {
  profile_data?: Record<string, ProfileValue>;
}

/** A user's profile values, to be added to their record. */
export function presentProfile(db: Database, user: User): ProfileRecord {
  return isBot(user) ? {} : { profile_data: listProfiles(db).get(user.id) ?? {} };
}

// Of everybody at once, because lists of users show them.
function listProfiles(db: Database): ReadonlyMap<number, ProfileRecord['profile_data']> {
  return db.computed('profiles', () => {
    const rows = db.tuples<ValueRow>('SELECT user_id, field_id, value, rendered_value FROM profile_values');
    const byUser = Map.groupBy(rows, ([user_id]) => user_id);
    return new Map([...byUser].map(([user_id, values]) => [user_id, assemble(values)]));
  });
}

type ValueRow = [user_id: number, field_id: number, value: string, rendered_value: string | null];

function assemble(rows: readonly ValueRow[]): Record<string, ProfileValue> {
  return Object.fromEntries(
    rows.map(([, field_id, value, rendered_value]) => [
      field_id,
      rendered_value === null ? { value } : { value, rendered_value },
    ]),
  );
}
