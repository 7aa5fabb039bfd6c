import { presentTopic } from '../conversations/conversation.ts';
import { fillInSteps, type Page, readAll } from '../conversations/full-page.ts';
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

/** How to mark a page of matches. */
interface Marking {
  findHits: FindHits | undefined;
  variant: { empty_topic_name: boolean };
  /** Marks the hits in HTML. */
  mark?: typeof highlight;
}

/** Bytes of HTML that are marked between two pauses: about four milliseconds. */
const step = 64 * 1024;

/** Marks the hits in the content and topic of some messages; by message id. Throws tooManyBytes. */
export function findMatches(db: Database, ids: readonly number[], marking: Marking): Map<number, Match> {
  const { matches, filling } = marker(db, ids, marking);
  readAll(ids, filling);
  return matches;
}

/** A page with its matches, as fields of JSON objects without braces. It ends when it is full. */
export function* markPage<OnePage extends Page & { anchor: number }>(db: Database, page: OnePage, marking: Marking) {
  const { matches, filling } = marker(db, page.ids, marking);
  const filled = yield* fillInSteps(page, { anchor: page.anchor, ...filling });
  return { ...filled, matches: writeMatches(matches) };
}

/** The matches as fields of JSON objects, without braces. */
export function writeMatches(matches: ReadonlyMap<number, Match>): Map<number, string> {
  return new Map([...matches].map(([id, match]) => [id, JSON.stringify(match).slice(1, -1)]));
}

/** Marks messages in steps. Each takes the length of its HTML twice: an answer has it with and without marks. */
function marker(db: Database, ids: readonly number[], { findHits, variant, mark = highlight }: Marking) {
  const matches = new Map<number, Match>();
  const marked = (html: string) => (findHits ? mark(html, findHits) : html);
  const read = (some: readonly number[]) => {
    let bytes = 0;
    for (const [id, html, topic] of db.tuples<Row>(sql, JSON.stringify(some))) {
      const subject = topic === null ? '' : escapeHtml(presentTopic(topic, variant));
      const match = { match_content: marked(html), match_subject: marked(subject) };
      matches.set(id, match);
      bytes += html.length + match.match_content.length;
    }
    return bytes;
  };
  return { matches, filling: { sizes: htmlSizes(db, ids), step, read } };
}

function htmlSizes(db: Database, ids: readonly number[]): Map<number, number> {
  const sizes = `SELECT id, octet_length(rendered_content) FROM messages WHERE id ${inJsonList}`;
  return new Map(db.tuples<[id: number, bytes: number]>(sizes, JSON.stringify(ids)));
}

type Row = [id: number, rendered_content: string, topic: string | null];
