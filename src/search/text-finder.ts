import type { Database } from '../db/database.ts';
import { conjunction, type Sql } from '../db/sql.ts';
import type { User } from '../users/user.ts';
import { CandidateScan, countRows } from './candidate-scan.ts';
import { beyond, type Direction, type IdRange, sizeOf, upTo } from './id-range.ts';
import { any, certainQuery, indexQuery, propertyEntry, quote } from './index-entries.ts';
import type { Narrow } from './narrow.ts';
import type { Condition } from './operators/operator.ts';
import { parseQuery } from './query.ts';
import { conversationsSource, type Source } from './source.ts';
import { type Stepped, type Stepwise, stepTime } from './steps.ts';
import { type Progress, readProgress } from './text-index.ts';
import type { WordLists } from './word-lists.ts';

/**
 * Finds the messages of a narrow with text, on a connection with the index attached. The index provides candidates,
 * nearest first; the condition is tested on each, and on the messages that are not indexed yet.
 */
export function textFinder(db: Database, user: User, narrow: Narrow, lists: WordLists): Stepwise {
  const notIndexed = new CandidateScan(db, notIndexedSource(readProgress(db)), narrow.where);
  const walk = new IndexWalk(db, user, narrow, lists);
  return {
    // FTS5 reads on to the next candidate before it looks at a bound, so a search in several ranges takes several times
    // as long. Only the messages that are not indexed take less time in a smaller range.
    firstSize: () => (notIndexed.count(fewMessages) < fewMessages ? Number.POSITIVE_INFINITY : fewIds),
    find(direction, range, limit) {
      const walked = walk.find(direction, range, limit);
      const looked = walked.rest ? upTo(direction, range, walked.rest) : range;
      const ids = new Set([...notIndexed.find(direction, looked, limit), ...walked.ids]);
      const sorted = [...ids].sort((a, b) => (direction === 'before' ? b - a : a - b));
      return { ...walked, ids: sorted.slice(0, limit) };
    },
  };
}

/** The size of the first range, in ids, if the index lacks many messages. */
const fewIds = 16_384;

/** Messages that are not indexed, or were changed after indexing. */
function notIndexedSource({ message_id, change_id }: Progress): Source {
  const changed = (column: string) => ({
    sql: `SELECT DISTINCT ${column} FROM search_changes WHERE id > ? AND ${column} IS NOT NULL`,
    values: [change_id],
  });
  return [
    { from: 'messages m', id: 'm.id', where: { sql: 'm.id > ?', values: [message_id] } },
    {
      keys: { list: changed('message_id'), table: { sql: 'json_each(?) p', values: [] } },
      from: 'messages m',
      id: 'm.id',
      where: { sql: 'm.id = p.value', values: [] },
    },
    ...conversationsSource(changed('conversation_id')),
  ];
}

/** If another condition has at most this many messages, testing them all is faster than using the index. */
const fewMessages = 2000;
/** After this many candidates, another method is tried. */
const nearCandidates = 500;
/** Sizes of batches of candidates: initially a few more than the limit, up to a maximum; finally this many. */
const spareCandidates = 16;
const firstCandidates = 80;
const mostCandidates = 4096;

/** Tests the candidates of the index, nearest first. */
class IndexWalk {
  #db: Database;
  #user: User;
  #narrow: Narrow;
  #lists: WordLists;
  #query: string;
  #where: Sql;
  /** Candidates so far, and the ids among which they were. */
  #looked = 0;
  #passed = 0;
  #far: Far | undefined;

  constructor(db: Database, user: User, narrow: Narrow, lists: WordLists) {
    this.#db = db;
    this.#user = user;
    this.#narrow = narrow;
    this.#lists = lists;
    // Test texts last, because reading them takes longest.
    this.#where = conjunction(narrow.conditions.toSorted((a, b) => Number(isTextual(a)) - Number(isTextual(b))));
    const terms = narrow.conditions.flatMap(({ search }) => (search === undefined ? [] : parseQuery(search)));
    const properties = narrow.conditions.flatMap(({ property }) =>
      property === undefined ? [] : [quote(propertyEntry(property))],
    );
    this.#query = [indexQuery(terms, (part, place) => lists.find(part, place)), ...properties].join(' AND ');
  }

