import { type Signal, signal } from '@preact/signals-core';
import type { ServerEvent, State, Presence as Times } from '../api/types.ts';
import type { Store } from '../store/store.ts';

type Availability = 'active' | 'idle' | 'offline';

/** The presence of users. */
export class Presence {
  readonly #times: Signal<Readonly<Record<string, Times>>>;
  readonly #store: Store;
  /** UNIX seconds on the server's clock. */
  readonly now: Signal<number>;

  constructor(store: Store) {
    const { presences, server_timestamp } = store.model.state;
    this.#store = store;
    this.#times = signal(presences);
    this.now = signal(server_timestamp);
    store.follow((event) => {
      const { presences } = event as ServerEvent & { presences?: State['presences'] };
      if (event.type === 'presence' && presences) this.learn(presences);
    });
  }

  learn(presences: State['presences'], server_timestamp?: number): void {
    this.#times.value = { ...this.#times.value, ...presences };
    if (server_timestamp !== undefined) this.now.value = server_timestamp;
  }

  of(user_id: number): Availability {
    const { active_timestamp = 0, idle_timestamp = 0 } = this.#times.value[user_id] ?? {};
    const limit = this.now.value - this.#store.model.state.server_presence_offline_threshold_seconds;
    if (active_timestamp >= limit) return 'active';
    return idle_timestamp >= limit ? 'idle' : 'offline';
  }
}
