import type { App } from '../context.ts';
import { newestMessageId } from '../conversations/conversation.ts';
import { readableSql } from '../conversations/readable.ts';
import { type Database, inJsonList } from '../db/database.ts';
import { isNever, type Sql } from '../db/sql.ts';
import type { User } from '../users/user.ts';
import { chooseSource } from './choice.ts';
import type { Narrow } from './narrow.ts';
import type { Direction, Find, Reach } from './open-source.ts';

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
  const find = finder(db, user, narrow);
  // What is found may be shared and frozen: a part of such a list takes fifty times as long as a part of its copy.
  const before = [...find('before', anchor - 1, num_before + 1)];
  const from = [...find('after', anchor, num_after + 2)];
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

/** The first message from an id on that a narrow matches. */
export function findFirst(db: Database, user: User, narrow: Narrow, from: number): number | undefined {
  return finder(db, user, narrow)('after', from, 1)[0];
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

function finder(db: Database, user: User, narrow: Narrow): Find {
  if (narrow.finder) return narrow.finder(db, user, narrow);
  if (narrow.conditions.some(isNever)) return () => [];
  const newest = newestMessageId(db);
  const source = chooseSource(db, narrow.conditions);
  return (direction, bound, limit) => {
    const all = direction === 'before' ? { from: 0, until: Math.min(bound, newest) } : { from: bound, until: newest };
    if (!source) return walk(db, narrow.where, direction, all, limit);
    if (!source.isScattered) return source.find(direction, all, limit);
    return findInSteps(direction, all, limit, (reach, left, isFirst) => {
      if (!isFirst) return source.find(direction, reach, left);
      return walk(db, narrow.isFeed ? feedWhere(user, reach.from, narrow) : narrow.where, direction, reach, left);
    });
  };
}

const strayMessages = 400;
// One message is soon found in each place, wherever it is.
const growth = { one: 64, several: 16 };

// Passing over the few messages that do not match is quickest where most of those nearby do. Where they do not, each
// place is asked for its own, further and further away, so that little is looked at that is too far off to be needed.
function findInSteps(
  direction: Direction,
  all: Reach,
  limit: number,
  find: (reach: Reach, left: number, isFirst: boolean) => readonly number[],
): number[] {
  const ids: number[] = [];
  let size = limit + strayMessages;
  let rest = all;
  for (let isFirst = true; ids.length < limit && rest.from <= rest.until; isFirst = false) {
    const [reach, beyond] = cut(direction, rest, size);
    const found = find(reach, limit - ids.length, isFirst);
    ids.push(...found);
    rest = beyond;
    size = Math.min(size * (limit === 1 ? growth.one : growth.several), enoughFor(limit - ids.length, size, found));
  }
  return ids;
}

/** A reach that has as many as are left to find, and some more, where they are as far apart as those found were. */
function enoughFor(left: number, size: number, found: readonly number[]): number {
  return Math.ceil((1.5 * left * size) / found.length);
}

/** The nearest part of a reach, and what lies beyond. */
function cut(direction: Direction, { from, until }: Reach, size: number): [Reach, Reach] {
  if (direction === 'before') {
    const middle = Math.max(from, until - size + 1);
    return [
      { from: middle, until },
      { from, until: middle - 1 },
    ];
  }
  const middle = Math.min(until, from + size - 1);
  return [
    { from, until: middle },
    { from: middle + 1, until },
  ];
}

function walk(
  db: Database,
  where: Sql,
  direction: Direction,
  { from, until }: Reach,
  limit: number,
): readonly number[] {
  if (from > until) return [];
  const order = direction === 'before' ? 'DESC' : 'ASC';
  return db.cachedValues(
    `SELECT m.id FROM messages m WHERE m.id BETWEEN ? AND ? AND ${where.sql} ORDER BY m.id ${order} LIMIT ?`,
    from,
    until,
    ...where.values,
    limit,
  );
}

// Of the channels that a user has followed ever since, all was received: that needs no look for each message.
function feedWhere(user: User, since: number, { where, closed }: Narrow): Sql {
  if (closed.length > 0) return where;
  const constant = `SELECT channel_id FROM subscription_spans
    WHERE user_id = ? AND until_message_id IS NULL AND from_message_id < ?`;
  return {
    sql: `CASE WHEN m.sent_channel_id IN (${constant}) THEN 1 ELSE ${where.sql} END`,
    values: [user.id, since, ...where.values],
  };
}
