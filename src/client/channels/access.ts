import type { Channel } from '../api/types.ts';
import { canAdminister } from '../store/rights.ts';
import type { Store } from '../store/store.ts';

export function mayAddSubscribers(store: Store, channel: Channel): boolean {
  const isAllowed = store.isPermitted('can_add_subscribers_group') || canAdminister(store, channel);
  return isAllowed || store.isInGroup(channel.can_add_subscribers_group);
}

export function mayRemoveSubscribers(store: Store, channel: Channel): boolean {
  return store.read('people').state.is_admin || store.isInGroup(channel.can_remove_subscribers_group);
}
