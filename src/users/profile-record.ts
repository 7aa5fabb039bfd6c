import { type Database, inJsonList } from '../db/database.ts';
import { isBot, type User } from './user.ts';

/** A user's value of a custom profile field. */
export interface ProfileValue {
  value: string;
  /** HTML, for types of fields that support Markdown. */
  rendered_value?: string;
}

/** The part of a user record with the custom profile values by field id. Bots have none. */
export interface ProfileRecord {
  profile_data?: Record<string, ProfileValue>;
}

/** A user's profile values, to be added to their record. */
export function presentProfile(db: Database, user: User): ProfileRecord {
  if (isBot(user)) return {};
  return { profile_data: assemble(db.tuples(`SELECT ${valueColumns} FROM profile_values WHERE user_id = ?`, user.id)) };
}

/** The same as a function for the users with these ids; it reads their values at once. */
export function profilePresenter(db: Database, user_ids: readonly number[]): (user: User) => ProfileRecord {
  const sql = `SELECT ${valueColumns} FROM profile_values WHERE user_id ${inJsonList}`;
  const rows = db.tuples<ValueRow>(sql, JSON.stringify(user_ids));
  const byUser = Map.groupBy(rows, ([user_id]) => user_id);
  return (user) => (isBot(user) ? {} : { profile_data: assemble(byUser.get(user.id) ?? []) });
}

/** Returns a function for many users: the profile values of a person as JSON. It reads all values at once. */
export function profileReader(db: Database): (user: User) => string {
  const rows = db.computed('profiles', () => new Map(db.tuples<[user_id: number, data: string]>(profilesSql)));
  return ({ id }) => rows.get(id) ?? '{}';
}

// The values by field id, as JSON.
const profilesSql = `
  SELECT user_id, json_group_object(field_id, json(iif(rendered_value IS NULL, json_object('value', value),
    json_object('value', value, 'rendered_value', rendered_value))) ORDER BY field_id)
  FROM profile_values GROUP BY user_id`;

type ValueRow = [user_id: number, field_id: number, value: string, rendered_value: string | null];
const valueColumns = 'user_id, field_id, value, rendered_value';

function assemble(rows: readonly ValueRow[]): Record<string, ProfileValue> {
  return Object.fromEntries(
    rows.map(([, field_id, value, rendered_value]) => [
      field_id,
      rendered_value === null ? { value } : { value, rendered_value },
    ]),
  );
}