  /** Tests candidates until enough match, the time is used up, or another method may be faster. */
  find(direction: Direction, range: IdRange, limit: number): Stepped {
    if (this.#looked >= nearCandidates) this.#far ??= this.#chooseFar();
    if (this.#far?.few) return { ids: this.#far.few.find(direction, range, limit) };
    return this.#walk(this.#far?.query ?? this.#query, direction, range, limit);
  }

  #chooseFar(): Far {
    const mostChannels = Math.min(maxChannels, (channelsOfDensity * this.#looked) / this.#passed);
    const personal = this.#narrow.isPersonal ? personalQuery(this.#db, this.#user, mostChannels) : '';
    return { few: findSmallSource(this.#db, this.#narrow), query: `(${this.#query})${this.#without()}${personal}` };
  }

  /** Skips the candidates that a negated term certainly excludes. */
  #without(): string {
    const queries = this.#narrow.conditions.flatMap(({ excluded }) => {
      if (excluded === undefined) return [];
      return certainQuery(parseQuery(excluded), (part) => this.#lists.findSome(part, 'anywhere').words) ?? [];
    });
    return queries.length === 0 ? '' : ` NOT ${any(queries)}`;
  }

  #walk(query: string, direction: Direction, range: IdRange, limit: number): Stepped {
    const ids: number[] = [];
    const pace = new Pace(limit);
    let batch: number[] = [];
    let rest = range;
    let patience = this.#far ? Number.POSITIVE_INFINITY : nearCandidates - this.#looked;
    // One statement for the whole walk: starting a query for many words takes longer than continuing it.
    for (const id of this.#db.eachValue<number>(candidateSql[direction], query, range.from, range.until)) {
      batch.push(id);
      if (batch.length < Math.min(pace.size, patience)) continue;
      ids.push(...this.#listNearest(batch, limit - ids.length));
      if (ids.length === limit) return { ids };
      const left = beyond(direction, rest, id);
      this.#looked += batch.length;
      this.#passed += sizeOf(rest) - sizeOf(left);
      patience -= batch.length;
      if (pace.isOver() || patience === 0) return { ids, rest: left };
      [batch, rest] = [[], left];
    }
    ids.push(...this.#listNearest(batch, limit - ids.length));
    return { ids };
  }

  /** The first `limit` candidates that match. json_each() keeps their order; sorting would test all of them. */
  #listNearest(candidates: readonly number[], limit: number): number[] {
    if (candidates.length === 0) return [];
    const { sql, values } = this.#where;
    return this.#db.values<number>(
      `SELECT m.id FROM json_each(?) j CROSS JOIN messages m ON m.id = j.value WHERE ${sql} LIMIT ?`,
      JSON.stringify(candidates),
      ...values,
      limit,
    );
  }
}

function isTextual({ search, excluded }: Condition): boolean {
  return search !== undefined || excluded !== undefined;
}

/** How to continue after many candidates that did not match. */
interface Far {
  /** A source with few rows that contains all matches. */
  few: CandidateScan | undefined;
  query: string;
}

/** The size of a batch of candidates: it adapts, so that a step ends in time even with long texts. */
class Pace {
  size: number;
  #began = performance.now();
  #batchBegan = this.#began;

  constructor(limit: number) {
    this.size = Math.min(limit + spareCandidates, firstCandidates);
  }

  /** Whether the step has used up its time. Called after each batch; sets the size of the next. */
  isOver(): boolean {
    const now = performance.now();
    const fitting = Math.ceil((this.size * stepTime) / (4 * (now - this.#batchBegan)));
    this.size = Math.min(this.size * 2, Math.max(fitting, spareCandidates), mostCandidates);
    this.#batchBegan = now;
    return now - this.#began > stepTime;
  }
}

// FTS5 ignores a bound that is not an integer.
const candidateSql: Record<Direction, string> = {
  before: `SELECT rowid FROM message_index WHERE message_index MATCH ?
    AND rowid BETWEEN CAST(? AS INTEGER) AND CAST(? AS INTEGER) ORDER BY rowid DESC`,
  after: `SELECT rowid FROM message_index WHERE message_index MATCH ?
    AND rowid BETWEEN CAST(? AS INTEGER) AND CAST(? AS INTEGER) ORDER BY rowid`,
};

function findSmallSource(db: Database, { conditions }: Narrow): CandidateScan | undefined {
  const counted = conditions.flatMap((condition) => {
    return condition.source ? { condition, count: countRows(db, condition.source, fewMessages) } : [];
  });
  const [least] = counted.sort((a, b) => a.count - b.count);
  if (!least?.condition.source || least.count >= fewMessages) return undefined;
  const rest = conjunction(conditions.filter((condition) => condition !== least.condition));
  return new CandidateScan(db, least.condition.source, rest);
}

const maxChannels = 200;
/**
 * Up to this many channels are named if each id is a candidate, and fewer the rarer candidates are: the index reads all
 * messages of these channels, which takes longer than testing few candidates.
 */
const channelsOfDensity = 8000;

// For users with few channels: skip the candidates in all other channels.
function personalQuery(db: Database, { id }: User, mostChannels: number): string {
  const channels = db.values<number>('SELECT channel_id FROM subscriptions WHERE user_id = ?', id);
  if (channels.length > mostChannels) return '';
  const properties = [`d${id}`, ...channels.map((channel_id) => `c${channel_id}`)];
  return ` AND ${any(properties.map((property) => quote(propertyEntry(property))))}`;
}
