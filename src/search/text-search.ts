import type { Context } from '../context.ts';
import type { Database } from '../db/database.ts';
import { conjunction } from '../db/sql.ts';
import type { User } from '../users/user.ts';
import { type Anchor, resolveAnchor } from './anchor.ts';
import { findMatches, type Match } from './matches.ts';
import type { Narrow } from './narrow.ts';
import { isPositiveChannel, isPositiveTopic } from './operators/channel.ts';
import { findAmong, findPage, type Page } from './page.ts';
import type { Steps } from './steps.ts';
import type { Term } from './term.ts';

/** A page that is asked for, in a form that can be handed to another thread. */
export interface PageRequest {
  user: User;
  narrow: Narrow;
  anchor: Anchor;
  /** UNIX seconds, for the anchor `date`. */
  date: number | undefined;
  include_anchor: boolean;
  num_before: number;
  num_after: number;
  /** How to show what was searched for; unless given, that is not asked. */
  variant?: { empty_topic_name: boolean };
}

export interface FoundPage extends Page {
  /** The message id that the anchor means. */
  anchor: number;
  /** What the search found in the messages, by their ids; none where text was not searched. */
  matches?: Map<number, Match>;
}

/** Finds a page on one state of the database. */
export function* findRequested(db: Database, { user, narrow, date, variant, ...range }: PageRequest): Steps<FoundPage> {
  const anchor = yield* resolveAnchor(db, user, narrow, range.anchor, date);
  const page = { anchor, ...(yield* findPage(db, user, narrow, { ...range, anchor })) };
  if (!variant || !narrow.findHits) return page;
  return { ...page, matches: findMatches(db, page.ids, narrow.findHits, variant) };
}

/** Whether finding the messages of a narrow means reading them. */
export function searchesText(terms: readonly Term[]): boolean {
  return terms.some(({ operator }) => operator === 'search');
}

/** Whether the messages of a narrow can be few and far between wherever they are looked for. */
export function isIntricate(terms: readonly Term[]): boolean {
  if (terms.some((term) => term.negated || isUnread(term))) return true;
  const namesConversation = terms.some(isPositiveChannel) && terms.some(isPositiveTopic);
  return terms.length > (namesConversation ? 2 : 1);
}

function isUnread({ operator, operand }: Term): boolean {
  return operator === 'is' && operand === 'unread';
}

/** A page without those of its messages that have gone, or that the user may no longer read, since it was found. */
export function confirmFound(app: Context, user: User, narrow: Narrow, page: FoundPage): FoundPage {
  const where = conjunction(narrow.conditions.filter(({ search }) => search === undefined));
  return { ...page, ids: findAmong(app, user, { ...narrow, where }, page.ids) };
}
