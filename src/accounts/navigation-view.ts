import type { Context } from '../context.ts';
import type { Database } from '../db/database.ts';
import { publish } from '../events/event.ts';
import { errorKind } from '../http/errors.ts';
import { phrase } from '../http/phrase.ts';
import { ensureWithinBound, type OwnList } from '../users/own-list.ts';
import type { User } from '../users/user.ts';

/** An entry in the list of views of a user's clients, as the API presents it. */
export interface NavigationView {
  /** The address of the view, which identifies it. */
  fragment: string;
  is_pinned: boolean;
  /** Null for a built-in view of the clients. */
  name: string | null;
}

export const viewMissing = errorKind('Navigation view does not exist.', { status: 404 });
export const viewExists = errorKind('Navigation view already exists.');
export const viewNamed = errorKind('Built-in views cannot have a custom name.');
export const viewNameless = errorKind('Custom views must have a valid name.');

const ownViews: OwnList = {
  name: phrase('navigation views'),
  max: 1000,
  count: 'SELECT count(*) FROM navigation_views WHERE user_id = ?',
  size: {
    maxMib: 1,
    bytes: `SELECT sum(50 + octet_length(json_quote(fragment)) + octet_length(json_quote(name)))
      FROM navigation_views WHERE user_id = ?`,
  },
};

/** The built-in views of clients: they can be pinned or hidden, and keep their names. */
const builtIn = new Set([
  'drafts',
  'feed',
  'inbox',
  'narrow/has/reaction/sender/me',
  'narrow/is/mentioned',
  'narrow/is/starred',
  'recent',
  'reminders',
  'scheduled',
]);

/** A user's views, sorted by address. */
export function listNavigationViews(db: Database, user: User): NavigationView[] {
  const sql = 'SELECT fragment, is_pinned, name FROM navigation_views WHERE user_id = ? ORDER BY fragment';
  return db
    .all<Omit<NavigationView, 'is_pinned'> & { is_pinned: number }>(sql, user.id)
    .map((view) => ({ ...view, is_pinned: view.is_pinned === 1 }));
}

/** Adds a view and publishes it to the user's clients. Throws viewNamed, viewNameless, viewExists or listFull. */
export function doAddNavigationView(app: Context, user: User, view: NavigationView): void {
  if (builtIn.has(view.fragment) && view.name !== null) throw viewNamed();
  if (!builtIn.has(view.fragment) && view.name === null) throw viewNameless();
  const views = listNavigationViews(app.db, user);
  if (views.some(({ fragment }) => fragment === view.fragment)) throw viewExists();
  ensureNameFree(views, view.name);
  const sql = 'INSERT INTO navigation_views (user_id, fragment, is_pinned, name) VALUES (?, ?, ?, ?)';
  app.db.run(sql, user.id, view.fragment, Number(view.is_pinned), view.name);
  ensureWithinBound(app.db, user, ownViews);
  publish(app, { type: 'navigation_view', op: 'add', navigation_view: view }, { user_ids: [user.id] });
}

/** Changes a view and publishes the change. Throws viewMissing, viewNamed or viewExists. */
export function doEditNavigationView(
  app: Context,
  user: User,
  fragment: string,
  changes: Partial<Pick<NavigationView, 'is_pinned' | 'name'>>,
): void {
  const views = listNavigationViews(app.db, user);
  const view = accessView(views, fragment);
  if (builtIn.has(fragment) && changes.name !== undefined) throw viewNamed();
  if (changes.name !== view.name) ensureNameFree(views, changes.name ?? null);
  const { is_pinned, name } = { ...view, ...changes };
  const sql = 'UPDATE navigation_views SET is_pinned = ?, name = ? WHERE user_id = ? AND fragment = ?';
  app.db.run(sql, Number(is_pinned), name, user.id, fragment);
  publish(app, { type: 'navigation_view', op: 'update', fragment, data: changes }, { user_ids: [user.id] });
}

/** Removes a view and publishes the removal. Throws viewMissing. */
export function doRemoveNavigationView(app: Context, user: User, fragment: string): void {
  accessView(listNavigationViews(app.db, user), fragment);
  app.db.run('DELETE FROM navigation_views WHERE user_id = ? AND fragment = ?', user.id, fragment);
  publish(app, { type: 'navigation_view', op: 'remove', fragment }, { user_ids: [user.id] });
}

function accessView(views: readonly NavigationView[], fragment: string): NavigationView {
  const view = views.find((one) => one.fragment === fragment);
  if (!view) throw viewMissing();
  return view;
}

function ensureNameFree(views: readonly NavigationView[], name: string | null): void {
  if (name !== null && views.some((view) => view.name === name)) throw viewExists();
}
