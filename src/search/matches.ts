import { presentTopic } from '../conversations/conversation.ts';
import { fillInSteps, type Page, readAll } from '../conversations/full-page.ts';
import type { Database } from '../db/database.ts';
import { escapeHtml } from '../ground/text.ts';
import { highlight } from './highlight.ts';
import type { FindHits } from './operators/operator.ts';

/** The matched parts of a message, marked in HTML. */
interface Match {
  match_content: string;
  /** Empty in direct conversations. */
  match_subject: string;
}

// The list comes first in the join: `IN (…)` would sort it for each query.
const sql = `SELECT m.id, m.rendered_content, c.topic FROM json_each(?) j CROSS JOIN messages m ON m.id = j.value
  JOIN conversations c ON c.id = m.conversation_id`;
const sizesSql =
  'SELECT m.id, octet_length(m.rendered_content) FROM json_each(?) j CROSS JOIN messages m ON m.id = j.value';

/** How to mark a page of matches. */
interface Marking {
  findHits: FindHits | undefined;
  variant: { empty_topic_name: boolean };
  /** Marks the hits in HTML. */
  mark?: typeof highlight;
}

/** Bytes of HTML that are read between two pauses. */
const step = 128 * 1024;
/** Longer HTML is not marked, in characters: this much takes two milliseconds. Only emoji and formulas are so long. */
const longestMarked = 100_000;

/** Marks the hits in the content and topic of some messages; by message id. Throws tooManyBytes. */
export function findMatches(db: Database, ids: readonly number[], marking: Marking): Map<number, Match> {
  const matches = new Map<number, Match>();
  const read = (some: readonly number[]) => {
    const marked = markSome(db, some, marking);
    for (const [id, match] of marked) matches.set(id, match);
    return sizeOf([...marked.values()].map(({ match_content }) => match_content.length));
  };
  readAll(ids, { sizes: htmlSizes(db, ids), step, read });
  return matches;
}

/** A page with its matches, as fields of JSON objects without braces. It ends when it is full. */
export function* markPage<OnePage extends Page & { anchor: number }>(db: Database, page: OnePage, marking: Marking) {
  const matches = new Map<number, string>();
  const filled = yield* fillInSteps(page, {
    anchor: page.anchor,
    sizes: htmlSizes(db, page.ids),
    step,
    read(ids) {
      const written = writeMatches(markSome(db, ids, marking));
      for (const [id, match] of written) matches.set(id, match);
      return sizeOf([...written.values()].map((match) => match.length));
    },
  });
  return { ...filled, matches };
}

/** The matches as fields of JSON objects, without braces. */
export function writeMatches(matches: ReadonlyMap<number, Match>): Map<number, string> {
  return new Map([...matches].map(([id, match]) => [id, JSON.stringify(match).slice(1, -1)]));
}

function markSome(db: Database, ids: readonly number[], { findHits, variant, mark = highlight }: Marking) {
  const marked = (html: string) => (findHits && html.length <= longestMarked ? mark(html, findHits) : html);
  // The messages of a page are about few topics.
  const subjects = new Map<string | null, string>([[null, '']]);
  const subjectOf = (topic: string | null) => {
    const known = subjects.get(topic) ?? marked(escapeHtml(presentTopic(topic ?? '', variant)));
    subjects.set(topic, known);
    return known;
  };
  const rows = db.tuples<Row>(sql, JSON.stringify(ids));
  return new Map(
    rows.map(([id, html, topic]) => [id, { match_content: marked(html), match_subject: subjectOf(topic) }]),
  );
}

/** The bytes of messages whose marked HTML is so long: an answer has it without marks, too. */
function sizeOf(lengths: readonly number[]): number {
  let size = 0;
  for (const length of lengths) size += 2 * length;
  return size;
}

function htmlSizes(db: Database, ids: readonly number[]): Map<number, number> {
  return new Map(db.tuples<[id: number, bytes: number]>(sizesSql, JSON.stringify(ids)));
}

type Row = [id: number, rendered_content: string, topic: string | null];
