import { effect } from '@preact/signals-core';
import { brandOf, usualAccent } from '../../accent.ts';
import type { Client } from '../client.ts';

/** Follows the accent color of the organization; the page came with the one of its time. */
export function followAccent({ store }: Client): void {
  effect(() => {
    const brand = brandOf(store.read('realm').state.realm_accent_color ?? usualAccent);
    document.documentElement.style.setProperty('--brand', brand ?? null);
  });
}
