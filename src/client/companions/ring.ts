import { ringOf } from '../../reach/reach.ts';
import type { Call } from '../api/types.ts';
import type { Client } from '../client.ts';
import { listCalls } from '../store/calls.ts';

/** A call that rings for the user, and whether it sounds. */
export interface Ring {
  call: Call;
  isLoud: boolean;
}

/** The first call whose ringing may reach the user here, by the rule of all notifications. */
export function findRing({ store, isQuiet }: Client): Ring | undefined {
  const { muted_users, user_settings } = store.read('personal').state;
  const person = { isQuiet: () => isQuiet.value, has: (setting: string) => user_settings[setting] === true };
  for (const call of listCalls(store) ?? []) {
    if (!call.rings.includes(store.user_id)) continue;
    const ring = ringOf(person, { isFromMuted: muted_users.some(({ id }) => id === call.started_by) });
    if (ring !== 'never') return { call, isLoud: ring === 'loud' };
  }
  return undefined;
}
