import type { Storage } from '../store/stored-list.ts';

const keyOf = (user_id: number) => `newcomer:${user_id}`;

/** Remembers that a user is new here, on this device. */
export function markNewcomer(storage: Storage, user_id: number): void {
  storage.setItem(keyOf(user_id), 'new');
}

export function isNewcomer(storage: Storage, user_id: number): boolean {
  return storage.getItem(keyOf(user_id)) === 'new';
}

/** Remembers that a user has read what newcomers are told. */
export function greeted(storage: Storage, user_id: number): void {
  storage.setItem(keyOf(user_id), 'greeted');
}
