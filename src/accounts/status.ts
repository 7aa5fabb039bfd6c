import type { Context } from '../context.ts';
import type { Database } from '../db/database.ts';
import { publish } from '../events/event.ts';
import { isLongerThan } from '../http/params.ts';
import { accessTest, userAudience } from '../users/access.ts';
import {
  findStatus,
  presentStatusRow,
  type Status,
  type StatusEmoji,
  showsStatus,
  statusColumns,
} from '../users/status-record.ts';
import { getUser, type User, userColumns } from '../users/user.ts';
import { doChangeAvailability } from './availability.ts';

/** In Unicode code points. */
export const maxStatusLength = 60;

export const noEmoji: StatusEmoji = { emoji_name: '', emoji_code: '', reaction_type: 'unicode_emoji' };

/** The new parts of a status; undefined ones stay unchanged. */
export interface StatusChange {
  status_text: string | undefined;
  emoji: StatusEmoji | undefined;
  /** When the status ends, in UNIX seconds; null: it stays. */
  ends_at: number | null;
}

export function isStatusTooLong(text: string): boolean {
  return isLongerThan(text, maxStatusLength);
}

export function doChangeStatus(app: Context, user: User, { status_text, emoji, ends_at }: StatusChange): void {
  const change = { ...(status_text === undefined ? {} : { status_text }), ...emoji };
  storeStatus(app.db, user.id, { ...(findStatus(app.db, user.id) ?? { status_text: '', ...noEmoji }), ...change });
  publish(app, { type: 'user_status', user_id: user.id, ...change }, userAudience(app, user));
  doChangeAvailability(app, user, { status_ends_at: findStatus(app.db, user.id) ? ends_at : null });
}

/** Ends the statuses whose time is over. Called every few seconds. */
export function endStatuses(app: Context): void {
  const sql = 'SELECT user_id FROM availability WHERE status_ends_at <= ? ORDER BY status_ends_at LIMIT ?';
  const ids = app.db.values<number>(sql, app.clock.now(), mostEnded);
  if (ids.length === 0) return;
  app.db.transaction(() => {
    for (const id of ids) doChangeStatus(app, getUser(app.db, id), { status_text: '', emoji: noEmoji, ends_at: null });
  });
}

/** Statuses that end in one go, because requests wait for it. */
const mostEnded = 100;

/** Publishes to older clients that a user hides or shows their presence; not for bots. */
export function publishAway(app: Context, user: User, away: boolean): void {
  if (!showsStatus(user)) return;
  publish(app, { type: 'user_status', user_id: user.id, away }, userAudience(app, user));
}

/** The statuses of the users whom `viewer` may know, by user id; users without a status are left out. */
export function presentStatuses(app: Context, viewer: User): Record<string, object> {
  const rows = app.db.cachedAll<User & Status & { is_away: 0 | 1 }>(statusesSql);
  return Object.fromEntries(
    rows.filter(accessTest(app, viewer)).map((row) => [row.id, presentStatusRow(row, row.is_away === 1)]),
  );
}

function storeStatus(db: Database, user_id: number, status: Status): void {
  const { status_text, emoji_name, emoji_code, reaction_type } = status;
  if (status_text === '' && emoji_name === '') {
    db.run('DELETE FROM user_status WHERE user_id = ?', user_id);
    return;
  }
  db.run(
    `INSERT INTO user_status (user_id, ${statusColumns}) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET (${statusColumns}) = (excluded.status_text, excluded.emoji_name, excluded.emoji_code,
       excluded.reaction_type)`,
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
