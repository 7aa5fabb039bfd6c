import { effect } from '@preact/signals-core';
import { isQuiet } from '../../reach/quiet.ts';
import type { State } from '../api/types.ts';
import type { Client } from '../client.ts';

/** In milliseconds: how late the client may notice that a quiet time begins or ends. */
const interval = 5000;

/** Keeps `client.isQuiet` true to the clock, and to what the user sets on any device. */
export function followQuiet(client: Client): void {
  const look = () => {
    client.isQuiet.value = isQuietIn(client.store.read('personal').state, client.store.now());
  };
  effect(look);
  setInterval(look, interval);
}

/** Whether the user wants no notifications at a time in UNIX seconds. */
export function isQuietIn({ availability, user_settings }: State, now: number): boolean {
  // A state that this device kept may be older than the setting.
  return availability !== undefined && isQuiet(availability, user_settings.timezone, now);
}
