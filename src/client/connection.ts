import { type Signal, signal } from '@preact/signals-core';
import { type Call, CallError, register } from './api/call.ts';
import type { ServerEvent, State } from './api/types.ts';
import type { Turns } from './tabs.ts';

/** The parts of the client that a connection keeps up to date. */
export interface Listener {
  readonly model: { state: State };
  apply(events: readonly ServerEvent[]): void;
  /** The queue is lost: everything starts again with this state. */
  restart(state: State): void;
  /** The server answers again. */
  reconnected(): void;
  /** The session ended. */
  loggedOut(): void;
  /** Another user logged in in another tab. */
  replaced(): void;
}

const firstPause = 100;
const longestPause = 10_000;

/** Receives events as long as the page lives, across lost connections, restarts and sleep. */
export class Connection {
  /** Whether the last request was answered. */
  readonly isOnline: Signal<boolean> = signal(true);
  readonly #call: Call;
  readonly #listener: Listener;
  readonly #turns: Turns;
  #lastEvent: number;
  #failures = 0;
  #isStopped = false;
  #abort = new AbortController();
  #wake: () => void = () => {};

  constructor(call: Call, listener: Listener, turns: Turns) {
    this.#call = call;
    this.#listener = listener;
    this.#turns = turns;
    this.#lastEvent = listener.model.state.last_event_id;
  }

  async run(): Promise<void> {
    while (!this.#isStopped) {
      const turn = await this.#turns.next();
      if (this.#isStopped) return;
      try {
        await this.#poll(turn === 'ask');
        this.#succeed();
      } catch (error) {
        await this.#recover(error);
      }
    }
  }

  stop(): void {
    this.#isStopped = true;
    this.#abort.abort();
    this.#wake();
  }

  /** Aborts the present request and checks again whether this tab may poll; after a failure it retries at once. */
  renew(): void {
    this.#failures = 0;
    this.#abort.abort();
    this.#wake();
  }

  async #poll(dont_block: boolean): Promise<void> {
    const { queue_id } = this.#listener.model.state;
    const { signal } = this.#abort;
    const params = { queue_id, last_event_id: this.#lastEvent, ...(dont_block ? { dont_block } : {}) };
    const { events } = await this.#call<{ events: ServerEvent[] }>('GET', '/events', params, { signal });
    this.#lastEvent = events.at(-1)?.id ?? this.#lastEvent;
    this.#listener.apply(events);
  }

  #succeed(): void {
    this.#failures = 0;
    if (this.isOnline.value) return;
    this.isOnline.value = true;
    this.#listener.reconnected();
  }

  async #recover(error: unknown): Promise<void> {
    if (this.#abort.signal.aborted) {
      this.#abort = new AbortController();
      return;
    }
    if (error instanceof CallError && error.status === 401) {
      this.stop();
      this.#listener.loggedOut();
      return;
    }
    if (error instanceof CallError && error.code === 'BAD_EVENT_QUEUE_ID' && (await this.#restart())) return;
    this.isOnline.value = false;
    await this.#pause();
  }

  async #restart(): Promise<boolean> {
    try {
      const state = await register(this.#call);
      if (state.user_id !== this.#listener.model.state.user_id) {
        this.stop();
        this.#listener.replaced();
        return true;
      }
      this.#lastEvent = state.last_event_id;
      this.#listener.restart(state);
      this.#succeed();
      return true;
    } catch {
      return false;
    }
  }

  /** Waits longer after each failure, and a random time, so that tabs do not retry together. */
  #pause(): Promise<void> {
    const longest = Math.min(longestPause, firstPause * 2 ** this.#failures);
    this.#failures += 1;
    const time = longest * (0.5 + Math.random() / 2);
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, time);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
