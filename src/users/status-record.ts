import type { Context } from '../context.ts';
import { type Database, inJsonList } from '../db/database.ts';
import type { Emoji } from '../emoji/emoji.ts';
import { type Audience, publish } from '../events/event.ts';
import { findUserSetting, listEnabling } from './settings.ts';
import type { User } from './user.ts';

/** The emoji of a status; empty name and code for none. */
export interface StatusEmoji extends Pick<Emoji, 'reaction_type'> {
  emoji_name: string;
  emoji_code: string;
}

/** A user's status. */
export interface Status extends StatusEmoji {
  status_text: string;
}

/** The columns of a Status, for queries. */
export const statusColumns = 'status_text, emoji_name, emoji_code, reaction_type';

const amongSql = `SELECT user_id, ${statusColumns} FROM user_status WHERE user_id ${inJsonList}`;
const byUserSql = `SELECT ${statusColumns} FROM user_status WHERE user_id = ?`;

export function findStatus(db: Database, user_id: number): Status | undefined {
  return db.get<Status>(byUserSql, user_id);
}

/** A user's status as the API shows it, without empty fields. */
export function presentStatus(db: Database, user: User): object {
  const isAway = !findUserSetting(db, user.id, 'presence_enabled');
  return presentStatusRow(findStatus(db, user.id), isAway);
}

/** Whether a user is listed among statuses: only active people. */
export function showsStatus({ is_active, bot_type }: User): boolean {
  return is_active === 1 && bot_type === null;
}

/** The same as a function for the users with these ids; it reads their statuses at once. */
export function statusPresenter(db: Database, user_ids: readonly number[]): (user: User) => object {
  const ids = JSON.stringify(user_ids);
  const statuses = new Map(db.all<Status & { user_id: number }>(amongSql, ids).map((row) => [row.user_id, row]));
  const present = new Set(listEnabling(db, user_ids, 'presence_enabled'));
  return ({ id }) => presentStatusRow(statuses.get(id), !present.has(id));
}

/** Publishes a user's status, unless it is empty, to users who did not know it. */
export function publishStatus(app: Context, user: User, status: object, audience: Audience): void {
  if (Object.keys(status).length > 0) publish(app, { type: 'user_status', user_id: user.id, ...status }, audience);
}

export function presentStatusRow(status: Status | undefined, isAway: boolean): object {
  const { status_text = '', emoji_name = '', emoji_code, reaction_type } = status ?? {};
  return {
    ...(isAway ? { away: true } : {}),
    ...(status_text === '' ? {} : { status_text }),
    ...(emoji_name === '' ? {} : { emoji_name, emoji_code, reaction_type }),
  };
}
