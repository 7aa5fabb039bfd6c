import type { Database } from '../db/database.ts';
import { errorKind } from '../http/errors.ts';
import { openSql, unreadAheadSql, unreadBehindSql } from '../messages/read-state.ts';
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
export const anchorInMiddle = errorKind('The anchor can only be excluded at an end of the range');
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

// One look into each conversation for its first unread message costs less than listing them all.
function firstUnread(db: Database, user: User, { where, channel_id, namesTopic }: Narrow): number | undefined {
  const heard = namesTopic ? '1' : channel_id === undefined ? heardSql : topicHeardSql;
  const first = db.value<number | null>(
    `${openSql}
     SELECT min(id) FROM (
       SELECT (SELECT m.id FROM messages m INDEXED BY messages_by_conversation
         WHERE ${unreadAheadSql} AND ${where.sql} ORDER BY m.id LIMIT 1) AS id
       FROM me CROSS JOIN open CROSS JOIN conversations c ON c.id = open.conversation_id
       WHERE c.channel_id IS coalesce(?, c.channel_id) AND ${heard}
       UNION ALL
       SELECT m.id FROM ${unreadBehindSql} JOIN conversations c ON c.id = m.conversation_id
       WHERE ${where.sql} AND ${heard})`,
    user.id,
    ...where.values,
    channel_id ?? null,
    ...where.values,
  );
  return first ?? undefined;
}

// What is muted is read later or never, so it is no place to begin, unless the narrow names it.
const policySql = `(SELECT t.visibility_policy FROM user_topics t
  WHERE t.user_id = me.id AND t.channel_id = c.channel_id AND t.topic_key = c.topic_key)`;
const topicHeardSql = `${policySql} IS NOT 1`;
const heardSql = `coalesce(${policySql} > 1, (SELECT is_muted = 0 FROM subscriptions
  WHERE user_id = me.id AND channel_id = c.channel_id), 1)`;

function firstSince(db: Database, { where }: Narrow, date: number): number | undefined {
  const sql = `SELECT m.id FROM messages m WHERE m.sent_at >= ? AND ${where.sql} ORDER BY m.id LIMIT 1`;
  return db.value<number>(sql, Math.ceil(date), ...where.values);
}

// Date.parse lets 31 April through as 1 May.
function isCalendarDate(date: string): boolean {
  const parsed = new Date(`${date}T00:00Z`);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(date);
}
