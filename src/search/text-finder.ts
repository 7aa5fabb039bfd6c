import type { Database } from '../db/database.ts';
import { conjunction, type Sql } from '../db/sql.ts';
import type { User } from '../users/user.ts';
import { CandidateScan, countRows } from './candidate-scan.ts';
import { candidateQuery, candidateSql, listMatching, nearestOf, notIndexed, textsLast } from './candidates.ts';
import { textsOf } from './conditions.ts';
import { beyond, type Direction, type IdRange, sizeOf, upTo } from './id-range.ts';
import { any, certainQueries, propertyEntry, quote } from './index-entries.ts';
import type { Narrow } from './narrow.ts';
import { parseQuery } from './query.ts';
import { type Stepped, type Stepwise, stepTime } from './steps.ts';
import { readProgress } from './text-index.ts';
import type { WordLists } from './word-lists.ts';

/**
 * Finds the messages of a narrow with text, on a connection with the index attached. The index provides candidates,
 * nearest first; the condition is tested on each, and on the messages that are not indexed yet.
 */
export function textFinder(db: Database, user: User, narrow: Narrow, lists: WordLists): Stepwise {
  const missing = notIndexed(db, readProgress(db), narrow.where);
  const walk = new IndexWalk(db, user, narrow, lists);
  return {
    // FTS5 reads on to the next candidate before it looks at a bound, so a search in several ranges takes several times
    // as long. Only the messages that are not indexed take less time in a smaller range.
    firstSize: () => (missing.count(fewMessages) < fewMessages ? Number.POSITIVE_INFINITY : fewIds),
    find(direction, range, limit) {
      const walked = walk.find(direction, range, limit);
      const looked = walked.rest ? upTo(direction, range, walked.rest) : range;
      return { ...walked, ids: nearestOf(direction, walked.ids, missing.find(direction, looked, limit), limit) };
    },
  };
}

/** The size of the first range, in ids, if the index lacks many messages. */
const fewIds = 16_384;

/** If another condition has at most this many messages, testing them all is faster than using the index. */
const fewMessages = 2000;
/** After this many candidates, another method is tried. */
const nearCandidates = 500;
/** Sizes of batches of candidates: initially a few more than the limit, up to a maximum; finally this many. */
const spareCandidates = 16;
const firstCandidates = 80;
const mostCandidates = 4096;
/** FTS5 limits the depth of a query, and each operator NOT adds to it. */
const mostExcluding = 200;

/** Tests the candidates of the index, nearest first. */
class IndexWalk {
  #db: Database;
  #user: User;
  #narrow: Narrow;
  #lists: WordLists;
  /** Texts that no match has. */
  #excluded: readonly string[];
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
    this.#where = textsLast(narrow.conditions);
    const properties = narrow.conditions.flatMap(({ property }) =>
      property === undefined ? [] : [quote(propertyEntry(property))],
    );
    this.#excluded = narrow.conditions.flatMap(({ excluded }) => excluded ?? []);
    const texts = candidateQuery(textsOf(narrow.conditions), lists, this.#excluded);
    this.#query = [texts, ...properties].join(' AND ');
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

  /**
   * Skips the candidates that a negated term certainly excludes. One operator for each word: FTS5 advances all words of
   * an OR to every candidate, but that of another NOT only to the candidates that are left.
   */
  #without(): string {
    const queries = this.#excluded.flatMap((text) => {
      return certainQueries(parseQuery(text), (part) => this.#lists.findSome(part, 'anywhere').words);
    });
    return queries
      .slice(0, mostExcluding)
      .map((query) => ` NOT ${query}`)
      .join('');
  }

  #walk(query: string, direction: Direction, range: IdRange, limit: number): Stepped {
    const ids: number[] = [];
    const pace = new Pace(limit);
    let batch: number[] = [];
    let rest = range;
    let patience = this.#far ? Number.POSITIVE_INFINITY : nearCandidates - this.#looked;
    for (const id of this.#candidates(query, direction, range, patience)) {
      batch.push(id);
      if (batch.length < Math.min(pace.size, patience)) continue;
      ids.push(...listMatching(this.#db, this.#where, batch, limit - ids.length));
      if (ids.length === limit) return { ids };
      const left = beyond(direction, rest, id);
      this.#looked += batch.length;
      this.#passed += sizeOf(rest) - sizeOf(left);
      patience -= batch.length;
      if (pace.isOver() || patience === 0) return { ids, rest: left };
      [batch, rest] = [[], left];
    }
    ids.push(...listMatching(this.#db, this.#where, batch, limit - ids.length));
    return { ids };
  }

  // One query for the whole walk: starting one for many words takes longer than continuing it. A few candidates are
  // read at once, because handing over each row takes longer than finding it.
  #candidates(query: string, direction: Direction, { from, until }: IdRange, most: number): Iterable<number> {
    const sql = candidateSql[direction];
    if (most > nearCandidates) return this.#db.eachValue<number>(sql, query, from, until);
    return this.#db.values<number>(`${sql} LIMIT ?`, query, from, until, most);
  }
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
