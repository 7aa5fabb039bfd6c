import { type ReadonlySignal, type Signal, signal } from '@preact/signals-core';
import { type Names, parseHash, type Route } from '../store/routes.ts';

/** Follows the URL of the page. */
export class Router {
  readonly #route: Signal<Route>;
  readonly #names: Names;
  readonly #choices = signal(0);
  #shown = location.hash;

  constructor(names: Names) {
    this.#names = names;
    this.#route = signal(parseHash(location.hash, names));
    addEventListener('hashchange', () => this.#follow());
  }

  get route(): ReadonlySignal<Route> {
    return this.#route;
  }

  /** The number of addresses that the user opened or chose, and not of those that only replaced another. */
  get choices(): ReadonlySignal<number> {
    return this.#choices;
  }

  go(hash: string): void {
    location.hash = hash;
    // The event comes a moment later, when the user may be typing already.
    this.#follow();
  }

  /** Opens an address once it is known, unless the user has opened or chosen another one meanwhile. */
  async goTo(address: Promise<string>): Promise<void> {
    this.#choices.value += 1;
    const isWanted = this.hold();
    const hash = await address;
    if (isWanted()) this.go(hash);
  }

  /** Returns a function that tells, after a request, whether the user has not opened or chosen another address since. */
  hold(): () => boolean {
    const choices = this.#choices.peek();
    return () => choices === this.#choices.peek();
  }

  /** Opens another address without a history entry for the present one, which is no longer valid. */
  replace(hash: string): void {
    history.replaceState(null, '', hash);
    this.#shown = location.hash;
    this.#route.value = parseHash(hash, this.#names);
  }

  #follow(): void {
    if (this.#shown === location.hash) return;
    this.#shown = location.hash;
    this.#choices.value += 1;
    this.#route.value = parseHash(location.hash, this.#names);
  }
}
