import type { Clock } from '../ground/clock.ts';
import type { ApiError } from '../http/errors.ts';

/** A call of a tool, and its answer: what a person needs to see why nothing came, and no secret. */
export interface WebhookCall {
  /** The name of the tool in the URL. */
  tool: string;
  /** Null if the call did not get as far. */
  event: string | null;
  /** In UNIX seconds. */
  time: number;
  result: 'posted' | 'excluded' | 'refused';
  /** Null without an error. */
  error: ApiError | null;
}

/** The port for code that remembers calls. */
export interface RemembersCalls {
  webhookCalls: WebhookCalls;
}

/** In seconds. */
const longestAge = 24 * 60 * 60;
const mostBots = 10_000;

/** The last call to each bot, for 24 hours. They are in memory: a restart forgets them. */
export class WebhookCalls {
  #clock: Clock;
  #calls = new Map<number, WebhookCall>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  find(bot_id: number): WebhookCall | undefined {
    const call = this.#calls.get(bot_id);
    return call && call.time > this.#clock.now() - longestAge ? call : undefined;
  }

  /** Remembers a call with its answer: an error, or whether it was posted. */
  remember(bot_id: number, tool: string, event: string | null, answer: ApiError | 'posted' | 'excluded'): void {
    this.#calls.delete(bot_id);
    this.#calls.set(bot_id, {
      tool,
      event: event?.slice(0, 100) ?? null,
      time: this.#clock.now(),
      result: typeof answer === 'string' ? answer : 'refused',
      error: typeof answer === 'string' ? null : answer,
    });
    const [oldest] = this.#calls.keys();
    if (this.#calls.size > mostBots && oldest !== undefined) this.#calls.delete(oldest);
  }
}
