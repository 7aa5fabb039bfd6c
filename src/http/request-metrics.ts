import type { Server, ServerResponse } from 'node:http';

/** Upper bounds of the histogram, in seconds. */
const bounds = [0.005, 0.025, 0.1, 0.5, 2.5, 10, 90];

export interface EndpointMetrics {
  /** By status; `cut` for answers that broke off. */
  readonly counts: Map<string, number>;
  /** Requests that took at most this many seconds, by bound. */
  readonly within: Map<number, number>;
  count: number;
  seconds: number;
}

export class RequestMetrics {
  /** By declared method and path; `other` for everything outside the API. */
  readonly endpoints = new Map<string, EndpointMetrics>();
  #names = new WeakMap<ServerResponse, string>();

  observe(server: Server): void {
    server.prependListener('request', (_request, response) => {
      const began = performance.now();
      response.once('close', () => this.#add(response, (performance.now() - began) / 1000));
    });
  }

  /** Names the endpoint that gives an answer. */
  name(response: ServerResponse, { method, path }: { method: string; path: string }): void {
    this.#names.set(response, `${method} ${path}`);
  }

  #add(response: ServerResponse, seconds: number): void {
    const metrics = this.#of(this.#names.get(response) ?? 'other');
    const status = response.writableFinished ? String(response.statusCode) : 'cut';
    metrics.counts.set(status, (metrics.counts.get(status) ?? 0) + 1);
    metrics.count++;
    metrics.seconds += seconds;
    for (const bound of bounds) if (seconds <= bound) metrics.within.set(bound, (metrics.within.get(bound) ?? 0) + 1);
  }

  #of(name: string): EndpointMetrics {
    const known = this.endpoints.get(name);
    if (known) return known;
    const within = new Map(bounds.map((bound) => [bound, 0]));
    const metrics = { counts: new Map<string, number>(), within, count: 0, seconds: 0 };
    this.endpoints.set(name, metrics);
    return metrics;
  }
}
