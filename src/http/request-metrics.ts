import type { Server, ServerResponse } from 'node:http';

/** Upper ends of the classes of durations, in seconds. */
const bounds = [0.005, 0.025, 0.1, 0.5, 2.5, 10, 90];

/** How requests to one endpoint ended, and how long they took. */
export interface EndpointMetrics {
  /** By status; `cut` for answers that broke off. */
  readonly counts: Map<string, number>;
  /** Requests that took at most so many seconds, by bound. */
  readonly within: Map<number, number>;
  count: number;
  seconds: number;
}

/** Counts the answers of a server. */
export class RequestMetrics {
  /** By method and path as declared; what is no endpoint of the API is `other`. */
  readonly endpoints = new Map<string, EndpointMetrics>();
  #names = new WeakMap<ServerResponse, string>();

  /** Counts everything that a server answers from now on. */
  observe(server: Server): void {
    server.prependListener('request', (_request, response) => {
      const began = performance.now();
      response.once('close', () => this.#add(response, (performance.now() - began) / 1000));
    });
  }

  /** Tells which endpoint gives an answer. */
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
