import type { Clock } from '../ground/clock.ts';
import type { Phrase } from '../http/phrase.ts';

/** One attempt to call the URL of a bot, without text, address or secret. */
interface OutgoingCall {
  /** In UNIX seconds. */
  time: number;
  /** The reason of the call: a mention, a direct message, a command or a button. */
  trigger: string;
  /** The number of the attempt, from 1 on. */
  attempt: number;
  /** The status of the answer; null without one. */
  status: number | null;
  /** Until the answer was read, in milliseconds. */
  duration: number;
  /** What is wrong with it; null if nothing is. */
  problem: Phrase | null;
  /** When it is tried again, in UNIX seconds; null if it is not. */
  next_at: number | null;
}

/** The port for code that remembers calls. */
export interface RemembersOutgoing {
  outgoingCalls: OutgoingCalls;
}

/** In seconds. */
const longestAge = 24 * 60 * 60;
const mostCalls = 20;
const mostBots = 1000;

/** The last calls of each bot, for 24 hours and newest first. They are in memory: a restart forgets them. */
export class OutgoingCalls {
  #clock: Clock;
  #calls = new Map<number, readonly OutgoingCall[]>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  list(bot_id: number): readonly OutgoingCall[] {
    return (this.#calls.get(bot_id) ?? []).filter(({ time }) => time > this.#clock.now() - longestAge);
  }

  remember(bot_id: number, call: OutgoingCall): void {
    const calls = [call, ...this.list(bot_id)].slice(0, mostCalls);
    this.#calls.delete(bot_id);
    this.#calls.set(bot_id, calls);
    const [oldest] = this.#calls.keys();
    if (this.#calls.size > mostBots && oldest !== undefined) this.#calls.delete(oldest);
  }
}
