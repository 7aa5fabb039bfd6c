import type { Context } from '../context.ts';
import { newestMessageId } from '../conversations/conversation.ts';
import type { Page } from '../conversations/full-page.ts';
import { spansSql } from '../conversations/read-state.ts';
import { readableSql } from '../conversations/readable.ts';
import { listReopened } from '../conversations/unread-messages.ts';
import { type Database, inJsonList } from '../db/database.ts';
import { conjunction, isNever, keepTexts, type Sql } from '../db/sql.ts';
import type { User } from '../users/user.ts';
import { CandidateScan } from './candidate-scan.ts';
import type { Direction, IdRange } from './id-range.ts';
import type { Narrow } from './narrow.ts';
import type { Condition } from './operators/operator.ts';
import { type Find, type Found, findInSteps, type Steps, type Stepwise } from './steps.ts';

/** The page of matches around an anchor. */
export interface PageRange {
  /** A message id, which need not exist. */
  anchor: number;
  include_anchor: boolean;
  num_before: number;
  num_after: number;
}

/**
 * Finds the messages of a page, and whether it reaches the oldest and newest match, by reading one more row on each
 * side. An end at which the search was cut counts as not reached.
 */
export function* findPage(db: Database, user: User, narrow: Narrow, range: PageRange): Steps<Page> {
  const { anchor, include_anchor, num_before, num_after } = range;
  const find = finder(db, user, narrow);
  const { ids: before, isCut: isCutBefore } = yield* find('before', anchor - 1, num_before + 1);
  const { ids: from, isCut: isCutAfter } = yield* find('after', anchor, num_after + 2);
  const isAnchorThere = from[0] === anchor;
  const after = isAnchorThere ? from.slice(1) : from;
  const moreAfter = after.length > num_after;
  const found_anchor = isAnchorThere && include_anchor;
  const middle = found_anchor ? from.slice(0, 1) : [];
  // An excluded anchor that matches lies beyond the end of the list.
  const leftOut = isAnchorThere && !include_anchor;
  return {
    ids: [...before.slice(0, num_before).reverse(), ...middle, ...after.slice(0, num_after)],
    found_oldest: !isCutBefore && before.length <= num_before && !(leftOut && num_before === 0),
    found_newest: !isCutAfter && !moreAfter && !(leftOut && num_after === 0),
    found_anchor,
  };
}

/** The first match from an id on. */
export function* findFirst(db: Database, user: User, narrow: Narrow, from: number): Steps<number | undefined> {
  const { ids } = yield* finder(db, user, narrow)('after', from, 1);
  return ids[0];
}

/** The messages among `ids` that match a narrow, ascending. An empty narrow means all that the user may read. */
export function findAmong(app: Context, user: User, narrow: Narrow, ids: readonly number[]): number[] {
  const { sql, values } = narrow.isFeed ? readableSql(app, user, ids) : narrow.where;
  return app.db.values(
    `SELECT m.id FROM messages m WHERE m.id ${inJsonList} AND ${sql} ORDER BY m.id`,
    JSON.stringify(ids),
    ...values,
  );
}

function finder(db: Database, user: User, narrow: Narrow): Find {
  if (narrow.conditions.some(isNever)) return findNothing;
  const newest = newestMessageId(db);
  const stepwise = narrow.finder?.(db, user, narrow) ?? plainFinder(db, user, narrow);
  return (direction, bound, limit) => {
    const within =
      direction === 'before' ? { from: 0, until: Math.min(bound, newest) } : { from: bound, until: newest };
    return findInSteps(stepwise, direction, within, limit);
  };
}

// biome-ignore lint/correctness/useYield: a search for nothing has no step to pause after
function* findNothing(): Steps<Found> {
  return { ids: [], isCut: false };
}

const strayMessages = 400;
/** Up to this many texts are read quickly even if they are long. */
const fewTexts = 16;

