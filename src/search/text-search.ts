import type { Page } from '../conversations/full-page.ts';
import type { Database } from '../db/database.ts';
import type { User } from '../users/user.ts';
import { type Anchor, resolveAnchor } from './anchor.ts';
import { highlight } from './highlight.ts';
import { markPage } from './matches.ts';
import type { Narrow } from './narrow.ts';
import type { NewestMatches } from './newest-matches.ts';
import { isPositiveChannel, isPositiveTopic } from './operators/channel.ts';
import { findPage } from './page.ts';
import type { Steps } from './steps.ts';
import type { Term } from './term.ts';

/** A request for a page, without values that cannot be sent to a thread. */
export interface PageRequest {
  user: User;
  narrow: Narrow;
  anchor: Anchor;
  /** UNIX seconds, for the anchor `date`. */
  date: number | undefined;
  include_anchor: boolean;
  num_before: number;
  num_after: number;
  /** How to present topics in matches; without it, matches are not returned. */
  variant?: { empty_topic_name: boolean };
  /** The texts whose newest matches to return, for the next searches. */
  wanted?: readonly string[] | undefined;
}

export interface FoundPage extends Page {
  /** The message id of the anchor. */
  anchor: number;
  /** The fields of each match by message id, as JSON, if text was searched. */
  matches?: Map<number, string>;
}

/** What the search thread finds. */
export interface ThreadPage extends FoundPage {
  newest?: NewestMatches | undefined;
}

/** Finds a page, which ends when it is full. `mark` marks the hits in HTML. */
export function* findRequested(
  db: Database,
  { user, narrow, date, variant, ...range }: PageRequest,
  mark = highlight,
): Steps<FoundPage> {
  const anchor = yield* resolveAnchor(db, user, narrow, range.anchor, date);
  const page = { anchor, ...(yield* findPage(db, user, narrow, { ...range, anchor })) };
  if (!variant || !narrow.findHits) return page;
  return yield* markPage(db, page, { findHits: narrow.findHits, variant, mark });
}

/** Whether a narrow searches the text of messages. */
export function searchesText(terms: readonly Term[]): boolean {
  return terms.some(({ operator }) => operator === 'search');
}

/** Whether matches of a narrow can be sparse in every source. */
export function isExpensive(terms: readonly Term[]): boolean {
  if (terms.some((term) => term.negated || isUnread(term))) return true;
  const namesConversation = terms.some(isPositiveChannel) && terms.some(isPositiveTopic);
  return terms.length > (namesConversation ? 2 : 1);
}

function isUnread({ operator, operand }: Term): boolean {
  return operator === 'is' && operand === 'unread';
}
