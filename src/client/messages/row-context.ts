import { computed, type ReadonlySignal } from '@preact/signals-core';
import type { State, User } from '../api/types.ts';
import type { Client } from '../client.ts';
import { copy } from '../commands/actions.ts';
import { locale } from '../language/locale.ts';
import type { Reader } from '../parts/decorate.ts';
import { is24Hours } from '../text/time.ts';

/** The data that all rows of a list share. */
export interface RowContext extends Reader {
  client: Client;
  users: ReadonlyMap<number, User>;
  statuses: State['user_status'];
  muted: State['muted_users'];
  is24Hours: boolean;
  locale: string;
}

/** A new object whenever its data changes, so that rows need not compare it. */
export function createRowContext(client: Client): ReadonlySignal<RowContext> {
  const { store } = client;
  // Other settings change often, but affect no row.
  const muted = computed(() => store.read('personal').state.muted_users);
  return computed(() => {
    const { user_id, user_status: statuses, realm_playgrounds: playgrounds } = store.read('people', 'realm').state;
    return {
      ...{
        client,
        users: store.users.value,
        statuses,
        muted: muted.value,
        is24Hours: is24Hours.value,
        locale: locale(),
      },
      ...{ user_id, playgrounds, copy: (text: string) => void copy(client, text) },
    };
  });
}
