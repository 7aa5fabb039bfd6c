import type { App } from '../app.ts';
import type { Database } from '../db/database.ts';
import type { Emoji } from '../emoji/emoji.ts';
import { publish } from '../events/event.ts';
import { isLongerThan } from '../http/params.ts';
import { accessTest, userAudience } from './access.ts';
import { findUserSetting } from './settings.ts';
import { type User, userColumns } from './user.ts';

/** In Unicode code points. */
export const maxStatusLength = 60;

/** An emoji of a status; empty names and codes are none. */
export interface StatusEmoji extends Pick<Emoji, 'reaction_type'> {
  emoji_name: string;
  emoji_code: string;
}

export const noEmoji: StatusEmoji = { emoji_name: '', emoji_code: '', reaction_type: 'unicode_emoji' };

/** What a user says about themselves. */
interface Status extends StatusEmoji {
  status_text: string;
}

/** What of a status is to be different; what is undefined stays. */
export interface StatusChange {
  status_text: string | undefined;
  emoji: StatusEmoji | undefined;
}

export function isStatusTooLong(text: string): boolean {
  return isLongerThan(text, maxStatusLength);
}

/** Changes a user's status and tells everyone who may know of them. */
export function doChangeStatus(app: App, user: User, { status_text, emoji }: StatusChange): void {
  const change = { ...(status_text === undefined ? {} : { status_text }), ...emoji };
  storeStatus(app.db, user.id, { ...(findStatus(app.db, user.id) ?? { status_text: '', ...noEmoji }), ...change });
  publish(app, { type: 'user_status', user_id: user.id, ...change }, userAudience(app, user));
}

/** Tells older clients that a user hides from now on, or no longer does. */
export function publishAway(app: App, user: User, away: boolean): void {
  publish(app, { type: 'user_status', user_id: user.id, away }, userAudience(app, user));
}

/** A user's status as the API shows it: what is empty is left out. */
export function presentStatus(db: Database, user: User): object {
  const isAway = !findUserSetting(db, user.id, 'presence_enabled');
  return present(findStatus(db, user.id), isAway);
}

/** The statuses of everyone whom `viewer` may know of, by user id; those without any are left out. */
export function presentStatuses(app: App, viewer: User): Record<string, object> {
  const rows = app.db.all<User & Status & { is_away: 0 | 1 }>(statusesSql);
  return Object.fromEntries(
    rows.filter(accessTest(app, viewer)).map((row) => [row.id, present(row, row.is_away === 1)]),
  );
}

function present(status: Status | undefined, isAway: boolean): object {
  const { status_text = '', emoji_name = '', emoji_code, reaction_type } = status ?? {};
  return {
    ...(isAway ? { away: true } : {}),
    ...(status_text === '' ? {} : { status_text }),
    ...(emoji_name === '' ? {} : { emoji_name, emoji_code, reaction_type }),
  };
}

const columns = 'status_text, emoji_name, emoji_code, reaction_type';

function findStatus(db: Database, user_id: number): Status | undefined {
  return db.get<Status>(`SELECT ${columns} FROM user_status WHERE user_id = ?`, user_id);
}

function storeStatus(db: Database, user_id: number, status: Status): void {
  const { status_text, emoji_name, emoji_code, reaction_type } = status;
  if (status_text === '' && emoji_name === '') {
    db.run('DELETE FROM user_status WHERE user_id = ?', user_id);
    return;
  }
  db.run(
    `INSERT OR REPLACE INTO user_status (user_id, ${columns}) VALUES (?, ?, ?, ?, ?)`,
    user_id,
    status_text,
    emoji_name,
    emoji_code,
    reaction_type,
  );
}

const statusesSql = `
  WITH hiding (user_id) AS (SELECT user_id FROM user_settings WHERE name = 'presence_enabled' AND value = 'false')
  SELECT ${userColumns}, coalesce(status_text, '') AS status_text, coalesce(emoji_name, '') AS emoji_name,
    emoji_code, reaction_type, users.id IN hiding AS is_away
  FROM users LEFT JOIN user_status ON user_status.user_id = users.id
  WHERE is_active = 1 AND bot_type IS NULL
    AND users.id IN (SELECT user_id FROM user_status UNION SELECT user_id FROM hiding)
  ORDER BY users.id`;
