import type { IncomingMessage } from 'node:http';

/** How long a request may take to arrive, in milliseconds; and how long the stretches of a longer one are. */
const usual = 30_000;
/** What a body that may take longer must bring in each stretch, in bytes: 1 KB a second. */
const least = usual;

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
  const { socket } = request;
  let before = socket.bytesRead;
  const timer = setInterval(() => {
    if (socket.bytesRead - before < least) request.destroy();
    before = socket.bytesRead;
  }, usual);
  timer.unref();
  const end = () => clearInterval(timer);
  request.once('close', end);
  return end;
}
