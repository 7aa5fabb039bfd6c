import type { Context } from '../context.ts';
import { withoutTexts } from './conditions.ts';
import { compileNarrow } from './narrow.ts';
import { findAmong } from './page.ts';
import type { SearchesText } from './searcher.ts';
import { finish } from './steps.ts';
import type { Term } from './term.ts';
import { type FoundPage, findRequested, type PageRequest } from './text-search.ts';

/** A page that the search thread found before the transaction that presents it. */
interface EarlierPage {
  page: FoundPage;
  /** The version of the database before the search. */
  version: number;
}

/** A request for a page of a narrow that is not compiled yet. */
interface NarrowRequest extends Omit<PageRequest, 'narrow'> {
  terms: readonly Term[];
}

/** Finds a page outside a transaction if that may take long; otherwise undefined. */
export async function findEarlier(
  app: Context & SearchesText,
  request: NarrowRequest,
  signal: AbortSignal,
): Promise<EarlierPage | undefined> {
  if (!app.searcher.needsThread(request.terms)) return undefined;
  const { version } = app.db;
  return { version, page: await app.searcher.find(compiled(app, request), signal) };
}

/** The page found earlier, without messages that were deleted or became unreadable since; or the page as it is now. */
export function confirmPage(app: Context, request: NarrowRequest, earlier: EarlierPage | undefined): FoundPage {
  if (!earlier) return finish(findRequested(app.db, compiled(app, request)));
  if (earlier.version === app.db.version) return earlier.page;
  const { user, narrow } = compiled(app, request);
  const where = withoutTexts(narrow.conditions);
  return { ...earlier.page, ids: findAmong(app, user, { ...narrow, where }, earlier.page.ids) };
}

function compiled(app: Context, { terms, ...request }: NarrowRequest): PageRequest {
  return { ...request, narrow: compileNarrow(app, request.user, terms) };
}
