import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { EventQueues } from '../events/queues.ts';
import { connectionEvent } from '../http/certificate.ts';

const deadline = 8000;

/**
 * Prepares a server for its end. The returned function stops accepting, answers waiting polls with no events, and
 * resolves when every request under way is answered, or is cut off after eight seconds.
 */
export function prepareDrain(server: Server, queues: EventQueues): () => Promise<void> {
  const sockets = new Set<Socket>();
  const underWay = new Set<ServerResponse>();
  let isEnding = false;
  server.on(connectionEvent(server), (socket: Socket) => {
    // With TLS it may have begun before the end did.
    if (isEnding) socket.destroy();
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.prependListener('request', (_request, response) => {
    if (isEnding) endConnection(response);
    underWay.add(response);
    response.on('close', () => underWay.delete(response));
  });
  return () =>
    new Promise((resolve) => {
      isEnding = true;
      const cut = setTimeout(() => server.closeAllConnections(), deadline);
      // Again and again: a poll may be on its way while the others are released.
      const release = setInterval(() => queues.release(), 20);
      server.close(() => {
        clearTimeout(cut);
        clearInterval(release);
        resolve();
      });
      for (const response of underWay) endConnection(response);
      closeUnused(sockets, underWay);
    });
}

// A client that keeps its connection would send the next request into it.
function endConnection(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('Connection', 'close');
}

/** Closes connections without a request, which browsers open ahead of need and Node.js does not take for idle ones. */
function closeUnused(sockets: Iterable<Socket>, underWay: Iterable<ServerResponse>): void {
  const used = new Set([...underWay].map((response) => response.socket));
  for (const socket of sockets) if (!used.has(socket)) socket.destroy();
}