function plainFinder(db: Database, user: User, narrow: Narrow): Stepwise {
  const source = chooseSource(db, narrow.conditions);
  const isDirect = () => source?.hasManyKeys !== true;
  return {
    firstSize(limit) {
      if (narrow.canPause) return fewTexts;
      return isDirect() ? Number.POSITIVE_INFINITY : limit + strayMessages;
    },
    find(direction, within, limit, isFirst) {
      if (source && (isDirect() || !isFirst)) return { ids: source.find(direction, within, limit) };
      const where = source && narrow.isFeed ? feedWhere(db, user, within.from, narrow) : narrow.where;
      return { ids: walk(db, where, direction, within, limit) };
    },
  };
}

function walk(
  db: Database,
  where: Sql,
  direction: Direction,
  { from, until }: IdRange,
  limit: number,
): readonly number[] {
  if (from > until) return [];
  return db.cachedValues(walks[direction](where.sql), from, until, ...where.values, limit);
}

const walks = {
  before: keepTexts((where) => walkSql(where, 'DESC')),
  after: keepTexts((where) => walkSql(where, 'ASC')),
};

function walkSql(where: string, order: 'ASC' | 'DESC'): string {
  return `SELECT m.id FROM messages m WHERE m.id BETWEEN ? AND ? AND ${where} ORDER BY m.id ${order} LIMIT ?`;
}

/** A user's subscriptions, as lists in JSON. */
interface Followed {
  /** Ids of the channels to which the user is subscribed. */
  open: string;
  /** The message after which the newest of these subscriptions began. */
  newest: number | null;
  /** Ids of the channels to which the user is or was subscribed. */
  all: string;
}

const followedSql = `SELECT json_group_array(s.channel_id) FILTER (WHERE s.until_message_id IS NULL) AS open,
  max(s.from_message_id) FILTER (WHERE s.until_message_id IS NULL) AS newest, json_group_array(s.channel_id) AS "all"
  FROM ${spansSql}`;
const openBeforeSql = `SELECT json_group_array(s.channel_id) FROM ${spansSql}
  WHERE s.until_message_id IS NULL AND s.from_message_id < ?`;

// The user received all messages of channels with a subscription from before `since`, and none of channels without
// one; this saves a lookup for each message.
function feedWhere(db: Database, user: User, since: number, { where, closed }: Narrow): Sql {
  if (closed.length > 0 || listReopened(db, user.id).length > 0) return where;
  const { open, newest, all } = db.cached<Followed>(followedSql, user.id) as Followed;
  const received = (newest ?? 0) < since ? open : db.cachedValue<string>(openBeforeSql, user.id, since);
  return { sql: inFeed(where.sql), values: [received ?? '[]', all, ...where.values] };
}

const inFeed = keepTexts(
  (where) => `CASE WHEN m.sent_channel_id ${inJsonList} THEN 1 WHEN m.sent_channel_id NOT ${inJsonList} THEN 0
    ELSE ${where} END`,
);

/** Sources are compared by their row counts, first up to this many rows, then up to the second number. */
const counted = [500, 20_000] as const;

/** The source with the fewest rows; undefined if no condition has one. */
function chooseSource(db: Database, conditions: readonly Condition[]): CandidateScan | undefined {
  const sources = conditions.flatMap((condition) => {
    if (!condition.source) return [];
    const others = conditions.filter((other) => other !== condition);
    const ofConversations = others.filter(({ isOfConversation }) => isOfConversation);
    return [new CandidateScan(db, condition.source, conjunction(others), conjunction(ofConversations))];
  });
  return sources.length > 1 ? (smallest(sources) ?? sources[0]) : sources[0];
}

// If all are large, the first term's source is used. The access condition comes last.
function smallest(sources: readonly CandidateScan[]): CandidateScan | undefined {
  for (const limit of counted) {
    const counts = sources.map((source) => source.count(limit));
    const least = Math.min(...counts);
    if (least < limit) return sources[counts.indexOf(least)];
  }
  return undefined;
}
