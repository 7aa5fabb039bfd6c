import type { Clock } from '../ground/clock.ts';

/** In milliseconds: a member without a sign of life for so long is out. Clients send one every five seconds. */
const longestSilence = 12_000;
/** In milliseconds: what did not run for so long could hear nobody. */
const longestPause = 4000;

/** A port for code that notes that a member is there. */
export interface HearsMembers {
  lifeSigns: LifeSigns;
}

/** When members of calls were last heard, in memory: after a restart, each has as much time again. */
export class LifeSigns {
  #clock: Clock;
  #heard = new Map<number, number>();
  #since: number;
  #checked_at: number;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#since = clock.monotonic();
    this.#checked_at = this.#since;
  }

  /** Notes a sign of life of a user. */
  note(user_id: number): void {
    this.#heard.set(user_id, this.#clock.monotonic());
  }

  /**
   * Returns a test for users who were silent too long, and forgets all but the present members. Called every second; when
   * the server itself was held up, nobody counts as silent yet.
   */
  silenceTest(present_ids: ReadonlySet<number>): (user_id: number) => boolean {
    const now = this.#clock.monotonic();
    if (now - this.#checked_at > longestPause) this.#since = now;
    this.#checked_at = now;
    for (const user_id of this.#heard.keys()) if (!present_ids.has(user_id)) this.#heard.delete(user_id);
    return (user_id) => now - Math.max(this.#since, this.#heard.get(user_id) ?? 0) >= longestSilence;
  }
}
