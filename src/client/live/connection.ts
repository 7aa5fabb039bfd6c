import { type Signal, signal } from '@preact/signals-core';
import { type Call, CallError, register } from '../api/call.ts';
import type { ServerEvent, State } from '../api/types.ts';
import type { Turns } from '../device/tabs.ts';
import { type Clock, systemClock } from '../store/clock.ts';
import { undisturbed } from '../store/store.ts';
import { EventStream, type Ways } from './event-stream.ts';

/** The parts of the client that a connection keeps up to date. */
interface Listener {
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

// All times are milliseconds.

const firstPause = 100;
/** The longest pause in a tab that somebody sees: before many failures, and after them. */
const shownPauses = [1000, 1500] as const;
const manyFailures = 20;
const hiddenPause = 10_000;
/** Requests beside each other: one on a dead connection holds up no other. Browsers open six connections to a server. */
const mostProbes = 3;
/** Without an answer for this time, the connection counts as lost. */
const silence = 3000;
/** The server answers each poll within 55 seconds. */
const longestPoll = 65_000;
const longestRegistration = 15_000;

/** A request for the events already there. */
interface Probe {
  /** Never resolved if the server cannot be reached. */
  answer: Promise<Answer>;
  /** Resolved if the server cannot be reached. */
  failure: Promise<'failed'>;
  abort(): void;
}

const never = new Promise<never>(() => {});

type Answer = { events: readonly ServerEvent[] } | { refusal: CallError };

/** Receives events as long as the page lives, across lost connections, restarts and sleep. */
export class Connection {
  /** Whether the last request was answered. */
  readonly isOnline: Signal<boolean> = signal(true);
  readonly #call: Call;
  readonly #stream: EventStream;
  readonly #listener: Listener;
  readonly #turns: Turns;
  readonly #clock: Clock;
  #lastEvent: number;
  /** Whether the server may be unreachable: then no request waits for events before another was answered at once. */
  #isDoubtful = false;
  #failures = 0;
  /** Registrations without success since the server last accepted a request. */
  #refusals = 0;
  #isStopped = false;
  #abort: () => void = () => {};
  #wake: () => void = () => {};

  constructor(ways: Ways, listener: Listener, turns: Turns, clock: Clock = systemClock) {
    this.#call = ways.call;
    this.#stream = new EventStream(ways, clock);
    this.#listener = listener;
    this.#turns = turns;
    this.#clock = clock;
    this.#lastEvent = listener.model.state.last_event_id;
  }

