import type { IncomingMessage, Server } from 'node:http';
import type { Clock } from '../ground/clock.ts';
import type { Log } from '../ground/log.ts';
import { type Random, randomText } from '../ground/random.ts';
import type { KnowsAddresses } from './client-address.ts';

const digits = '0123456789abcdef';
const ids = new WeakMap<IncomingMessage, string>();

/** The id of a request in the log, and in the answer after an internal error. */
export function requestIdOf(random: Random, request: IncomingMessage): string {
  const known = ids.get(request);
  if (known !== undefined) return known;
  const id = randomText(random, digits, 16);
  ids.set(request, id);
  return id;
}

interface Logging extends KnowsAddresses {
  log: Log;
  clock: Clock;
  random: Random;
}

/** Logs each answer at level debug: the client's address, the status, and the duration in milliseconds. */
export function logRequests(server: Server, { log, clock, random, addresses }: Logging): void {
  server.prependListener('request', (request, response) => {
    const { method } = request;
    // Read it now: the framework shortens the URL later.
    const path = pathOf(request);
    const address = addresses.of(request);
    const began = clock.monotonic();
    response.once('close', () => {
      const status = response.writableFinished ? response.statusCode : 'cut off';
      log.debug('answered', {
        request_id: requestIdOf(random, request),
        address,
        method,
        path,
        status,
        ms: Math.round(clock.monotonic() - began),
      });
    });
  });
}

/** The path of a request without secrets: URLs of pages can contain keys of invitations and files. */
export function pathOf({ url = '/' }: IncomingMessage): string {
  const path = url.split('?', 1)[0] ?? '';
  return path.startsWith('/api/') ? path : path.replace(/^(\/*[^/]+\/+).+$/, '$1…');
}
