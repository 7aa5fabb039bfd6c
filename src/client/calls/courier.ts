import { CallError } from '../api/call.ts';
import type { Clock } from '../store/clock.ts';
import { keyOfMember, type Member } from './mesh.ts';
import type { Signal } from './peer.ts';

type Post = (to: Member, data: string) => Promise<unknown>;

/** The pause after a failure, in milliseconds. */
const pause = 1000;

/** Brings signals to each member in order, and repeats those that did not reach the server. */
export class Courier {
  readonly #post: Post;
  readonly #clock: Clock;
  readonly #waiting = new Map<string, Signal[]>();
  #isOver = false;

  constructor(post: Post, clock: Clock) {
    this.#post = post;
    this.#clock = clock;
  }

  send(to: Member, signal: Signal): void {
    const key = keyOfMember(to);
    const waiting = this.#waiting.get(key);
    if (waiting) waiting.push(signal);
    else {
      this.#waiting.set(key, [signal]);
      void this.#bring(to, key);
    }
  }

  end(): void {
    this.#isOver = true;
  }

  async #bring(to: Member, key: string): Promise<void> {
    const waiting = this.#waiting.get(key) ?? [];
    while (waiting[0] && !this.#isOver) {
      if (await this.#attempt(to, waiting[0])) waiting.shift();
      else await new Promise<void>((resolve) => this.#clock.after(pause, resolve));
    }
    this.#waiting.delete(key);
  }

  /** Returns whether the signal is done with: it arrived, or its member has left. */
  async #attempt(to: Member, signal: Signal): Promise<boolean> {
    try {
      await this.#post(to, JSON.stringify(signal));
      return true;
    } catch (error) {
      return error instanceof CallError && error.status !== 429 && error.status < 500;
    }
  }
}
