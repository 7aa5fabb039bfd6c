import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { connectionEvent } from './certificate.ts';
import { errorKind } from './errors.ts';
import { sendError } from './respond.ts';

const tooManyConnections = errorKind('The server has too many connections at the moment. Please try again later.', {
  code: 'TOO_MANY_CONNECTIONS',
  status: 503,
  headers: () => ({ 'Retry-After': '10', Connection: 'close' }),
});

/**
 * Limits the connections of a server to `most`. On a surplus connection the returned function answers 503, closes it
 * and returns true. A tenth more than `most` are accepted to get this answer; Node.js drops the rest.
 */
export function limitConnections(
  server: Server,
  most: number,
): (request: IncomingMessage, response: ServerResponse) => boolean {
  const surplus = new WeakSet<Socket>();
  let count = 0;
  if (Number.isFinite(most)) server.maxConnections = Math.ceil(most * 1.1);
  server.on(connectionEvent(server), (socket: Socket) => {
    if (++count > most) surplus.add(socket);
    socket.on('close', () => count--);
  });
  return (request, response) => {
    if (!surplus.has(request.socket)) return false;
    // Another connection may have closed meanwhile.
    if (count <= most) return !surplus.delete(request.socket);
    sendError(response, tooManyConnections());
    return true;
  };
}
