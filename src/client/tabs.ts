import { type Signal, signal } from '@preact/signals-core';

/** Says when a tab may ask for events: `wait` for some to come, or `ask` for those that are there. */
export interface Turns {
  next(): Promise<'wait' | 'ask'>;
}

const keepAlive = 4 * 60_000;
const lockName = 'chatd-leader';

/**
 * Shares the few connections that a browser opens to one server among its tabs. Those that are visible wait for events,
 * and one more, the leader, so that somebody notifies. The others ask when they become visible, and often enough that
 * the server keeps their queues.
 */
export class Tabs implements Turns {
  /** Whether this tab notifies and counts for all. */
  readonly isLeader: Signal<boolean> = signal(false);
  #changed: () => void = () => {};

  constructor() {
    document.addEventListener('visibilitychange', () => this.#changed());
    // Without locks, as on plain http, no hidden tab waits.
    void navigator.locks?.request(lockName, () => {
      this.isLeader.value = true;
      this.#changed();
      return new Promise(() => {});
    });
  }

  next(): Promise<'wait' | 'ask'> {
    if (this.#mayWait()) return Promise.resolve('wait');
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve('ask'), keepAlive);
      this.#changed = () => {
        if (!this.#mayWait()) return;
        clearTimeout(timer);
        resolve('wait');
      };
    });
  }

  #mayWait(): boolean {
    return document.visibilityState === 'visible' || this.isLeader.value;
  }
}
