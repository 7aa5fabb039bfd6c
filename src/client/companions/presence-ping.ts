import { longestSilence } from '../api/silence.ts';
import type { State } from '../api/types.ts';
import type { Client } from '../client.ts';
import { findDesktop } from './desktop.ts';

const idleAfter = 5 * 60_000;

interface Answer {
  presences: State['presences'];
  presence_last_update_id: number;
  server_timestamp: number;
}

/** Reports the user's presence and fetches that of others, every minute while the page is shown. */
export function startPresence(client: Client): void {
  const { state } = client.store.model;
  // The desktop program also detects activity outside the page.
  const desktop = findDesktop();
  let lastAction = Date.now();
  let lastUpdate = Number(state.presence_last_update_id ?? -1);
  for (const name of ['pointermove', 'keydown', 'pointerdown']) {
    addEventListener(name, () => {
      lastAction = Date.now();
    });
  }
  const ping = async () => {
    if (document.visibilityState === 'hidden') return;
    const isHere = desktop ? !desktop.get_idle_on_system() : document.hasFocus() && Date.now() - lastAction < idleAfter;
    const status = isHere ? 'active' : 'idle';
    const params = { status, new_user_input: status === 'active', slim_presence: true, last_update_id: lastUpdate };
    const answer = await client
      .call<Answer>('POST', '/users/me/presence', params, { silence: longestSilence.passing })
      .catch(() => undefined);
    if (!answer) return;
    lastUpdate = answer.presence_last_update_id;
    client.presence.learn(answer.presences, answer.server_timestamp);
  };
  void ping();
  setInterval(() => void ping(), state.server_presence_ping_interval_seconds * 1000);
  document.addEventListener('visibilitychange', () => void ping());
}
