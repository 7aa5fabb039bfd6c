import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Figures } from '../child.ts';

/** Listens on a free port, tells the parent process which, and answers its questions until it lets go. */
export function serve(server: Server, reply: (question: Record<string, unknown>) => Figures): void {
  process.on('message', (question) => {
    const figures = reply(question as Record<string, unknown>);
    // What had arrived before the question is done before the answer.
    setImmediate(() => process.send?.(figures));
  });
  process.on('disconnect', () => process.exit());
  server.listen(0, '127.0.0.1', 2048, () => process.send?.({ port: (server.address() as AddressInfo).port }));
}

/** Bytes of resident memory, without what is free inside it. Wants `--expose-gc`. */
export function residentMemory(): number {
  // The usual collection keeps the room that a storm of requests took.
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  return process.memoryUsage.rss();
}
