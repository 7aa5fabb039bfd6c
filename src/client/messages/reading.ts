import type { Clock } from '../store/clock.ts';

/** How long a message is on screen before it counts as read, in milliseconds. */
const pause = 300;

interface Options {
  clock: Clock;
  /** Whether the user is looking at the page. */
  isPresent: () => boolean;
  /** Marks what is on screen as read. */
  read: () => void;
}

/** Marks messages as read that have been on screen for a moment while the user is present. */
export class Reading {
  readonly #options: Options;
  #stop: (() => void) | undefined;
  #at = 0;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Plans to read after a pause. Scrolling moves the time, which is cheaper than another timer. */
  plan(): void {
    this.#at = this.#options.clock.now() + pause;
    this.#stop ??= this.#wait(pause);
  }

  stop(): void {
    this.#stop?.();
    this.#stop = undefined;
  }

  #wait(milliseconds: number): () => void {
    return this.#options.clock.after(milliseconds, () => {
      const left = this.#at - this.#options.clock.now();
      // More than a pause is left only if the clock was put back.
      const isMoved = left > 1 && left <= pause;
      this.#stop = isMoved ? this.#wait(left) : undefined;
      if (!isMoved && this.#options.isPresent()) this.#options.read();
    });
  }
}
