import { savedSearches } from '../commands/saved-searches.ts';
import { useClient } from '../parts/context.ts';
import { narrowKey } from '../store/narrow.ts';
import type { Route } from '../store/routes.ts';
import { View } from './side-bar.tsx';

/** Links to the searches that the user keeps. */
export function SavedSearches({ route }: { route: Route }) {
  const here = route.page === 'messages' ? narrowKey(route.narrow) : undefined;
  return (
    <>
      {savedSearches(useClient()).map(({ fragment, name, narrow }) => (
        <View key={fragment} icon="search" name={name} href={`#${fragment}`} isHere={narrowKey(narrow) === here} />
      ))}
    </>
  );
}
