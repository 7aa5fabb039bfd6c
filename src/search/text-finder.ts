import { newestMessageId } from '../conversations/conversation.ts';
import type { Database } from '../db/database.ts';
import { conjunction, type Sql } from '../db/sql.ts';
import type { User } from '../users/user.ts';
import { gramsOfWord } from './grams.ts';
import { any, indexQuery, placeEntry, quote } from './index-entries.ts';
import type { Narrow } from './narrow.ts';
import { countRows, type Direction, type Find, OpenSource, type Reach } from './open-source.ts';
import type { Condition } from './operators/operator.ts';
import { parseQuery } from './query.ts';
import { conversationsSource, type Source } from './source.ts';
import { type Progress, readProgress } from './text-index.ts';

/**
 * Finds the messages of a narrow that searches text, on a connection that has the index attached. The index names
 * candidates, newest or oldest first; each is looked at itself, and so are the messages that the index has yet to read.
 */
export function textFinder(db: Database, user: User, narrow: Narrow): Find {
  const unread = new OpenSource(db, unreadSource(readProgress(db)), narrow.where);
  const walk = new IndexWalk(db, user, narrow);
  const newest = newestMessageId(db);
  return (direction, bound, limit) => {
    const reach = direction === 'before' ? { from: 0, until: Math.min(bound, newest) } : { from: bound, until: newest };
    if (reach.from > reach.until) return [];
    const ids = new Set([...unread.find(direction, reach, limit), ...walk.find(direction, reach, limit)]);
    return [...ids].sort((a, b) => (direction === 'before' ? b - a : a - b)).slice(0, limit);
  };
}

/** The messages that the index has not read, or not since they were changed. */
function unreadSource({ message_id, change_id }: Progress): Source {
  const changed = (column: string) => ({
    sql: `SELECT DISTINCT ${column} FROM search_changes WHERE id > ? AND ${column} IS NOT NULL`,
    values: [change_id],
  });
  return [
    { from: 'messages m', id: 'm.id', where: { sql: 'm.id > ?', values: [message_id] } },
    {
      places: { list: changed('message_id'), table: { sql: 'json_each(?) p', values: [] } },
      from: 'messages m',
      id: 'm.id',
      where: { sql: 'm.id = p.value', values: [] },
    },
    ...conversationsSource(changed('conversation_id')),
  ];
}

/** So few messages are looked at sooner than the index names those among them. */
const fewMessages = 2000;
/** So many candidates are looked at before another way is tried. */
const nearCandidates = 500;
/** How many are looked at at a time: at first a few more than wanted, at last so many. */
const spareCandidates = 16;
const mostCandidates = 4096;

/** Goes through what the index names, from the nearest on. */
class IndexWalk {
  #db: Database;
  #user: User;
  #narrow: Narrow;
  #query: string;
  #where: Sql;

  constructor(db: Database, user: User, narrow: Narrow) {
    this.#db = db;
    this.#user = user;
    this.#narrow = narrow;
    // Reading a text takes longest.
    this.#where = conjunction(narrow.conditions.toSorted((a, b) => Number(isTextual(a)) - Number(isTextual(b))));
    const terms = narrow.conditions.flatMap(({ search }) => (search === undefined ? [] : parseQuery(search)));
    const places = narrow.conditions.flatMap(({ place }) => (place === undefined ? [] : [quote(placeEntry(place))]));
    this.#query = [indexQuery(terms, (part) => listWordsWith(db, part)), ...places].join(' AND ');
  }

