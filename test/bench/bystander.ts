import { Child } from './child.ts';
import { getRequest } from './connection.ts';
import type { Person } from './data.ts';
import type { Figure } from './report.ts';
import { slowestOf } from './slowest.ts';

/** Somebody else, in a process of their own, who asks a server for something cheap again and again. */
export class Bystander {
  #prober: Child;
  /** The slowest answer of each time, in milliseconds. */
  readonly waits: number[] = [];

  constructor(prober: Child) {
    this.#prober = prober;
  }

  /** To be started shortly before it is needed: the server closes a connection that has long been idle. */
  static async start({ port }: Child, person: Person): Promise<Bystander> {
    return new Bystander(await Child.start('prober', [String(port), getRequest('/api/v1/users/me', person)]));
  }

  /** Asks while something else happens; notes the slowest answer. */
  async during<Result>(act: () => Promise<Result>): Promise<Result> {
    await this.#prober.ask({ begin: true });
    const result = await act();
    this.waits.push((await this.#prober.ask({})).slowest ?? 0);
    return result;
  }

  /** The bar is in milliseconds. */
  figure(atMost: number): Figure {
    return slowestOf('the longest small request meanwhile', atMost, this.waits);
  }

  stop(): Promise<void> {
    return this.#prober.stop();
  }
}
