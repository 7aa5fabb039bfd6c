import type { Database } from '../db/database.ts';
import { always, keepTexts, type Sql } from '../db/sql.ts';
import type { SqlValue } from '../db/statement.ts';
import type { Direction, IdRange } from './id-range.ts';
import type { IndexRange, Source } from './source.ts';

interface ListedRange extends IndexRange {
  /** The existing keys, as JSON; undefined for a range without keys. */
  list: string | undefined;
  keys_count: number;
}

/**
 * Up to this many keys, the nearest messages of each key are read at once, although some turn out to be too far away.
 */
const fewKeys = 8;

const orders = { before: 'DESC', after: 'ASC' } as const;

/** A source that lists its keys once, for repeated reading. */
export class CandidateScan {
  #db: Database;
  #source: Source;
  #rest: Sql;
  #ofConversations: Sql;
  #listed: ListedRange[] | undefined;

  /**
   * `rest` holds the other conditions; `ofConversations` those of them that are the same for all messages of a
   * conversation, which exclude whole conversations.
   */
  constructor(db: Database, source: Source, rest: Sql, ofConversations: Sql = always) {
    this.#db = db;
    this.#source = source;
    this.#rest = rest;
    this.#ofConversations = ofConversations;
  }

  /** Whether stepping through id ranges is faster than reading all keys to the end. */
  get hasManyKeys(): boolean {
    return this.#ranges.some(({ keys_count }) => keys_count > fewKeys);
  }

  /** The number of rows, counted up to `limit`. A message can have several. */
  count(limit: number): number {
    let count = 0;
    for (const { from, id, where, after, until, keys, list } of this.#ranges) {
      const bounds = [after && `AND ${id} > ${after}`, until && `AND ${id} <= ${until}`].filter(Boolean).join(' ');
      const rows = `SELECT 1 FROM ${tableOf(keys)}${from} WHERE ${where.sql} ${bounds} LIMIT ?`;
      const values = [...keyValues(keys, list), ...where.values];
      count += this.#db.value<number>(`SELECT count(*) FROM (${rows})`, ...values, limit - count) ?? 0;
      if (count >= limit) break;
    }
    return count;
  }

  /** The nearest messages of an id range, at most `limit`, in the given direction. */
  find(direction: Direction, within: IdRange, limit: number): readonly number[] {
    if (within.from > within.until) return [];
    const parts = this.#ranges.map((range) => this.#part(range, direction, within, limit));
    const [only] = parts;
    if (!only) return [];
    const values = parts.flatMap((part) => part.values);
    // Cached, because everyone who opens a conversation reads its newest messages.
    if (parts.length === 1) return this.#db.cachedValues(only.sql, ...values);
    const sql = parts.map((part) => `SELECT id FROM (${part.sql})`).join(' UNION ');
    return this.#db.values(`${sql} ORDER BY id ${orders[direction]} LIMIT ?`, ...values, limit);
  }

  get #ranges(): ListedRange[] {
    this.#listed ??= this.#source
      .map((range) => listKeys(this.#db, range, this.#ofConversations))
      .filter((one) => one.keys_count > 0);
    return this.#listed;
  }

  #part(range: ListedRange, direction: Direction, within: IdRange, limit: number): Sql {
    const { keys, list } = range;
    const nearest = this.#nearest(range, direction, within, limit);
    if (!keys) return nearest;
    return {
      sql: `SELECT x.id FROM ${tableOf(keys)}messages x ON x.id IN (${nearest.sql})
        ORDER BY x.id ${orders[direction]} LIMIT ?`,
      values: [...keyValues(keys, list), ...nearest.values, limit],
    };
  }

  // Exactly one bound of each kind; with two, SQLite would choose which one to start at.
  #nearest(range: IndexRange, direction: Direction, within: IdRange, limit: number): Sql {
    const { from, id, where, after, until, also = always } = range;
    const message = id === 'm.id' ? '' : `CROSS JOIN messages m ON m.id = ${id}`;
    const first = after === undefined ? '?' : `max(?, ${after} + 1)`;
    const last = until === undefined ? '?' : `min(?, ${until})`;
    return {
      sql: `SELECT DISTINCT ${id} AS id FROM ${from} ${message}
        WHERE ${where.sql} AND ${id} >= ${first} AND ${id} <= ${last} AND ${also.sql} AND ${this.#rest.sql}
        ORDER BY ${id} ${orders[direction]} LIMIT ?`,
      values: [...where.values, within.from, within.until, ...also.values, ...this.#rest.values, limit],
    };
  }
}

/** The number of rows of a source, counted up to `limit`. A message can have several. */
export function countRows(db: Database, source: Source, limit: number): number {
  return new CandidateScan(db, source, always).count(limit);
}

function listKeys(db: Database, range: IndexRange, ofConversations: Sql): ListedRange {
  if (!range.keys) return { ...range, list: undefined, keys_count: 1 };
  const { list: all, isNarrowable } = range.keys;
  const { sql, values } = isNarrowable ? narrowed(all, ofConversations) : all;
  const listed = db.cached<Pick<ListedRange, 'list' | 'keys_count'>>(keysSql(sql), ...values);
  return { ...range, list: listed?.list, keys_count: listed?.keys_count ?? 0 };
}

const keysSql = keepTexts(
  (sql) => `WITH k (key) AS (${sql}) SELECT json_group_array(json(key)) AS list, count(*) AS keys_count FROM k`,
);

function narrowed({ sql, values }: Sql, condition: Sql): Sql {
  if (condition === always) return { sql, values };
  return { sql: `${sql} WHERE ${condition.sql}`, values: [...values, ...condition.values] };
}

function tableOf(keys: IndexRange['keys']): string {
  return keys ? `${keys.table.sql} CROSS JOIN ` : '';
}

function keyValues(keys: IndexRange['keys'], list: string | undefined): SqlValue[] {
  return keys && list !== undefined ? [...keys.table.values, list] : [];
}