  find(direction: Direction, reach: Reach, limit: number): number[] {
    const near = this.#walk(this.#query, direction, reach, { limit, patience: nearCandidates });
    if (!near.rest) return near.ids;
    const left = limit - near.ids.length;
    const few = findSmallSource(this.#db, this.#narrow);
    if (few) return [...near.ids, ...few.find(direction, near.rest, left)];
    const query = this.#narrow.isPersonal ? `${this.#query}${personalQuery(this.#db, this.#user)}` : this.#query;
    const far = this.#walk(query, direction, near.rest, { limit: left, patience: Number.POSITIVE_INFINITY });
    return [...near.ids, ...far.ids];
  }

  /** Looks at candidates until they are enough or too many; `rest` is what may then have more. */
  #walk(query: string, direction: Direction, reach: Reach, { limit, patience }: Stop): Walk {
    const ids: number[] = [];
    let batch: number[] = [];
    let size = limit + spareCandidates;
    let looked = 0;
    // One statement all the way: beginning to ask for many words takes longer than going on.
    const candidates = this.#db.connection.prepare<[string, number, number], number>(candidateSql[direction]).pluck();
    for (const id of candidates.iterate(query, reach.from, reach.until)) {
      batch.push(id);
      if (batch.length < size) continue;
      ids.push(...this.#listMatching(direction, batch));
      if (ids.length >= limit) return { ids: ids.slice(0, limit), rest: undefined };
      looked += batch.length;
      if (looked >= patience) return { ids, rest: beyond(direction, reach, id) };
      batch = [];
      size = Math.min(size * 2, mostCandidates);
    }
    ids.push(...this.#listMatching(direction, batch));
    return { ids: ids.slice(0, limit), rest: undefined };
  }

  /** Those of some candidates that are of the narrow, in the order of the direction. */
  #listMatching(direction: Direction, candidates: readonly number[]): number[] {
    if (candidates.length === 0) return [];
    const { sql, values } = this.#where;
    const order = direction === 'before' ? 'DESC' : 'ASC';
    return this.#db.values<number>(
      `SELECT m.id FROM json_each(?) j CROSS JOIN messages m ON m.id = j.value WHERE ${sql} ORDER BY m.id ${order}`,
      JSON.stringify(candidates),
      ...values,
    );
  }
}

function isTextual({ search }: Condition): boolean {
  return search !== undefined;
}

interface Stop {
  limit: number;
  /** So many candidates are looked at. */
  patience: number;
}

interface Walk {
  ids: number[];
  rest: Reach | undefined;
}

// To FTS5, a bound that is no integer is none.
const candidateSql: Record<Direction, string> = {
  before: `SELECT rowid FROM message_index WHERE message_index MATCH ?
    AND rowid BETWEEN CAST(? AS INTEGER) AND CAST(? AS INTEGER) ORDER BY rowid DESC`,
  after: `SELECT rowid FROM message_index WHERE message_index MATCH ?
    AND rowid BETWEEN CAST(? AS INTEGER) AND CAST(? AS INTEGER) ORDER BY rowid`,
};

function beyond(direction: Direction, { from, until }: Reach, id: number): Reach {
  return direction === 'before' ? { from, until: id - 1 } : { from: id + 1, until };
}

/** Where few messages are among which all matches must be, whatever their text. */
function findSmallSource(db: Database, { conditions }: Narrow): OpenSource | undefined {
  const counted = conditions.flatMap((condition) => {
    return condition.source ? { condition, count: countRows(db, condition.source, fewMessages) } : [];
  });
  const [least] = counted.sort((a, b) => a.count - b.count);
  if (!least?.condition.source || least.count >= fewMessages) return undefined;
  const rest = conjunction(conditions.filter((condition) => condition !== least.condition));
  return new OpenSource(db, least.condition.source, rest);
}

const mostPlaces = 200;

// Who follows few channels need not pass by what was said in all others.
function personalQuery(db: Database, { id }: User): string {
  const channels = db.values<number>('SELECT DISTINCT channel_id FROM subscription_spans WHERE user_id = ?', id);
  if (channels.length > mostPlaces) return '';
  const places = [`d${id}`, ...channels.map((channel_id) => `c${channel_id}`)];
  return ` AND ${any(places.map((place) => quote(placeEntry(place))))}`;
}

/** So many words can be asked for one by one in the place of a part that they have. */
const mostWords = 200;
const mostWordCandidates = 1000;

function listWordsWith(db: Database, part: string): string[] | undefined {
  const grams = [...gramsOfWord(part)].map(quote).join(' AND ');
  const sql = 'SELECT rowid FROM word_index WHERE word_index MATCH ? LIMIT ?';
  const ids = db.values<number>(sql, grams, mostWordCandidates);
  if (ids.length === mostWordCandidates) return undefined;
  const wordsSql = 'SELECT word FROM words WHERE id IN (SELECT value FROM json_each(?)) AND instr(word, ?)';
  const words = db.values<string>(wordsSql, JSON.stringify(ids), part);
  return words.length > mostWords ? undefined : words;
}
