import { presentTopic } from '../conversations/conversation.ts';
import { type Database, inJsonList } from '../db/database.ts';
import { escapeHtml } from '../ground/text.ts';
import { highlight } from './highlight.ts';
import type { FindHits } from './operators/operator.ts';

/** The matched parts of a message, marked in HTML. */
export interface Match {
  match_content: string;
  /** Empty in direct conversations. */
  match_subject: string;
}

const sql = `SELECT m.id, m.rendered_content, c.topic FROM messages m JOIN conversations c ON c.id = m.conversation_id
  WHERE m.id ${inJsonList} ORDER BY m.id`;

/** Marks the hits in the content and topic of some messages; by message id. */
export function findMatches(
  db: Database,
  ids: readonly number[],
  findHits: FindHits | undefined,
  variant: { empty_topic_name: boolean },
  mark = highlight,
): Map<number, Match> {
  const marked = (html: string) => (findHits ? mark(html, findHits) : html);
  const rows = db.tuples<[id: number, rendered_content: string, topic: string | null]>(sql, JSON.stringify(ids));
  const matches = rows.map(([id, rendered_content, topic]): [number, Match] => {
    const subject = topic === null ? '' : escapeHtml(presentTopic(topic, variant));
    return [id, { match_content: marked(rendered_content), match_subject: marked(subject) }];
  });
  return new Map(matches);
}

/** The matches as fields of JSON objects, without braces. */
export function writeMatches(matches: ReadonlyMap<number, Match>): Map<number, string> {
  return new Map([...matches].map(([id, match]) => [id, JSON.stringify(match).slice(1, -1)]));
}
