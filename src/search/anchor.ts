import { findUnreadBound } from '../conversations/unread-messages.ts';
import type { Database } from '../db/database.ts';
import { conjunction } from '../db/sql.ts';
import { endOfTime, startOfTime } from '../ground/clock.ts';
import { errorKind } from '../http/errors.ts';
import type { User } from '../users/user.ts';
import { simplify } from './conditions.ts';
import type { Narrow } from './narrow.ts';
import { heard } from './operators/muting.ts';
import type { Condition } from './operators/operator.ts';
import { unread } from './operators/state.ts';
import { findFirst } from './page.ts';
import type { Steps } from './steps.ts';

/** An id above all messages. */
export const newestAnchor = 10_000_000_000_000_000;

/** A message id, or a way to find one. */
export type Anchor = number | 'newest' | 'oldest' | 'first_unread' | 'date';

export const anchorMissing = errorKind("Missing 'anchor' argument.");
export const anchorInvalid = errorKind('Invalid anchor');
export const anchorDateMissing = errorKind("Missing 'anchor_date' argument");
const anchorDateInvalid = errorKind('Invalid anchor_date');
export const anchorInMiddle = errorKind('The anchor can only be excluded at an end of the range');
export const anchorErrors = [anchorMissing, anchorInvalid, anchorDateMissing, anchorDateInvalid] as const;

/** Parses the `anchor` parameter. Throws anchorInvalid. */
export function parseAnchor(text: string): Anchor {
  if (text === 'newest' || text === 'oldest' || text === 'first_unread' || text === 'date') return text;
  if (!/^-?\d+$/.test(text)) throw anchorInvalid();
  return Math.min(Math.max(Number(text), 0), newestAnchor);
}

/**
 * UNIX seconds of an ISO 8601 date (midnight) or date and time; UTC if it has no zone. Throws anchorDateInvalid, also
 * outside the years 1 to 9999.
 */
export function parseAnchorDate(text: string): number {
  const match = /^(\d{4}-\d{2}-\d{2})(?:[T ]((?!24)\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(Z|[+-]\d{2}:?\d{2})?)?$/i.exec(
    text.trim(),
  );
  if (!match) throw anchorDateInvalid();
  const [, date = '', time = '00:00', zone = 'Z'] = match;
  const seconds = Date.parse(`${date}T${time}${zone}`) / 1000;
  if (!(seconds >= startOfTime && seconds < endOfTime) || !isCalendarDate(date)) throw anchorDateInvalid();
  return seconds;
}

/** The message id of an anchor within a narrow. */
export function* resolveAnchor(
  db: Database,
  user: User,
  narrow: Narrow,
  anchor: Anchor,
  date: number | undefined,
): Steps<number> {
  if (typeof anchor === 'number') return anchor;
  if (anchor === 'oldest') return 0;
  if (anchor === 'first_unread') return (yield* firstUnread(db, user, narrow)) ?? newestAnchor;
  if (anchor === 'date') return (yield* firstSince(db, user, narrow, date ?? 0)) ?? newestAnchor;
  return newestAnchor;
}

// Skip muted messages, which people read later or never, unless the narrow names their topic.
function* firstUnread(db: Database, user: User, narrow: Narrow): Steps<number | undefined> {
  const wanted = narrow.namesTopic ? [] : [heard({ user, channel_id: narrow.channel_id })];
  // Start at the oldest message that can be unread, so that the scan is short.
  const from = narrow.isFeed ? findUnreadBound(db, user.id) : 0;
  if (from === undefined) return undefined;
  return yield* findFirst(db, user, restricted(narrow, [unread(user), ...wanted]), from);
}

function* firstSince(db: Database, user: User, narrow: Narrow, date: number): Steps<number | undefined> {
  const since = { sql: 'm.sent_at >= ?', values: [Math.ceil(date)] };
  // The index finds the first message by time. All later ids are newer, unless the clock was set back.
  const sql = `SELECT m.id FROM messages m INDEXED BY messages_by_time WHERE ${since.sql} ORDER BY m.sent_at LIMIT 1`;
  const first = db.value<number>(sql, ...since.values);
  return first === undefined ? undefined : yield* findFirst(db, user, restricted(narrow, [since]), first);
}

function restricted(narrow: Narrow, more: readonly Condition[]): Narrow {
  const conditions = simplify([...more, ...narrow.conditions]);
  return { ...narrow, conditions, where: conjunction(conditions), isFeed: false };
}

// Date.parse accepts 31 April as 1 May.
function isCalendarDate(date: string): boolean {
  const parsed = new Date(`${date}T00:00Z`);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(date);
}
