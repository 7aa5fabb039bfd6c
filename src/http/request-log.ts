import type { IncomingMessage, Server } from 'node:http';
import type { Clock } from '../ground/clock.ts';
import type { Log } from '../ground/log.ts';
import { type Random, randomText } from '../ground/random.ts';

const digits = '0123456789abcdef';
const ids = new WeakMap<IncomingMessage, string>();

/** The id of a request in the log, and in the answer where it fails. */
export function requestIdOf(random: Random, request: IncomingMessage): string {
  const known = ids.get(request);
  if (known !== undefined) return known;
  const id = randomText(random, digits, 16);
  ids.set(request, id);
  return id;
}

/** Writes a line at the level debug for each answer of a server: how it ended and after how many milliseconds. */
export function logRequests(server: Server, { log, clock, random }: { log: Log; clock: Clock; random: Random }): void {
  server.prependListener('request', (request, response) => {
    const { method } = request;
    // The framework shortens the address on its way.
    const path = pathOf(request);
    const began = clock.monotonic();
    response.once('close', () => {
      const status = response.writableFinished ? response.statusCode : 'cut off';
      log.debug('answered', {
        request_id: requestIdOf(random, request),
        method,
        path,
        status,
        ms: Math.round(clock.monotonic() - began),
      });
    });
  });
}

/** The path of a request without the keys of invitations and files, which addresses of pages can hold. */
export function pathOf({ url = '/' }: IncomingMessage): string {
  const path = url.split('?', 1)[0] ?? '';
  return path.startsWith('/api/') ? path : path.replace(/^(\/*[^/]+\/+).+$/, '$1…');
}
