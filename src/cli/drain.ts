import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { EventQueues } from '../events/queues.ts';
import { connectionEvent } from '../http/certificate.ts';

const deadline = 8000;

/**
 * Prepares the end of a server. The returned function stops accepting connections and answers waiting polls without
 * events. It resolves when all running requests are answered, or cut off after eight seconds.
 */
export function prepareDrain(server: Server, queues: EventQueues): () => Promise<void> {
  const sockets = new Set<Socket>();
  const underWay = new Set<ServerResponse>();
  let isEnding = false;
  server.on(connectionEvent(server), (socket: Socket) => {
    // A TLS handshake may have begun before the end.
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
      // Repeated, because a poll may arrive while others are released.
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

// Otherwise a client would send its next request on the open connection.
function endConnection(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('Connection', 'close');
}

/** Closes connections without a request. Browsers open them in advance, and Node.js does not count them as idle. */
function closeUnused(sockets: Iterable<Socket>, underWay: Iterable<ServerResponse>): void {
  const used = new Set([...underWay].map((response) => response.socket));
  for (const socket of sockets) if (!used.has(socket)) socket.destroy();
}
