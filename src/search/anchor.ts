import { type Database, inJsonList } from '../db/database.ts';
import { errorKind } from '../http/errors.ts';
import { listUnread } from '../messages/read-state.ts';
import type { User } from '../users/user.ts';
import type { Narrow } from './narrow.ts';

/** Stands for a message after all others. */
export const newestAnchor = 10_000_000_000_000_000;

/** A message id, or a way to find one. */
export type Anchor = number | 'newest' | 'oldest' | 'first_unread' | 'date';

export const anchorMissing = errorKind("Missing 'anchor' argument.");
export const anchorInvalid = errorKind('Invalid anchor');
export const anchorDateMissing = errorKind("Missing 'anchor_date' argument");
export const anchorDateInvalid = errorKind('Invalid anchor_date');
/** The ways an anchor can be wrong. */
export const anchorErrors = [anchorMissing, anchorInvalid, anchorDateMissing, anchorDateInvalid] as const;

/** Reads the `anchor` parameter. Throws anchorInvalid. */
export function parseAnchor(text: string): Anchor {
  if (text === 'newest' || text === 'oldest' || text === 'first_unread' || text === 'date') return text;
  if (!/^-?\d+$/.test(text)) throw anchorInvalid();
  return Math.min(Math.max(Number(text), 0), newestAnchor);
}

/** UNIX seconds of an ISO 8601 date (midnight) or date and time; UTC when no zone is given. Throws anchorDateInvalid. */
export function parseAnchorDate(text: string): number {
  const match = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(Z|[+-]\d{2}:?\d{2})?)?$/i.exec(
    text.trim(),
  );
  if (!match) throw anchorDateInvalid();
  const [, date = '', time = '00:00', zone = 'Z'] = match;
  const milliseconds = Date.parse(`${date}T${time}${zone}`);
  if (Number.isNaN(milliseconds) || !isCalendarDate(date)) throw anchorDateInvalid();
  return milliseconds / 1000;
}

/** The message id that an anchor means within a narrow. */
export function resolveAnchor(
  db: Database,
  user: User,
  narrow: Narrow,
  anchor: Anchor,
  date: number | undefined,
): number {
  if (typeof anchor === 'number') return anchor;
  if (anchor === 'oldest') return 0;
  if (anchor === 'first_unread') return firstUnread(db, user, narrow) ?? newestAnchor;
  if (anchor === 'date') return firstSince(db, narrow, date ?? 0) ?? newestAnchor;
  return newestAnchor;
}

function firstUnread(db: Database, user: User, { where, namesChannel }: Narrow): number | undefined {
  const unread = listUnread(db, user.id).map(({ id }) => id);
  const muted = 'SELECT channel_id FROM subscriptions WHERE user_id = ? AND is_muted = 1 AND is_active = 1';
  const heard = namesChannel ? '?' : `(m.channel_id IN (${muted})) IS NOT TRUE`;
  return db.value<number>(
    `SELECT m.id FROM messages m WHERE m.id ${inJsonList} AND ${where.sql} AND ${heard} ORDER BY m.id LIMIT 1`,
    JSON.stringify(unread),
    ...where.values,
    user.id,
  );
}

function firstSince(db: Database, { where }: Narrow, date: number): number | undefined {
  const sql = `SELECT m.id FROM messages m WHERE m.sent_at >= ? AND ${where.sql} ORDER BY m.id LIMIT 1`;
  return db.value<number>(sql, Math.ceil(date), ...where.values);
}

// Date.parse lets 31 April through as 1 May.
function isCalendarDate(date: string): boolean {
  const parsed = new Date(`${date}T00:00Z`);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(date);
}
