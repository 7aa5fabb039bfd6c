import type { Database } from '../db/database.ts';
import type { Condition } from './operators/operator.ts';
import { findHits, matchesQuery, parseQuery, type TextTerm } from './query.ts';

/** The messages whose content or topic contains every term of a query. */
export function textCondition(query: string): Condition {
  const terms = parseQuery(query);
  return {
    sql: `has_text(?, m.content, (SELECT topic FROM conversations WHERE id = m.conversation_id))`,
    values: [query],
    search: query,
    findHits: (text) => findHits(terms, text),
  };
}

/** Defines the SQL function of textCondition(). This function alone decides; indexes only provide candidates. */
export function addTextFunction(db: Database): void {
  const known = new Map<string, TextTerm[]>();
  const termsOf = (query: string) => {
    const found = known.get(query);
    if (found) return found;
    if (known.size >= maxKnown) known.clear();
    const terms = parseQuery(query);
    known.set(query, terms);
    return terms;
  };
  db.connection.function('has_text', { deterministic: true }, (query, content, topic) => {
    return Number(matchesQuery(termsOf(query as string), content as string, (topic as string | null) ?? ''));
  });
}

const maxKnown = 100;
