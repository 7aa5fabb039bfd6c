import type { Connection } from './connection.ts';
import { type Figure, milliseconds } from './report.ts';

export interface Requests {
  connection: Connection;
  request: (n: number) => string;
  count: number;
  /** The request after each that lets it have its effect again. */
  undo?: ((n: number) => string) | undefined;
}

/** The 99th percentile of some requests, one after the other, in milliseconds at the socket. */
export async function slowest(
  name: string,
  atMost: number,
  { connection, request, count, undo }: Requests,
): Promise<Figure> {
  const took: number[] = [];
  for (let n = 0; n < count; n++) {
    const bytes = request(n);
    const began = performance.now();
    await connection.request(bytes);
    took.push(performance.now() - began);
    if (undo) await connection.request(undo(n));
  }
  return slowestOf(name, atMost, took);
}

/** The 99th percentile of some times in milliseconds. There is no floor; the bar is so many milliseconds. */
export function slowestOf(name: string, atMost: number, times: readonly number[]): Figure {
  const took = times.toSorted((a, b) => a - b);
  const p99 = took[Math.ceil(took.length * 0.99) - 1] as number;
  const note =
    took.length > 1 ? { note: `median ${milliseconds(took[took.length >> 1] as number)} of ${took.length}` } : {};
  return { name, ours: milliseconds(p99), floor: '', ratio: p99, bar: { atMost }, ...note };
}
