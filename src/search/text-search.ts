import type { App } from '../app.ts';
import type { Database } from '../db/database.ts';
import type { User } from '../users/user.ts';
import { type Anchor, resolveAnchor } from './anchor.ts';
import type { Narrow } from './narrow.ts';
import { findAmong, findPage, type Page } from './page.ts';
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
}

export interface FoundPage extends Page {
  /** The message id that the anchor means. */
  anchor: number;
}

/** Finds a page on one state of the database. */
export function findRequested(db: Database, { user, narrow, date, ...range }: PageRequest): FoundPage {
  const anchor = resolveAnchor(db, user, narrow, range.anchor, date);
  return { anchor, ...findPage(db, user, narrow, { ...range, anchor }) };
}

/** Whether finding the messages of a narrow means reading them, which takes too long to let other requests wait. */
export function searchesText(terms: readonly Term[]): boolean {
  return terms.some(({ operator }) => operator === 'search');
}

/** A page without those of its messages that have gone, or that the user may no longer read, since it was found. */
export function confirmFound(app: App, user: User, narrow: Narrow, page: FoundPage): FoundPage {
  return { ...page, ids: findAmong(app, user, narrow, page.ids) };
}
