import type { Context } from '../context.ts';
import { doDeliverDue, findNextDue, type Retries } from './delivery.ts';

/** In milliseconds. Clocks are set and machines sleep, so longer timers are unreliable. */
const longestSleep = 60_000;
const sleepAfterFailure = 10_000;

/** Delivers due messages and reminders, and sleeps until the next one. */
export class Deliverer {
  #app: Context | undefined;
  #timer: NodeJS.Timeout | undefined;
  #retries: Retries = new Map();

  /** Starts, beginning with deliveries that became due while no server ran. Does not keep the process alive. */
  start(app: Context): void {
    this.#app = app;
    this.wake();
  }

  stop(): void {
    this.#app = undefined;
    clearTimeout(this.#timer);
  }

  /** Recomputes the time of the next delivery after something was scheduled. */
  wake(): void {
    if (this.#app) this.#sleep(this.#app, untilNext(this.#app));
  }

  #sleep(app: Context, milliseconds: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#deliver(app), milliseconds).unref();
  }

  #deliver(app: Context): void {
    try {
      doDeliverDue(app, this.#retries);
      this.wake();
    } catch (error) {
      app.log.error('what is due could not be delivered', { error });
      this.#sleep(app, sleepAfterFailure);
    }
  }
}

function untilNext(app: Context): number {
  const due_at = findNextDue(app.db);
  if (due_at === undefined) return longestSleep;
  return Math.min(Math.max(due_at - app.clock.now(), 0) * 1000, longestSleep);
}
