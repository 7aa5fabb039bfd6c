import { type Signal, signal } from '@preact/signals-core';

/** Resolves when a tab may request events: `wait` for a long poll, or `ask` for the events already there. */
export interface Turns {
  next(): Promise<'wait' | 'ask'>;
}

const keepAlive = 4 * 60_000;
const lockName = 'chatd-leader';

/**
 * Shares the few connections that a browser opens to one server among its tabs. Visible tabs wait for events, and one
 * more, the leader, which shows notifications. The others fetch events when they become visible, and often enough to
 * keep their queues.
 */
export class Tabs implements Turns {
  /** Whether this tab notifies and counts for all tabs. */
  readonly isLeader: Signal<boolean> = signal(false);
  #changed: () => void = () => {};

  constructor() {
    document.addEventListener('visibilitychange', () => this.#changed());
    // Without locks, as on plain http, hidden tabs never wait.
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
