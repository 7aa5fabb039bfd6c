import type { ServerResponse } from 'node:http';
import type { Clock } from '../ground/clock.ts';
import type { RateSettings } from '../ground/setting-forms.ts';
import { countedAddress, isLoopback } from './client-address.ts';
import { rateLimitHit } from './errors.ts';

interface Sender {
  address: string;
  /** Undefined without a login. */
  user_id?: number | undefined;
}

/** The state of a sender's limit. */
interface Standing {
  limit: number;
  remaining: number;
  /** The time when the whole limit is available again, in UNIX seconds, if no request comes until then. */
  reset: number;
}

/**
 * Limits the requests of each user, and of each address without a login. Requests from this machine are not limited.
 */
export class RateLimits {
  readonly #user: readonly RateLimit[];
  readonly #address: readonly RateLimit[];

  /** Without settings there are no limits. */
  constructor(clock: Clock, settings?: RateSettings) {
    const limit = (max: number, windowSeconds: number) => new RateLimit(clock, max, windowSeconds);
    this.#user = settings ? [limit(settings.user_minute, 60), limit(settings.user_hour, 3600)] : [];
    this.#address = settings ? [limit(settings.address_minute, 60)] : [];
  }

  /**
   * Counts a request as `weight` requests and sets the headers about the remainder. If too little is left, throws
   * rateLimitHit and counts nothing.
   */
  count({ address, user_id }: Sender, weight: number, response: ServerResponse): void {
    if (isLoopback(address)) return;
    const limits = user_id === undefined ? this.#address : this.#user;
    const name = user_id === undefined ? countedAddress(address) : String(user_id);
    const wait = Math.max(0, ...limits.map((limit) => limit.wait(name, weight)));
    if (wait === 0) for (const limit of limits) limit.add(name, weight);
    const [tightest] = limits.map((limit) => limit.standing(name)).sort((a, b) => a.remaining - b.remaining);
    if (tightest) tell(response, tightest);
    if (wait > 0) throw rateLimitHit({ seconds: wait });
  }
}

function tell(response: ServerResponse, { limit, remaining, reset }: Standing): void {
  response.setHeader('X-RateLimit-Limit', limit);
  response.setHeader('X-RateLimit-Remaining', remaining);
  response.setHeader('X-RateLimit-Reset', reset);
}

/** The counts of the current window and of the one before; `began_at` is in monotonic milliseconds. */
interface Counted {
  began_at: number;
  now: number;
  before: number;
}

const maxNames = 100_000;

/**
 * A sliding window. The previous window counts by its overlap, as if its requests had been spread evenly; so a name
 * needs three numbers, however many requests it sends.
 */
export class RateLimit {
  readonly #clock: Clock;
  readonly #max: number;
  readonly #window: number;
  #counted = new Map<string, Counted>();

  constructor(clock: Clock, max: number, windowSeconds: number) {
    this.#clock = clock;
    this.#max = max;
    this.#window = windowSeconds * 1000;
  }

  /** Seconds until this weight is allowed; 0 if it is now. */
  wait(name: string, weight: number): number {
    const counted = this.#find(name);
    const room = this.#max - Math.min(weight, this.#max);
    const past = (this.#clock.monotonic() - counted.began_at) / this.#window;
    // The room grows as the previous window slides out. If the current count alone is too high, there is room only in
    // the next window.
    if (counted.now <= room) {
      const share = counted.before <= room - counted.now ? 0 : 1 - (room - counted.now) / counted.before;
      return this.#seconds(share - past);
    }
    return this.#seconds(1 - past + 1 - room / counted.now);
  }

  add(name: string, weight: number): void {
    const counted = this.#find(name);
    counted.now += weight;
    this.#counted.delete(name);
    this.#counted.set(name, counted);
    // Evict the oldest name, so that a flood of invented names cannot fill the memory.
    const [first] = this.#counted.keys();
    if (this.#counted.size > maxNames && first !== undefined) this.#counted.delete(first);
  }

  standing(name: string): Standing {
    const counted = this.#find(name);
    const past = (this.#clock.monotonic() - counted.began_at) / this.#window;
    const used = counted.now + counted.before * Math.max(0, 1 - past);
    const windows = counted.now > 0 ? 2 - past : used > 0 ? 1 - past : 0;
    return {
      limit: this.#max,
      remaining: Math.max(0, Math.floor(this.#max - used)),
      reset: Math.ceil(this.#clock.now() + (windows * this.#window) / 1000),
    };
  }

  /**
   * Converts a share of the window to seconds. Rounded to milliseconds, because a smaller remainder is a rounding
   * error.
   */
  #seconds(share: number): number {
    return Math.max(0, Math.round(share * this.#window)) / 1000;
  }

  #find(name: string): Counted {
    const time = this.#clock.monotonic();
    const counted = this.#counted.get(name);
    if (!counted) return { began_at: time, now: 0, before: 0 };
    const windows = Math.floor((time - counted.began_at) / this.#window);
    if (windows === 0) return counted;
    return { began_at: counted.began_at + windows * this.#window, now: 0, before: windows === 1 ? counted.now : 0 };
  }
}
