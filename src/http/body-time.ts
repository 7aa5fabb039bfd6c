import type { IncomingMessage } from 'node:http';

/** How long a request may take to arrive, in milliseconds; how long it may pause where it may take longer. */
const usual = 30_000;

const timers = new WeakMap<IncomingMessage, NodeJS.Timeout>();

/** Cuts the connection of a request whose body does not arrive in time. */
export function limitBodyTime(request: IncomingMessage): void {
  const { headers } = request;
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return;
  const timer = setTimeout(() => {
    if (!request.complete) request.destroy();
  }, usual);
  timers.set(request, timer.unref());
  request.once('close', () => clearTimeout(timer));
}

/** Lets a body take as long as the server allows any, if only it keeps coming. Call the result once it is there. */
export function allowLongBody(request: IncomingMessage): () => void {
  clearTimeout(timers.get(request));
  request.setTimeout(usual);
  return () => request.setTimeout(0);
}
