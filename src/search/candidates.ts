import type { Database } from '../db/database.ts';
import { conjunction, type Sql } from '../db/sql.ts';
import { CandidateScan } from './candidate-scan.ts';
import type { Direction } from './id-range.ts';
import { indexQuery } from './index-entries.ts';
import type { Condition } from './operators/operator.ts';
import { parseQuery } from './query.ts';
import { conversationsSource } from './source.ts';
import type { Progress } from './text-index.ts';
import type { WordLists } from './word-lists.ts';

// A candidate is a message that matches by the index. The conditions are tested on the message itself.

// FTS5 ignores a bound that is not an integer.
export const candidateSql: Record<Direction, string> = {
  before: `SELECT rowid FROM message_index WHERE message_index MATCH ?
    AND rowid BETWEEN CAST(? AS INTEGER) AND CAST(? AS INTEGER) ORDER BY rowid DESC`,
  after: `SELECT rowid FROM message_index WHERE message_index MATCH ?
    AND rowid BETWEEN CAST(? AS INTEGER) AND CAST(? AS INTEGER) ORDER BY rowid`,
};

/** The FTS5 query for the messages that have all searched texts, except some of those that have an excluded one. */
export function candidateQuery(texts: readonly string[], lists: WordLists, excluded: readonly string[] = []): string {
  // A text of several terms excludes no message with only one of them.
  const unwanted = excluded.map(parseQuery).flatMap((terms) => (terms.length === 1 ? terms : []));
  return indexQuery(texts.flatMap(parseQuery), unwanted, (part, place) => lists.find(part, place));
}

/** The conjunction of conditions, with texts last, because reading them takes longest. */
export function textsLast(conditions: readonly Condition[]): Sql {
  return conjunction(conditions.toSorted((a, b) => Number(isTextual(a)) - Number(isTextual(b))));
}

function isTextual({ search, excluded }: Condition): boolean {
  return search !== undefined || excluded !== undefined;
}

/** The first `limit` candidates that match. json_each() keeps their order; sorting would test all of them. */
export function listMatching(db: Database, where: Sql, candidates: readonly number[], limit: number): number[] {
  if (candidates.length === 0) return [];
  return db.values<number>(
    `SELECT m.id FROM json_each(?) j CROSS JOIN messages m ON m.id = j.value WHERE ${where.sql} LIMIT ?`,
    JSON.stringify(candidates),
    ...where.values,
    limit,
  );
}

/** The last message, and the last row of search_changes, that an index or list includes. */
export type Reached = Pick<Progress, 'message_id' | 'change_id'>;

/** Tests the messages that are not indexed, or were changed after indexing. */
export function notIndexed(db: Database, { message_id, change_id }: Reached, where: Sql): CandidateScan {
  const changed = (column: string) => ({
    sql: `SELECT DISTINCT ${column} FROM search_changes WHERE id > ? AND ${column} IS NOT NULL`,
    values: [change_id],
  });
  const source = [
    { from: 'messages m', id: 'm.id', where: { sql: 'm.id > ?', values: [message_id] } },
    {
      keys: { list: changed('message_id'), table: { sql: 'json_each(?) p', values: [] } },
      from: 'messages m',
      id: 'm.id',
      where: { sql: 'm.id = p.value', values: [] },
    },
    ...conversationsSource(changed('conversation_id')),
  ];
  return new CandidateScan(db, source, where);
}

/** The nearest ids of two lists, without duplicates. */
export function nearestOf(direction: Direction, one: readonly number[], other: readonly number[], limit: number) {
  const ids = [...new Set([...one, ...other])];
  return ids.sort((a, b) => (direction === 'before' ? b - a : a - b)).slice(0, limit);
}