  async run(): Promise<void> {
    while (!this.#isStopped) {
      const turn = this.#isDoubtful ? 'ask' : await this.#turns.next();
      if (this.#isStopped) return;
      if (turn === 'wait' && !this.#isDoubtful) await this.#wait();
      else await this.#ask();
    }
  }

  stop(): void {
    this.#isStopped = true;
    this.#abort();
    this.#wake();
  }

  /** Checks at once whether the server answers, and whether this tab may still wait for events. */
  renew(): void {
    this.#failures = 0;
    this.#isDoubtful = true;
    this.#abort();
    this.#wake();
  }

  /** Waits for events. */
  async #wait(): Promise<void> {
    try {
      if (this.#stream.mayOpen) return await this.#listen();
      this.#take(await this.#withTimeout(longestPoll, (controller) => this.#poll({}, controller)));
      this.#answered();
    } catch (error) {
      this.#isDoubtful = true;
      if (isFinal(error)) await this.#accept(error);
    }
  }

  /** Receives events by stream until it ends. */
  async #listen(): Promise<void> {
    const controller = new AbortController();
    this.#abort = () => controller.abort();
    const place = () => this.#place;
    const heard = (events: readonly ServerEvent[]) => {
      this.#take(events);
      this.#answered();
    };
    await this.#stream.receive({ place, heard }, controller);
    this.#isDoubtful = true;
  }

  /** Fetches the events already there, however often the server does not answer. */
  async #ask(): Promise<void> {
    const begun = this.#clock.now();
    const probes: Probe[] = [];
    while (!this.#isStopped) {
      const probe = this.#probe();
      probes.push(probe);
      if (probes.length > mostProbes) probes.shift()?.abort();
      const answers = probes.map(({ answer }) => answer);
      const found = await Promise.race([...answers, probe.failure, this.#sleep(this.#longestPause())]);
      if (typeof found === 'object') {
        for (const one of probes) one.abort();
        return this.#process(found);
      }
      if (found === 'failed' || this.#clock.now() - begun >= silence) this.isOnline.value = false;
      if (found === 'failed') await this.#sleep(this.#pauseAfter(this.#failures));
      this.#failures += 1;
    }
  }

  async #process(answer: Answer): Promise<void> {
    if ('refusal' in answer) return this.#accept(answer.refusal);
    this.#isDoubtful = false;
    this.#take(answer.events);
    this.#answered();
  }

  #probe(): Probe {
    const controller = new AbortController();
    const asked = this.#poll({ dont_block: true }, controller);
    const answer = asked.then(
      (events) => ({ events }),
      (error) => (isFinal(error) ? { refusal: error } : never),
    );
    const failure = asked.then(
      () => never,
      (error) => (isFinal(error) ? never : ('failed' as const)),
    );
    return { answer, failure, abort: () => controller.abort() };
  }

  async #poll(params: object, { signal }: AbortController): Promise<readonly ServerEvent[]> {
    const all = { ...this.#place, ...params };
    const options = { signal, silence: longestPoll };
    const { events } = await this.#call<{ events: ServerEvent[] }>('GET', '/events', all, options);
    return events;
  }

  get #place() {
    return { queue_id: this.#listener.model.state.queue_id, last_event_id: this.#lastEvent };
  }

  #take(events: readonly ServerEvent[]): void {
    this.#failures = 0;
    this.#refusals = 0;
    this.#lastEvent = events.at(-1)?.id ?? this.#lastEvent;
    // A fault of the client must not look like one of the network.
    undisturbed(() => this.#listener.apply(events));
  }

  #answered(): void {
    if (this.isOnline.value) return;
    this.isOnline.value = true;
    undisturbed(() => this.#listener.reconnected());
  }

  /** Acts on an error that repeating does not change. */
  async #accept(error: CallError): Promise<void> {
    if (error.status === 401) {
      this.stop();
      return error.code === 'OTHER_USER' ? this.#listener.replaced() : this.#listener.loggedOut();
    }
    await this.#sleep(this.#pauseAfter(this.#refusals));
    this.#refusals += 1;
    if (!(await this.#restart())) this.isOnline.value = false;
  }

  async #restart(): Promise<boolean> {
    try {
      const state = await this.#withTimeout(longestRegistration, ({ signal }) => register(this.#call, { signal }));
      this.#startWith(state);
      return true;
    } catch {
      return false;
    }
  }

  #startWith(state: State): void {
    if (state.user_id !== this.#listener.model.state.user_id) {
      this.stop();
      this.#listener.replaced();
      return;
    }
    this.#lastEvent = state.last_event_id;
    this.#isDoubtful = false;
    undisturbed(() => this.#listener.restart(state));
    this.#answered();
  }

  /** Runs a request that renew() and stop() abort, or the time. */
  async #withTimeout<Result>(time: number, request: (controller: AbortController) => Promise<Result>): Promise<Result> {
    const controller = new AbortController();
    this.#abort = () => controller.abort();
    const cancel = this.#clock.after(time, () => controller.abort());
    return request(controller).finally(cancel);
  }

  /** Longer after each failure, and random, so that clients do not retry together. */
  #pauseAfter(failures: number): number {
    const time = Math.min(this.#longestPause(), firstPause * 2 ** failures);
    return time * (0.5 + this.#clock.random() / 2);
  }

  #longestPause(): number {
    if (!this.#turns.isShown()) return hiddenPause;
    return shownPauses[this.#failures < manyFailures ? 0 : 1];
  }

  #sleep(time: number): Promise<undefined> {
    return new Promise((resolve) => {
      const cancel = this.#clock.after(time, () => resolve(undefined));
      this.#wake = () => {
        cancel();
        resolve(undefined);
      };
    });
  }
}

/** Whether a request would be refused again: by the server itself, and not because it is busy or restarts. */
function isFinal(error: unknown): error is CallError {
  if (!(error instanceof CallError)) return false;
  return error.status < 500 && error.status !== 408 && error.status !== 429;
}
