import type { Server, ServerResponse } from 'node:http';

/** Upper bounds of the histogram, in seconds; descending. */
const bounds = [90, 10, 2.5, 0.5, 0.1, 0.025, 0.005];

interface EndpointMetrics {
  /** By status; `cut` for answers that broke off. */
  readonly counts: Map<string, number>;
  /** Requests that took at most this many seconds, by bound; ascending. */
  readonly within: Map<number, number>;
  count: number;
  seconds: number;
}

interface Declared {
  method: string;
  path: string;
}

export class RequestMetrics {
  /** By declaration; undefined for everything outside the API. */
  #metrics = new Map<Declared | undefined, EndpointMetrics>();
  /** The endpoints that give the open answers. Not a WeakMap: thousands of waiting polls would slow down the collector. */
  #open = new Map<ServerResponse, Declared>();

  /** By declared method and path; `other` for everything outside the API. */
  get endpoints(): [name: string, metrics: EndpointMetrics][] {
    return [...this.#metrics].map(([declared, metrics]) => [
      declared ? `${declared.method} ${declared.path}` : 'other',
      metrics,
    ]);
  }

  observe(server: Server): void {
    server.prependListener('request', (_request, response) => {
      const began = performance.now();
      response.on('close', () => this.#add(response, (performance.now() - began) / 1000));
    });
  }

  /** Names the endpoint that gives an answer. */
  name(response: ServerResponse, endpoint: Declared): void {
    this.#open.set(response, endpoint);
  }

  #add(response: ServerResponse, seconds: number): void {
    const metrics = this.#of(this.#open.get(response));
    this.#open.delete(response);
    const status = response.writableFinished ? String(response.statusCode) : 'cut';
    metrics.counts.set(status, (metrics.counts.get(status) ?? 0) + 1);
    metrics.count++;
    metrics.seconds += seconds;
    for (const bound of bounds) {
      if (seconds > bound) return;
      metrics.within.set(bound, (metrics.within.get(bound) ?? 0) + 1);
    }
  }

  #of(declared: Declared | undefined): EndpointMetrics {
    const known = this.#metrics.get(declared);
    if (known) return known;
    const within = new Map(bounds.toReversed().map((bound) => [bound, 0]));
    const metrics = { counts: new Map<string, number>(), within, count: 0, seconds: 0 };
    this.#metrics.set(declared, metrics);
    return metrics;
  }
}
