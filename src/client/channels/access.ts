import type { Channel } from '../api/types.ts';
import type { Store } from '../store/store.ts';

/** Whether the user may change a channel: administrators, and users with permission to administer it. */
export function mayAdminister(store: Store, channel: Channel): boolean {
  const { is_admin } = store.read('people').state;
  return is_admin || store.isInGroup(channel.can_administer_channel_group);
}

export function mayAddSubscribers(store: Store, channel: Channel): boolean {
  const isAllowed = store.isPermitted('can_add_subscribers_group') || mayAdminister(store, channel);
  return isAllowed || store.isInGroup(channel.can_add_subscribers_group);
}

export function mayRemoveSubscribers(store: Store, channel: Channel): boolean {
  return store.read('people').state.is_admin || store.isInGroup(channel.can_remove_subscribers_group);
}
