import type { State } from '../../src/client/api/types.ts';
import type { Clock } from '../../src/client/store/clock.ts';
import { Store } from '../../src/client/store/store.ts';

const lists = [
  'streams',
  'subscriptions',
  'unsubscribed',
  'never_subscribed',
  'realm_user_groups',
  'starred_messages',
  'recent_private_conversations',
  'user_topics',
  'muted_users',
];

/** The store of user 9, with as much of the state as lists of messages and drafts read. */
export function createStore(fields: object = {}, clock?: Clock): Store {
  const state = {
    user_id: 9,
    unread_msgs: { pms: [], streams: [], huddles: [], mentions: [] },
    ...Object.fromEntries(lists.map((name) => [name, []])),
    ...fields,
  };
  return new Store(state as unknown as State, clock);
}
