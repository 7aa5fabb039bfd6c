import { type Signal, signal } from '@preact/signals-core';
import type { Clock } from '../store/clock.ts';

/** Decides when a tab may request events: `wait` for a long poll, or `ask` for the events already there. */
export interface Turns {
  next(): Promise<'wait' | 'ask'>;
  /** Whether somebody sees this tab. */
  isShown(): boolean;
}

/** The parts of a browser that tabs share. */
interface Browser {
  page: { readonly visibilityState: string; addEventListener(type: 'visibilitychange', act: () => void): void };
  /** Undefined on plain http. */
  locks: Locks | undefined;
  clock: Clock;
}

interface Locks {
  request(name: string, act: () => Promise<void>): Promise<unknown>;
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
  readonly #browser: Browser;
  #changed: () => void = () => {};

  constructor(browser: Browser) {
    this.#browser = browser;
    browser.page.addEventListener('visibilitychange', () => this.#changed());
    // Without locks, hidden tabs never wait.
    void browser.locks?.request(lockName, () => {
      this.isLeader.value = true;
      this.#changed();
      return new Promise(() => {});
    });
  }

  next(): Promise<'wait' | 'ask'> {
    if (this.#mayWait()) return Promise.resolve('wait');
    return new Promise((resolve) => {
      const cancel = this.#browser.clock.after(keepAlive, () => resolve('ask'));
      this.#changed = () => {
        if (!this.#mayWait()) return;
        cancel();
        resolve('wait');
      };
    });
  }

  isShown(): boolean {
    return this.#browser.page.visibilityState === 'visible';
  }

  /** Runs an act in one tab at a time. Without locks, tabs do not wait for each other. */
  async alone(name: string, act: () => Promise<void>): Promise<void> {
    const { locks } = this.#browser;
    await (locks ? locks.request(name, act) : act());
  }

  #mayWait(): boolean {
    return this.isShown() || this.isLeader.value;
  }
}

const tick = { shown: 1000, hidden: 10_000 };
/** Browsers delay the timers of hidden pages by up to a minute. */
const delay = { shown: 10_000, hidden: 120_000 };

/** Calls back after the computer was asleep: its connections may be dead. Returns a function that checks that at once. */
export function watchSleep(clock: Clock, isShown: () => boolean, awake: () => void): () => void {
  let last = clock.now();
  let cancel = (): void => {};
  let state: 'shown' | 'hidden' = 'shown';
  const look = () => {
    cancel();
    if (clock.now() - last > tick[state] + delay[state]) awake();
    last = clock.now();
    state = isShown() ? 'shown' : 'hidden';
    cancel = clock.after(tick[state], look);
  };
  look();
  return look;
}
