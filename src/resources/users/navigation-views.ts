import {
  doAddNavigationView,
  doEditNavigationView,
  doRemoveNavigationView,
  listNavigationViews,
  type NavigationView,
  viewExists,
  viewMissing,
  viewNamed,
  viewNameless,
} from '../../accounts/navigation-view.ts';
import { nullable } from '../../http/combined-kinds.ts';
import { errorKind } from '../../http/errors.ts';
import { boolean, optional, required, text, trimmed } from '../../http/params.ts';
import { listFull } from '../../users/own-list.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';

const nothingNew = errorKind('No new data supplied');

const fragment = required(trimmed(text({ min: 1, max: 1000 })), 'Fragment of the URL of the view, after the `#`.');
const is_pinned = 'Whether it is always shown in the list of views.';
const name = optional(nullable(trimmed(text({ min: 1, max: 100 }))), 'Name of the view; none for built-in views.');

export const getNavigationViews: Endpoint = endpoint({
  method: 'GET',
  path: '/navigation_views',
  summary: 'Get your navigation views',
  access: 'user',
  params: {},
  errors: [],
  handler: ({ db, user }) => ({ navigation_views: listNavigationViews(db, user) }),
});

export const addNavigationView: Endpoint = endpoint({
  method: 'POST',
  path: '/navigation_views',
  summary: 'Add a navigation view',
  access: 'user',
  params: { fragment, is_pinned: required(boolean(), is_pinned), name },
  errors: [viewExists, viewNamed, viewNameless, listFull],
  handler({ app, user }, { fragment, is_pinned, name }) {
    doAddNavigationView(app, user, { fragment, is_pinned, name: name ?? null });
    return {};
  },
});

export const editNavigationView: Endpoint = endpoint({
  method: 'PATCH',
  path: '/navigation_views/{fragment}',
  endsInPath: true,
  summary: 'Edit a navigation view',
  access: 'user',
  params: { fragment, is_pinned: optional(boolean(), is_pinned), name },
  errors: [viewMissing, viewExists, viewNamed, nothingNew],
  handler({ app, user }, { fragment, is_pinned, name }) {
    const changes: Partial<NavigationView> = {
      ...(is_pinned === undefined ? {} : { is_pinned }),
      ...(typeof name === 'string' ? { name } : {}),
    };
    if (Object.keys(changes).length === 0) throw nothingNew();
    doEditNavigationView(app, user, fragment, changes);
    return {};
  },
});

export const removeNavigationView: Endpoint = endpoint({
  method: 'DELETE',
  path: '/navigation_views/{fragment}',
  endsInPath: true,
  summary: 'Remove a navigation view',
  access: 'user',
  params: { fragment },
  errors: [viewMissing],
  handler({ app, user }, { fragment }) {
    doRemoveNavigationView(app, user, fragment);
    return {};
  },
});
