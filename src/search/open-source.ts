import type { Database } from '../db/database.ts';
import { always, type Sql } from '../db/sql.ts';
import type { SqlValue } from '../db/statement.ts';
import type { Direction, Reach } from './reach.ts';
import type { Source, Stretch } from './source.ts';

interface OpenStretch extends Stretch {
  /** The existing keys, as JSON; undefined for a range without keys. */
  list: string | undefined;
  places_count: number;
}

/** Up to this many keys, each is read for its nearest messages at once, although some turn out to be too far away. */
const fewPlaces = 8;

const orders = { before: 'DESC', after: 'ASC' } as const;

/** A source that lists its keys once, for repeated reading. */
export class OpenSource {
  #db: Database;
  #source: Source;
  #rest: Sql;
  #ofPlaces: Sql;
  #open: OpenStretch[] | undefined;

  /**
   * `rest` holds the other conditions; `ofPlaces` those of them that are the same for all messages of a conversation,
   * which exclude whole conversations.
   */
  constructor(db: Database, source: Source, rest: Sql, ofPlaces: Sql = always) {
    this.#db = db;
    this.#source = source;
    this.#rest = rest;
    this.#ofPlaces = ofPlaces;
  }

  /** Whether stepping through id ranges is faster than reading all keys to the end. */
  get isScattered(): boolean {
    return this.#stretches.some(({ places_count }) => places_count > fewPlaces);
  }

  /** The number of rows, counted up to `limit`. A message can have several. */
  count(limit: number): number {
    let count = 0;
    for (const { from, id, where, after, until, places, list } of this.#stretches) {
      const bounds = [after && `AND ${id} > ${after}`, until && `AND ${id} <= ${until}`].filter(Boolean).join(' ');
      const rows = `SELECT 1 FROM ${tableOf(places)}${from} WHERE ${where.sql} ${bounds} LIMIT ?`;
      const values = [...placeValues(places, list), ...where.values];
      count += this.#db.value<number>(`SELECT count(*) FROM (${rows})`, ...values, limit - count) ?? 0;
      if (count >= limit) break;
    }
    return count;
  }

  /** The nearest messages of an id range, at most `limit`, in the given direction. */
  find(direction: Direction, reach: Reach, limit: number): readonly number[] {
    if (reach.from > reach.until) return [];
    const parts = this.#stretches.map((stretch) => this.#part(stretch, direction, reach, limit));
    const [only] = parts;
    if (!only) return [];
    const values = parts.flatMap((part) => part.values);
    // Cached, because everyone who opens a conversation reads its newest messages.
    if (parts.length === 1) return this.#db.cachedValues(only.sql, ...values);
    const sql = parts.map((part) => `SELECT id FROM (${part.sql})`).join(' UNION ');
    return this.#db.values(`${sql} ORDER BY id ${orders[direction]} LIMIT ?`, ...values, limit);
  }

  get #stretches(): OpenStretch[] {
    this.#open ??= this.#source
      .map((stretch) => open(this.#db, stretch, this.#ofPlaces))
      .filter((one) => one.places_count > 0);
    return this.#open;
  }

  #part(stretch: OpenStretch, direction: Direction, reach: Reach, limit: number): Sql {
    const { places, list } = stretch;
    const nearest = this.#nearest(stretch, direction, reach, limit);
    if (!places) return nearest;
    return {
      sql: `SELECT x.id FROM ${tableOf(places)}messages x ON x.id IN (${nearest.sql})
        ORDER BY x.id ${orders[direction]} LIMIT ?`,
      values: [...placeValues(places, list), ...nearest.values, limit],
    };
  }

  // Exactly one bound of each kind; with two, SQLite would choose which one to start at.
  #nearest(stretch: Stretch, direction: Direction, reach: Reach, limit: number): Sql {
    const { from, id, where, after, until, also = always } = stretch;
    const message = id === 'm.id' ? '' : `CROSS JOIN messages m ON m.id = ${id}`;
    const first = after === undefined ? '?' : `max(?, ${after} + 1)`;
    const last = until === undefined ? '?' : `min(?, ${until})`;
    return {
      sql: `SELECT DISTINCT ${id} AS id FROM ${from} ${message}
        WHERE ${where.sql} AND ${id} >= ${first} AND ${id} <= ${last} AND ${also.sql} AND ${this.#rest.sql}
        ORDER BY ${id} ${orders[direction]} LIMIT ?`,
      values: [...where.values, reach.from, reach.until, ...also.values, ...this.#rest.values, limit],
    };
  }
}

/** The number of rows of a source, counted up to `limit`. A message can have several. */
export function countRows(db: Database, source: Source, limit: number): number {
  return new OpenSource(db, source, always).count(limit);
}

function open(db: Database, stretch: Stretch, ofPlaces: Sql): OpenStretch {
  if (!stretch.places) return { ...stretch, list: undefined, places_count: 1 };
  const { list: all, isNarrowable } = stretch.places;
  const { sql, values } = isNarrowable ? narrowed(all, ofPlaces) : all;
  const listed = db.cached<Pick<OpenStretch, 'list' | 'places_count'>>(
    `WITH p (place) AS (${sql}) SELECT json_group_array(json(place)) AS list, count(*) AS places_count FROM p`,
    ...values,
  );
  return { ...stretch, list: listed?.list, places_count: listed?.places_count ?? 0 };
}

function narrowed({ sql, values }: Sql, condition: Sql): Sql {
  if (condition === always) return { sql, values };
  return { sql: `${sql} WHERE ${condition.sql}`, values: [...values, ...condition.values] };
}

function tableOf(places: Stretch['places']): string {
  return places ? `${places.table.sql} CROSS JOIN ` : '';
}

function placeValues(places: Stretch['places'], list: string | undefined): SqlValue[] {
  return places && list !== undefined ? [...places.table.values, list] : [];
}
