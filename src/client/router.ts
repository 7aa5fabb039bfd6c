import { type ReadonlySignal, type Signal, signal } from '@preact/signals-core';
import { type Names, parseHash, type Route } from './routes.ts';

/** Follows the URL of the page. */
export class Router {
  readonly #route: Signal<Route>;
  readonly #names: Names;

  constructor(names: Names) {
    this.#names = names;
    this.#route = signal(parseHash(location.hash, names));
    addEventListener('hashchange', () => {
      this.#route.value = parseHash(location.hash, this.#names);
    });
  }

  get route(): ReadonlySignal<Route> {
    return this.#route;
  }

  go(hash: string): void {
    location.hash = hash;
  }

  /** Opens another address without a history entry for the present one, which is no longer valid. */
  replace(hash: string): void {
    history.replaceState(null, '', hash);
    this.#route.value = parseHash(hash, this.#names);
  }
}
