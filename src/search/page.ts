import type { App } from '../app.ts';
import { newestMessageId } from '../channels/subscription.ts';
import { type Database, inJsonList } from '../db/database.ts';
import type { User } from '../users/user.ts';
import { type Narrow, readableSql, type Sql } from './narrow.ts';

/** A stretch of the messages a narrow matches, around an anchor. */
export interface Range {
  /** A message id; also one that does not exist. */
  anchor: number;
  include_anchor: boolean;
  num_before: number;
  num_after: number;
}

export interface Page {
  /** Ascending. */
  ids: number[];
  found_oldest: boolean;
  found_newest: boolean;
  found_anchor: boolean;
}

/**
 * The messages of a range, with whether it reaches the oldest and the newest match. One row more than asked for is
 * looked at on each side, so that the answers are exact.
 */
export function findPage(db: Database, user: User, narrow: Narrow, range: Range): Page {
  const { anchor, include_anchor, num_before, num_after } = range;
  const query = { db, user, narrow };
  const before = findSide(query, 'before', anchor - 1, num_before + 1);
  const from = anchor > newestMessageId(db) ? [] : findSide(query, 'after', anchor, num_after + 2);
  const isAnchorThere = from[0] === anchor;
  const after = isAnchorThere ? from.slice(1) : from;
  const moreAfter = after.length > num_after;
  const found_anchor = isAnchorThere && include_anchor;
  const middle = found_anchor ? from.slice(0, 1) : [];
  // An anchor that matches but is left out lies beyond the end of the list.
  const leftOut = isAnchorThere && !include_anchor;
  return {
    ids: [...before.slice(0, num_before).reverse(), ...middle, ...after.slice(0, num_after)],
    found_oldest: before.length <= num_before && !(leftOut && num_before === 0),
    found_newest: !moreAfter && !(leftOut && num_after === 0),
    found_anchor,
  };
}

/** Those of some messages that match a narrow, ascending. An empty narrow stands for all that may be read. */
export function findAmong(app: App, user: User, narrow: Narrow, ids: readonly number[]): number[] {
  const { sql, values } = narrow.isFeed ? readableSql(app, user, ids) : narrow.where;
  return app.db.values(
    `SELECT m.id FROM messages m WHERE m.id ${inJsonList} AND ${sql} ORDER BY m.id`,
    JSON.stringify(ids),
    ...values,
  );
}

interface Query {
  db: Database;
  user: User;
  narrow: Narrow;
}

type Direction = 'before' | 'after';

function findSide(query: Query, direction: Direction, bound: number, limit: number): number[] {
  if (query.narrow.isFeed) {
    return walkFeed(query, direction, bound, limit) ?? mergeFeed(query, direction, bound, limit);
  }
  const { db, narrow } = query;
  const order = direction === 'before' ? 'DESC' : 'ASC';
  const { sql, values } = narrow.where;
  const reach = direction === 'before' ? 'm.id <= ?' : 'm.id >= ?';
  return db.values<number>(
    `SELECT m.id FROM messages m WHERE ${reach} AND ${sql} ORDER BY m.id ${order} LIMIT ?`,
    bound,
    ...values,
    limit,
  );
}

const strayMessages = 400;

// Most people receive most of what is said: they find the nearest messages soonest by passing over the few that are not
// for them. Undefined when too many are not.
function walkFeed(
  { db, user, narrow }: Query,
  direction: Direction,
  bound: number,
  limit: number,
): number[] | undefined {
  const reach = limit + strayMessages;
  const newest = Math.min(bound, newestMessageId(db));
  const [order, from, until] =
    direction === 'before' ? ['DESC', newest - reach, newest] : ['ASC', bound, bound + reach];
  const { sql, values } = narrow.closed.length === 0 ? received(user, from, narrow.where) : narrow.where;
  const ids = db.values<number>(
    `SELECT m.id FROM messages m WHERE m.id BETWEEN ? AND ? AND ${sql} ORDER BY m.id ${order} LIMIT ?`,
    from,
    until,
    ...values,
    limit,
  );
  return ids.length === limit ? ids : undefined;
}

// Of the channels that a user has followed ever since, all was received: that needs no look for each message.
function received(user: User, since: number, { sql, values }: Sql): Sql {
  const constant = `SELECT channel_id FROM subscription_spans
    WHERE user_id = ? AND until_message_id IS NULL AND from_message_id < ?`;
  return {
    sql: `CASE WHEN m.sent_channel_id IN (${constant}) THEN 1 ELSE ${sql} END`,
    values: [user.id, since, ...values],
  };
}

function mergeFeed({ db, user, narrow }: Query, direction: Direction, bound: number, limit: number): number[] {
  const { sql, values } = feedSql(direction, user.id, narrow.closed, bound, limit);
  return db.values(sql, ...values);
}

// Takes the nearest ids of each subscription and conversation by its index and merges them: quick also for someone
// whose channels are quiet, for whom walking would not end.
function feedSql(direction: Direction, user_id: number, closed: readonly number[], bound: number, limit: number): Sql {
  const [order, reach] = direction === 'before' ? ['DESC', 'id <= ?2'] : ['ASC', 'id >= ?2'];
  const open = closed.length === 0 ? '' : 'AND channel_id NOT IN (SELECT value FROM json_each(?4))';
  return {
    sql: `SELECT id FROM (
      SELECT m.id FROM subscription_spans s CROSS JOIN messages m ON m.id IN (
        SELECT id FROM messages INDEXED BY messages_by_sent_channel
        WHERE sent_channel_id = s.channel_id AND ${reach} AND id > s.from_message_id
          AND id <= coalesce(s.until_message_id, 9007199254740991) ${open}
        ORDER BY id ${order} LIMIT ?3)
      WHERE s.user_id = ?1
      UNION ALL
      SELECT m.id FROM direct_members d CROSS JOIN messages m ON m.id IN (
        SELECT id FROM messages INDEXED BY messages_by_conversation
        WHERE conversation_id = d.conversation_id AND ${reach} ORDER BY id ${order} LIMIT ?3)
      WHERE d.user_id = ?1
    ) ORDER BY id ${order} LIMIT ?3`,
    values: [user_id, bound, limit, ...(closed.length === 0 ? [] : [JSON.stringify(closed)])],
  };
}
