import { useRef } from 'preact/hooks';
import { useClient } from '../parts/context.ts';

/** Stores the order of a list, given the keys of its items. */
export type Reorder<Key> = (keys: Key[]) => Promise<unknown>;

/** Moves an item of a list up or down by one. */
export type Move<Key> = (key: Key, step: 1 | -1) => void;

/**
 * Sorts a list whose order the server keeps. A move builds on the one before, even if that is not stored yet: people
 * press a button several times to move an item further.
 */
export function useSorting<Key>(keys: readonly Key[], reorder: Reorder<Key> | undefined): Move<Key> | undefined {
  const client = useClient();
  const state = useRef({ stored: keys, wanted: keys, left: 0, last: Promise.resolve() }).current;
  if (state.left === 0 && keys.join() !== state.stored.join()) state.wanted = keys;
  state.stored = keys;
  if (!reorder) return undefined;

  const store = async (order: Key[]) => {
    const isStored = await client.attempt(reorder(order));
    state.left -= 1;
    if (!isStored) state.wanted = state.stored;
  };
  return (key, step) => {
    const order = state.wanted.filter((one) => one !== key);
    order.splice(Math.max(0, state.wanted.indexOf(key) + step), 0, key);
    state.wanted = order;
    state.left += 1;
    state.last = state.last.then(() => store(order));
  };
}
