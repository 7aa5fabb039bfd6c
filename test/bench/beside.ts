import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { Connection, postRequest } from './connection.ts';
import type { Person } from './data.ts';

/** Sends messages one after the other for so many milliseconds; returns the 99th percentile of how long each took. */
export async function sendFor(port: number, person: Person, length: number): Promise<number> {
  const connection = await Connection.open(port);
  const to = JSON.stringify([person.user.id]);
  const request = postRequest('/api/v1/messages', person, { type: 'direct', to, content: 'hello' });
  const times: number[] = [];
  for (const end = performance.now() + length; performance.now() < end; await wait(5)) {
    const began = performance.now();
    await connection.request(request);
    times.push(performance.now() - began);
  }
  connection.close();
  return times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN;
}

/** What `act` returns, and the most resident memory of a process meanwhile, in MB. */
export async function watchMemory<Result>(
  pid: number,
  act: () => Promise<Result>,
): Promise<{ result: Result; most: number }> {
  let most = residentMegabytes(pid);
  const sampling = setInterval(() => {
    most = Math.max(most, residentMegabytes(pid));
  }, 50);
  const result = await act();
  clearInterval(sampling);
  return { result, most };
}

export function residentMegabytes(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}
