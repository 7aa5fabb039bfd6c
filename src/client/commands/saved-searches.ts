import type { NarrowTerm } from '../api/types.ts';
import type { Client } from '../client.ts';
import { compareNames } from '../language/locale.ts';
import { narrowKey } from '../store/narrow.ts';
import { formatNarrow, parseHash } from '../store/routes.ts';

/** A search that the user keeps in the side bar. For other clients it is a view of the user's own. */
interface SavedSearch {
  /** Its address, after the `#`. */
  fragment: string;
  name: string;
  narrow: readonly NarrowTerm[];
}

/** The user's saved searches by name. */
export function savedSearches(client: Client): SavedSearch[] {
  // The state of spectators has none. Views without a name are those that clients show anyway.
  const { navigation_views = [] } = client.store.read('personal').state;
  return navigation_views
    .flatMap(({ fragment, name }) => {
      const narrow = name === null ? undefined : narrowAt(client, `#${fragment}`);
      return name === null || !narrow ? [] : [{ fragment, name, narrow }];
    })
    .sort((one, other) => compareNames(one.name, other.name));
}

/** The narrow that an address shows, if it is one. */
export function narrowAt(client: Client, address: string): readonly NarrowTerm[] | undefined {
  const route = parseHash(address, { ...client.names, home: () => client.home() });
  return route.page === 'messages' ? route.narrow : undefined;
}

export function addressOfSearch(client: Client, narrow: readonly NarrowTerm[]): string {
  return formatNarrow(narrow, { channelName: (id) => client.channelName(id) });
}

/** The saved search that finds the same as a narrow. */
export function savedSearch(client: Client, narrow: readonly NarrowTerm[]): SavedSearch | undefined {
  const key = narrowKey(narrow);
  return savedSearches(client).find((one) => narrowKey(one.narrow) === key);
}

/** Keeps a search under a name, or renames it. Returns whether that succeeded. */
export function saveSearch(client: Client, narrow: readonly NarrowTerm[], name: string): Promise<boolean> {
  const known = savedSearch(client, narrow);
  if (known) return client.attempt(client.call('PATCH', pathOf(known), { name }));
  const fragment = addressOfSearch(client, narrow).slice(1);
  return client.attempt(client.call('POST', '/navigation_views', { fragment, name, is_pinned: true }));
}

export function forgetSearch(client: Client, search: SavedSearch): Promise<boolean> {
  return client.attempt(client.call('DELETE', pathOf(search)));
}

function pathOf({ fragment }: SavedSearch): string {
  return `/navigation_views/${encodeURIComponent(fragment)}`;
}
